/**
 * The port that generates the salts of evidence-log entries.
 *
 * @module
 */
import * as Context from "effect/Context"

/**
 * Generates 22 random characters on each call (16 bytes as base64url), synchronously. Null, the default, where
 * nothing is logged: changes then queue no entry.
 *
 * @example
 * ```ts
 * import { Salts } from "@consent-service/core/ports"
 * import * as Layer from "effect/Layer"
 * import { randomBytes } from "node:crypto"
 *
 * const salts = Layer.succeed(Salts, () => randomBytes(16).toString("base64url"))
 * ```
 */
export class Salts extends Context.Reference<Salts>()("@consent-service/core/ports/Salts", {
  defaultValue: (): (() => string) | null => null,
}) {}
