/**
 * The result of every call: the data, or the error. Nothing is thrown.
 *
 * @module
 */
import { ConsentError, type ErrorFacts } from "./ConsentError.js"
import type { ClientCode, ErrorCode, ServiceCode } from "./ErrorCode.js"

/** A successful call. */
export interface Success<Data> {
  readonly ok: true
  readonly data: Data
  readonly status: number
  /** The id under which the service logged the request. */
  readonly requestId: string
  readonly headers: Headers
}

/** A call that failed. */
export interface Failure<Code extends ErrorCode = ErrorCode> {
  readonly ok: false
  readonly error: ConsentError<Code>
}

/** The result of a call. `Code` are the codes that its route documents; this package's own codes are always included. */
export type Result<Data, Code extends ServiceCode = ServiceCode> = Success<Data> | Failure<Code | ClientCode>

/**
 * Makes a success, for tests and mocks of a client.
 *
 * @param data - the data of the call
 *
 * @example
 * ```ts
 * import { createMockClient, ok } from "@consent-service/client/testing"
 *
 * const consent = createMockClient({ subjects: { list: async () => ok({ subjects: [] }) } })
 * const found = await consent.subjects.list({ externalId: "user-42" })
 * found.ok // true
 * ```
 */
export const ok = <Data>(data: Data, facts: Partial<Omit<Success<Data>, "ok" | "data">> = {}): Success<Data> => ({
  ok: true,
  data,
  status: facts.status ?? 200,
  requestId: facts.requestId ?? "none",
  headers: facts.headers ?? new Headers(),
})

/**
 * Makes a failure, from its code and other details.
 *
 * @example
 * ```ts
 * import { createMockClient, err } from "@consent-service/client/testing"
 *
 * const consent = createMockClient({ status: async () => err({ code: "TIMEOUT" }) })
 * const answer = await consent.status()
 * answer.ok // false
 * ```
 */
export const err = <const Code extends ErrorCode>(
  facts: Omit<ErrorFacts<Code>, "message"> & { readonly message?: string },
): Failure<Code> => ({ ok: false, error: new ConsentError({ ...facts, message: facts.message ?? facts.code }) })

/**
 * Returns the data of a result; throws its error if the call failed.
 *
 * @example
 * ```ts
 * import { createConsentClient, unwrap } from "@consent-service/client"
 *
 * const consent = createConsentClient({ baseUrl: "https://consent.shop.example", apiKey: process.env["CONSENT_API_KEY"] })
 * const { subjects } = unwrap(await consent.subjects.list({ externalId: "user-42" }))
 * ```
 */
export const unwrap = <Data>(result: Success<Data> | Failure): Data => {
  if (result.ok) return result.data
  throw result.error
}
