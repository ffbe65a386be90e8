/**
 * The port that says that a change was committed.
 *
 * @module
 */
import * as Context from "effect/Context"

/**
 * Called after each commit that may have queued entries for the evidence log. It returns immediately and starts no fiber:
 * saves call it. Null, the default, where nothing listens.
 *
 * @example
 * ```ts
 * import { CommitSignal } from "@consent-service/core/ports"
 * import * as Layer from "effect/Layer"
 *
 * let commits = 0
 * const counted = Layer.succeed(CommitSignal, () => void commits++)
 * ```
 */
export class CommitSignal extends Context.Reference<CommitSignal>()("@consent-service/core/ports/CommitSignal", {
  defaultValue: (): (() => void) | null => null,
}) {}
