/**
 * What a route's handler answers with, before the kernel adds what every answer carries.
 *
 * @module
 */
import type { RequestHandled } from "@consent-service/core/observation/Observation"

/** What a handler found out that the wide event of its request tells. */
export type Facts = Partial<Pick<RequestHandled, "consent" | "identity" | "subjectsMatched" | "session" | "journeyId">>

/** An answer: a value that becomes JSON, or text written before. */
export interface Answer<A> {
  readonly status: 200 | 204 | 304
  /** Text is JSON where these do not say otherwise. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: { readonly json: A } | { readonly text: string } | null
  readonly facts: Facts
}

const noStore = { "cache-control": "no-store" }

const noFacts: Facts = {}

/** A 200 answer that nobody may store. */
export const json = <A>(value: A, facts: Facts = noFacts): Answer<A> => ({
  status: 200,
  headers: noStore,
  body: { json: value },
  facts,
})

/** A 200 answer whose text was written before. */
export const prepared = (
  text: string,
  headers: Readonly<Record<string, string>> = noStore,
  facts: Facts = noFacts,
): Answer<never> => ({ status: 200, headers, body: { text }, facts })

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
