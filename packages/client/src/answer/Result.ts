/**
 * How every call ends: with what was requested, or with why not. Nothing is thrown.
 *
 * @module
 */
import { ConsentError, type ErrorFacts } from "./ConsentError.js"
import type { ClientCode, ErrorCode, ServiceCode } from "./ErrorCode.js"

/** A call that was answered. */
export interface Success<Data> {
  readonly ok: true
  readonly data: Data
  readonly status: number
  /** Under which the service logged the request. */
  readonly requestId: string
  readonly headers: Headers
}

/** A call that failed. */
export interface Failure<Code extends ErrorCode = ErrorCode> {
  readonly ok: false
  readonly error: ConsentError<Code>
}

/** What a call gives: `Code` are the codes its route documents; this package's own are always among them. */
export type Result<Data, Code extends ServiceCode = ServiceCode> = Success<Data> | Failure<Code | ClientCode>

/**
 * A success, for tests and for stand-ins of a client.
 *
 * @param data - what the call gives
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
 * A failure, by its code and whatever else is known of it.
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
 * What a call gave; throws its error where it failed.
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
