/**
 * How a call fails, for code written with Effect: by whose doing it is.
 *
 * @module
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { ConsentError, InputIssue } from "../answer/ConsentError.js"
import type { ClientCode, ErrorCode, ServiceCode } from "../answer/ErrorCode.js"

/**
 * The call could not be made: its input is wrong, or the client has no API key. Nothing was sent.
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
 * No documented answer came: the connection failed, it took too long, or something else answered.
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
 * The service answered with an error that it documents; `Code` are those of the method.
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

/** How a call can fail. */
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
