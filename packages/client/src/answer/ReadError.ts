/**
 * Reads error responses.
 *
 * @module
 */
import { isRetryable } from "../retry/Retry.js"
import { ConsentError, type InputIssue } from "./ConsentError.js"
import type { ServiceCode } from "./ErrorCode.js"
import { isOf, list, object, text } from "./Shape.js"

const issue = object({ path: text, message: text })

const errorBody = object({
  message: text,
  cause: object({ code: text }, { reason: text, issues: list(issue) }),
})

interface Answer {
  readonly status: number
  readonly requestId: string
  /** Parsed; undefined where it is not JSON. */
  readonly body: unknown
}

/** A response that the route does not document. */
export const unexpected = (
  { requestId, status }: Omit<Answer, "body">,
  message: string,
  serverCode?: string,
): ConsentError<"UNEXPECTED_RESPONSE"> =>
  new ConsentError({
    code: "UNEXPECTED_RESPONSE",
    message,
    status,
    requestId,
    retryable: isRetryable(status),
    serverCode,
  })

/**
 * Reads an error answer.
 *
 * @param codes - those the route documents; any other is an `UNEXPECTED_RESPONSE`
 */
export const readError = <Code extends ServiceCode>(
  answer: Answer,
  codes: ReadonlyArray<Code>,
): ConsentError<Code | "UNEXPECTED_RESPONSE"> => {
  const { body, requestId, status } = answer
  if (!isOf(errorBody, body)) return unexpected(answer, `${status}, without a valid error body`)
  const { cause, message } = body
  const code = codes.find((one) => one === cause.code)
  if (code === undefined) return unexpected(answer, `${status} ${cause.code}: ${message}`, cause.code)
  const issues: ReadonlyArray<InputIssue> | undefined = cause.issues
  return new ConsentError({
    code,
    message,
    status,
    requestId,
    retryable: isRetryable(status),
    reason: cause.reason,
    issues,
  })
}
