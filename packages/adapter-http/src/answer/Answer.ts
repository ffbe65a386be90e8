/**
 * What a route's handler answers with, before the kernel adds what every answer carries.
 *
 * @module
 */
import type { RequestHandled } from "@consent-service/core/observation/Observation"
import type { Utf8 } from "./Utf8.js"

/** What a handler found out that the wide event of its request tells. */
export type Facts = Partial<Pick<RequestHandled, "consent" | "identity" | "subjectsMatched" | "session" | "journeyId">>

/** An answer: a value that becomes JSON, or text written before, as it is or in UTF-8. */
export interface Answer<A> {
  readonly status: 200 | 204 | 304
  /** Where there is a body, its content type is among them. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: { readonly json: A } | { readonly written: string | Utf8 } | null
  readonly facts: Facts
}

/** What the body of most answers is. */
export const jsonType = { "content-type": "application/json" }

/** The headers of an answer with a body. */
export type ContentHeaders = Readonly<Record<string, string>> & Readonly<typeof jsonType>

const noStore = { "cache-control": "no-store" }

const jsonNoStore = { ...jsonType, ...noStore }

const noFacts: Facts = {}

/** A 200 answer that nobody may store. */
export const json = <A>(value: A, facts: Facts = noFacts): Answer<A> => ({
  status: 200,
  headers: jsonNoStore,
  body: { json: value },
  facts,
})

/** A 200 answer whose body was written before. */
export const prepared = (written: string | Utf8, headers: ContentHeaders, facts: Facts = noFacts): Answer<never> => ({
  status: 200,
  headers,
  body: { written },
  facts,
})

/** Done, and nothing to say about it. */
export const noContent = (facts: Facts = noFacts): Answer<never> => ({
  status: 204,
  headers: noStore,
  body: null,
  facts,
})

/** The client has it already. */
export const notModified = (headers: Readonly<Record<string, string>>): Answer<never> => ({
  status: 304,
  headers,
  body: null,
  facts: noFacts,
})
