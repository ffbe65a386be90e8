/**
 * The error of a failed call.
 *
 * @module
 */
import type { ErrorCode } from "./ErrorCode.js"

/** A problem with the input, and its path. */
export interface InputIssue {
  /** Such as `preferences.marketing`. */
  readonly path: string
  readonly message: string
}

/** The parts of an error; those that do not apply are absent. */
export interface ErrorFacts<Code extends ErrorCode = ErrorCode> {
  readonly code: Code
  readonly message: string
  /** The HTTP status of the response, if there was one. */
  readonly status?: number | undefined
  /** The id under which the service logged the request, if one was sent. */
  readonly requestId?: string | undefined
  readonly retryable?: boolean
  readonly reason?: string | undefined
  readonly issues?: ReadonlyArray<InputIssue> | undefined
  readonly serverCode?: string | undefined
  readonly cause?: unknown
}

/** A marker that identifies errors of every copy of this package in a process. */
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
  /** The HTTP status of the response; undefined without a response. */
  readonly status: number | undefined
  /** The id under which the service logged the request; undefined if none was sent. */
  readonly requestId: string | undefined
  /** Whether the same call may succeed later; the client has already retried as far as `retry` allows. */
  readonly retryable: boolean
  /** For `STALE_POLICY`: `policy-changed`, `decision-mismatch` or `incomplete-inputs`. */
  readonly reason: string | undefined
  /** For `INVALID_INPUT`, and for input that the service rejected. */
  readonly issues: ReadonlyArray<InputIssue> | undefined
  /** For `UNEXPECTED_RESPONSE`: the undocumented code of the response. */
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

  /** The error for logs: everything but the cause and the stack. */
  toJSON(): ErrorFacts<Code> & { readonly name: string } {
    const { code, issues, message, name, reason, requestId, retryable, serverCode, status } = this
    return { name, code, message, status, requestId, retryable, reason, issues, serverCode }
  }
}

/**
 * Whether a caught value is an error of this package, and has one of the given codes, if any are given.
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
