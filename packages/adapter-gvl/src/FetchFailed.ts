/**
 * Why a vendor list could not be had.
 *
 * @module
 */
import * as Data from "effect/Data"

/**
 * `missing`: the endpoint has no such list. `status`: another answer than 200. `redirect`: it leads where it must not.
 * `too-large`, `not-a-list`: what came is no list. `unexpected`: a fault of this service.
 */
export type FetchFailure =
  | "unreachable"
  | "timeout"
  | "status"
  | "missing"
  | "redirect"
  | "too-large"
  | "not-a-list"
  | "unexpected"

export class FetchFailed extends Data.TaggedError("FetchFailed")<{
  readonly reason: FetchFailure
  /** For the log; nothing in it is secret, and at most a few hundred characters. */
  readonly message: string
  /** Whether asking again at once may help. */
  readonly passing: boolean
}> {}

/** A failure that another attempt may get past. */
export const passing = (reason: FetchFailure, message: string): FetchFailed =>
  new FetchFailed({ reason, message, passing: true })

/** A failure that another attempt would meet again. */
export const lasting = (reason: FetchFailure, message: string): FetchFailed =>
  new FetchFailed({ reason, message, passing: false })
