/**
 * What is stored of the evidence log contradicts itself.
 *
 * @module
 */
import * as Data from "effect/Data"

/**
 * What is stored was altered after it was logged, or lost: no proof can be made of it. Trying again does not help;
 * the operator has to find out what happened.
 *
 * @example
 * ```ts
 * import { issueReceipt } from "@consent-service/core/evidence-log"
 * import * as Effect from "effect/Effect"
 *
 * const issued = issueReceipt({ subjectId: "sub_1", consentId: "cns_1", withhold: [] }).pipe(
 *   Effect.catchTag("LogInconsistent", ({ message }) => Effect.dieMessage(message)),
 * )
 * ```
 */
export class LogInconsistent extends Data.TaggedError("LogInconsistent")<{
  /** Says what contradicts what, for the log of the service. */
  readonly message: string
}> {}
