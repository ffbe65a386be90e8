/**
 * What a call that failed says of it.
 *
 * @module
 */
import type { ErrorCode } from "./ErrorCode.js"

/** Something that is wrong with the input, and where. */
export interface InputIssue {
  /** Such as `preferences.marketing`. */
  readonly path: string
  readonly message: string
}

/** What an error is made of; absent is what does not apply. */
export interface ErrorFacts<Code extends ErrorCode = ErrorCode> {
  readonly code: Code
  readonly message: string
  /** The answer's HTTP status, where there was an answer. */
  readonly status?: number | undefined
  /** Under which the service logged the request, where one was sent. */
  readonly requestId?: string | undefined
  readonly retryable?: boolean
  readonly reason?: string | undefined
  readonly issues?: ReadonlyArray<InputIssue> | undefined
  readonly serverCode?: string | undefined
  readonly cause?: unknown
}

/** Found on errors of every copy of this package that a process may have loaded. */
const mark = Symbol.for("@consent-service/client/ConsentError")

/**
 * Why a call failed.
 *
 * @example
 * ```ts
 * import { createConsentClient } from "@consent-service/client"
 *
 * const consent = createConsentClient({ baseUrl: "https://consent.shop.example" })
 * const found = await consent.subjects.get("sub_23456789ABCDEFGHJKLMNPQRSTUVWXYZ")
 * if (!found.ok) console.error(found.error.code, found.error.requestId)
 * ```
 */
export class ConsentError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = "ConsentError"
  readonly [mark] = true
  readonly code: Code
  /** The answer's HTTP status; undefined where there was no answer. */
  readonly status: number | undefined
  /** Under which the service logged the request; undefined where none was sent. */
  readonly requestId: string | undefined
  /** Whether the same call may succeed later; the client has tried that already, as far as `retry` allows. */
  readonly retryable: boolean
  /** Of `STALE_POLICY`: `policy-changed`, `decision-mismatch` or `incomplete-inputs`. */
  readonly reason: string | undefined
  /** Of `INVALID_INPUT`, and of what the service refused as invalid. */
  readonly issues: ReadonlyArray<InputIssue> | undefined
  /** Of `UNEXPECTED_RESPONSE`: a code the service answered with that the route does not document. */
  readonly serverCode: string | undefined

  constructor(facts: ErrorFacts<Code>) {
    super(facts.message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.code = facts.code
    this.status = facts.status
    this.requestId = facts.requestId
    this.retryable = facts.retryable ?? false
    this.reason = facts.reason
    this.issues = facts.issues
    this.serverCode = facts.serverCode
  }

  /** What may be logged or sent on: everything but the cause and the stack. */
  toJSON(): ErrorFacts<Code> & { readonly name: string } {
    const { code, issues, message, name, reason, requestId, retryable, serverCode, status } = this
    return { name, code, message, status, requestId, retryable, reason, issues, serverCode }
  }
}

/**
 * Whether something caught is an error of this package, and of one of some codes where any are named.
 *
 * @example
 * ```ts
 * import { createConsentClient, isConsentError, unwrap } from "@consent-service/client"
 *
 * const consent = createConsentClient({ baseUrl: "https://consent.shop.example" })
 * try {
 *   unwrap(await consent.subjects.get("sub_23456789ABCDEFGHJKLMNPQRSTUVWXYZ"))
 * } catch (error) {
 *   if (isConsentError(error, "NOT_FOUND", "UNAUTHORIZED")) console.warn(error.code, error.requestId)
 * }
 * ```
 */
export const isConsentError = <const Code extends ErrorCode = ErrorCode>(
  error: unknown,
  ...codes: ReadonlyArray<Code>
): error is ConsentError<Code> => {
  if (typeof error !== "object" || error === null || !(mark in error) || !("code" in error)) return false
  const { code } = error
  return codes.length === 0 || codes.some((one) => one === code)
}
