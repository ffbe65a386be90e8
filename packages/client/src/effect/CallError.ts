/**
 * The errors of a call, for code written with Effect, by cause.
 *
 * @module
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { ConsentError, InputIssue } from "../answer/ConsentError.js"
import type { ClientCode, ErrorCode, ServiceCode } from "../answer/ErrorCode.js"

/**
 * The call could not be made: its input is invalid, or the client has no API key. Nothing was sent.
 *
 * @example
 * ```ts
 * import { ConsentClient } from "@consent-service/client/effect"
 * import * as Effect from "effect/Effect"
 *
 * const subject = Effect.flatMap(ConsentClient, ({ subjects }) => subjects.get("sub_1")).pipe(
 *   Effect.catchTag("ConsentCallInvalid", ({ issues }) => Effect.logError("wrong input", issues)),
 * )
 * ```
 */
export class ConsentCallInvalid extends Data.TaggedError("ConsentCallInvalid")<{
  readonly code: "INVALID_INPUT" | "MISSING_API_KEY"
  readonly message: string
  readonly issues: ReadonlyArray<InputIssue>
}> {}

/**
 * There was no documented response: the connection failed, it timed out, or another server responded.
 *
 * @example
 * ```ts
 * import { ConsentClient } from "@consent-service/client/effect"
 * import * as Effect from "effect/Effect"
 *
 * const status = Effect.flatMap(ConsentClient, (client) => client.status()).pipe(
 *   Effect.catchTag("ConsentServiceUnreachable", ({ message }) => Effect.logWarning(message)),
 * )
 * ```
 */
export class ConsentServiceUnreachable extends Data.TaggedError("ConsentServiceUnreachable")<{
  readonly code: "NETWORK_ERROR" | "TIMEOUT" | "UNEXPECTED_RESPONSE"
  readonly message: string
  readonly error: ConsentError
}> {}

interface Refusal {
  readonly code: ServiceCode
  readonly message: string
  readonly status: number | undefined
  /** Of `STALE_POLICY`. */
  readonly reason: string | undefined
  readonly error: ConsentError
}

/**
 * The service responded with a documented error; `Code` are those of the method.
 *
 * @example
 * ```ts
 * import { ConsentClient } from "@consent-service/client/effect"
 * import * as Effect from "effect/Effect"
 *
 * const subject = Effect.flatMap(ConsentClient, ({ subjects }) => subjects.get("sub_1")).pipe(
 *   Effect.catchTag("ConsentRefused", ({ code }) => Effect.logWarning(code)),
 * )
 * ```
 */
export class ConsentRefused<Code extends ServiceCode = ServiceCode> extends Data.TaggedError(
  "ConsentRefused",
)<Refusal> {
  declare readonly code: Code
}

/** The errors of a call. */
export type CallError<Code extends ServiceCode> = ConsentCallInvalid | ConsentServiceUnreachable | ConsentRefused<Code>

/** The error of a result as a failed effect; an aborted call is an interrupted one. */
export const failWith = <Code extends ServiceCode>(
  error: ConsentError<Code | ClientCode>,
): Effect.Effect<never, CallError<Code>> => {
  const { message, reason, status } = error
  const code: ErrorCode = error.code
  switch (code) {
    case "ABORTED":
      return Effect.interrupt
    case "INVALID_INPUT":
    case "MISSING_API_KEY":
      return new ConsentCallInvalid({ code, message, issues: error.issues ?? [] })
    case "NETWORK_ERROR":
    case "TIMEOUT":
    case "UNEXPECTED_RESPONSE":
      return new ConsentServiceUnreachable({ code, message, error })
    default:
      return new ConsentRefused<Code>({ code, message, status, reason, error })
  }
}
