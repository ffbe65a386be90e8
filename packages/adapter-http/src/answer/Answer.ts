/**
 * What a route's handler answers with, and how answers and problems are rendered before the kernel adds the headers
 * that every response carries.
 *
 * @module
 */
import { concatenated } from "../request/Bytes.js"
import type { RequestHandled } from "@consent-service/core/ports"
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { failureOf, type Problem, renderProblem } from "./Problem.js"

/** Facts that a handler adds to the wide event of its request. */
export type Facts = Partial<
  Pick<RequestHandled, "act" | "consent" | "identity" | "subjectsMatched" | "session" | "journeyId">
>

/** UTF-8 bytes in memory that no other thread shares. */
export type Utf8 = Uint8Array<ArrayBuffer>

const encoder = new TextEncoder()

/** Encodes a string. A body that is sent again and again is encoded once. */
export const inUtf8 = (text: string): Utf8 => encoder.encode(text)

/** Concatenates strings and bytes that were encoded before. */
export const joined = (parts: ReadonlyArray<string | Uint8Array>): Utf8 =>
  concatenated(parts.map((part) => (typeof part === "string" ? encoder.encode(part) : part)))

/** How many bytes a body has. */
export const bytesOf = (body: string | Utf8): number =>
  typeof body === "string" ? encoder.encode(body).length : body.length

/** An answer: a value to write as JSON, or a body that is already written, as a string or in UTF-8. */
export interface Answer<A> {
  /** 200, 202, 204 or 304; of a {@link relayed} answer, any. */
  readonly status: number
  /** Includes the content type where there is a body. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: { readonly json: A } | { readonly written: string | Utf8 } | null
  readonly facts: Facts
}

/** The content type of most answers. */
export const jsonType = { "content-type": "application/json" }

/** The headers of an answer with a body. */
export type ContentHeaders = Readonly<Record<string, string>> & Readonly<typeof jsonType>

const noStore = { "cache-control": "no-store" }

const jsonNoStore = { ...jsonType, ...noStore }

const noFacts: Facts = {}

/** A 200 answer that no cache may store. */
export const json = <A>(value: A, facts: Facts = noFacts): Answer<A> => ({
  status: 200,
  headers: jsonNoStore,
  body: { json: value },
  facts,
})

/** Like {@link json}, of a value that is already written as JSON. */
export const jsonText = (written: string | Utf8, facts: Facts = noFacts): Answer<never> =>
  prepared(written, jsonNoStore, facts)

/** A 200 answer with a body that is already written. */
export const prepared = (written: string | Utf8, headers: ContentHeaders, facts: Facts = noFacts): Answer<never> => ({
  status: 200,
  headers,
  body: { written },
  facts,
})

/**
 * A 202 answer: the result is being prepared.
 *
 * @param retryAfterSeconds - when to retry
 * @param written - what is known so far, as JSON
 */
export const pending = (retryAfterSeconds: number, written: string | null = null): Answer<never> => ({
  status: 202,
  headers: { ...noStore, ...(written === null ? {} : jsonType), "retry-after": String(retryAfterSeconds) },
  body: written === null ? null : { written },
  facts: noFacts,
})

/** A 204 answer. */
export const noContent = (facts: Facts = noFacts): Answer<never> => ({
  status: 204,
  headers: noStore,
  body: null,
  facts,
})

/** A 304 answer: the client's copy is current. */
export const notModified = (headers: Readonly<Record<string, string>>): Answer<never> => ({
  status: 304,
  headers,
  body: null,
  facts: noFacts,
})

/** The answer that another instance of the service gave, problem or not, as it came. */
export const relayed = (
  status: number,
  headers: Readonly<Record<string, string>>,
  body: Utf8 | null,
): Answer<never> => ({
  status,
  headers,
  body: body === null ? null : { written: body },
  facts: noFacts,
})

const opaque = (tag: string): string => tag.trim().replace(/^W\//, "")

/** Whether an `If-None-Match` value names the entity tag: a list, weak tags and `*` included (RFC 9110, 13.1.2). */
export const matchesEntityTag = (ifNoneMatch: string | null, etag: string): boolean =>
  ifNoneMatch !== null &&
  (ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => opaque(tag) === opaque(etag)))

/** The outcome of a request: an answer or a problem. */
export type Outcome = Answer<unknown> | Problem

/** An outcome as it is sent, and as it is observed. */
export interface RenderedOutcome {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Utf8 | null
  readonly code: string | null
  readonly facts: Facts
  readonly failure: string | null
}

/** An unforeseen failure: the client learns nothing about its cause. */
export const unexpected = (cause: unknown): Problem => ({ _tag: "Unexpected", cause })

/** The outcome of an effect that has completed; a defect or an interruption is an `Unexpected` problem. */
export const settle = (exit: Exit.Exit<Answer<unknown>, Problem>): Outcome =>
  Exit.match(exit, {
    onSuccess: (answer) => answer,
    onFailure: (cause) => Option.getOrElse(Cause.failureOption(cause), () => unexpected(Cause.squash(cause))),
  })

const written = ({ body }: Answer<unknown>): RenderedOutcome["body"] => {
  if (body === null) return null
  return "written" in body ? body.written : JSON.stringify(body.json)
}

const renderedProblem = (problem: Problem): RenderedOutcome => {
  const { body, code, headers, status } = renderProblem(problem)
  return {
    status,
    headers: { ...noStore, ...headers, ...jsonType },
    body: JSON.stringify(body),
    code,
    facts: noFacts,
    failure: failureOf(problem),
  }
}

/** Renders an outcome. */
export const render = (outcome: Outcome): RenderedOutcome => {
  if ("_tag" in outcome) return renderedProblem(outcome)
  const { facts, headers, status } = outcome
  return { status, headers, body: written(outcome), code: null, facts, failure: null }
}
