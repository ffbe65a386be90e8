/**
 * Whether a read may be answered late.
 *
 * @module
 */
import * as Context from "effect/Context"

/**
 * Set around a read whose answer may lack what was recorded in the last moments: one that only shows records, and decides
 * nothing. A store with a read replica may answer it from there. False, the default, everywhere else.
 *
 * @example
 * ```ts
 * import { LateReads } from "@consent-service/core/ports"
 * import * as Effect from "effect/Effect"
 *
 * const late = Effect.provideService(LateReads, true)
 * ```
 */
export class LateReads extends Context.Reference<LateReads>()("@consent-service/core/ports/LateReads", {
  defaultValue: (): boolean => false,
}) {}
