/**
 * What a route's handler answers with, before the kernel adds what every answer carries.
 *
 * @module
 */
import type { ConsentObservation } from "@consent-service/core/observation/Observation"

/** An answer: a value that becomes JSON, or JSON text written before. */
export interface Answer<A> {
  readonly status: 200 | 304
  readonly headers: Readonly<Record<string, string>>
  readonly body: { readonly json: A } | { readonly text: string } | null
  /** For the wide event of the request. */
  readonly consent: ConsentObservation | null
}

const noStore = { "cache-control": "no-store" }

/** A 200 answer that nobody may store. */
export const json = <A>(value: A, consent: ConsentObservation | null = null): Answer<A> => ({
  status: 200,
  headers: noStore,
  body: { json: value },
  consent,
})

/** A 200 answer whose text was written before. */
export const prepared = (text: string, headers: Readonly<Record<string, string>> = noStore): Answer<never> => ({
  status: 200,
  headers,
  body: { text },
  consent: null,
})

/** The client has it already. */
export const notModified = (headers: Readonly<Record<string, string>>): Answer<never> => ({
  status: 304,
  headers,
  body: null,
  consent: null,
})
