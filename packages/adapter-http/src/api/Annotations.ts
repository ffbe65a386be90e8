/**
 * What the schemas of a route cannot express in the OpenAPI document: the headers of requests and answers, descriptions
 * and examples. Declared with the route, read when the document is made.
 *
 * @module
 */
import * as OpenApi from "@effect/platform/OpenApi"
import * as Context from "effect/Context"

/** A header as the document describes it. */
export interface HeaderNote {
  readonly description: string
  /** JSON Schema of its value; any text when absent. */
  readonly schema?: Readonly<Record<string, unknown>>
  readonly example?: string
  /** Whether a request must, or every such answer does, carry it. Default: `false`. */
  readonly required?: boolean
}

/** Headers by their lower-case names. */
export type HeaderNotes = Readonly<Record<string, HeaderNote>>

/** A value as an example. */
export interface ExampleNote {
  readonly summary?: string
  readonly value: unknown
}

/** Examples by name. */
export type ExampleNotes = Readonly<Record<string, ExampleNote>>

/** What the document says of one route in addition to its schemas. */
export interface RouteNote {
  /** A few words, for lists. */
  readonly summary: string
  /** What a caller must know, as Markdown. Default: the summary. */
  readonly description?: string
  /** Headers the route reads, in addition to those that every route reads. */
  readonly requestHeaders?: HeaderNotes
  /** Headers of its answers by status, in addition to those of every answer and every problem. */
  readonly answerHeaders?: Readonly<Record<number, HeaderNotes>>
  /** Example values of path and query parameters, by name. */
  readonly parameters?: Readonly<Record<string, string>>
  /** Examples of the body it takes. */
  readonly requests?: ExampleNotes
  /** Examples of its answers by status; those of problems are made from the table of problems. */
  readonly answers?: Readonly<Record<number, ExampleNotes>>
  /** Alternative representations: examples by status and content type. */
  readonly texts?: Readonly<Record<number, Readonly<Record<string, ExampleNotes>>>>
}

/** The note of a route; null where it has none. */
export class RouteNotes extends Context.Reference<RouteNotes>()("@consent-service/adapter-http/openapi/RouteNotes", {
  defaultValue: (): RouteNote | null => null,
}) {}

/**
 * A route's note as annotations of its endpoint: `.annotateContext(documented({ summary: "…" }))`. A second one on the
 * same endpoint replaces the first.
 */
export const documented = (note: RouteNote): Context.Context<RouteNotes | OpenApi.Summary | OpenApi.Description> =>
  Context.make(OpenApi.Summary, note.summary).pipe(
    Context.add(OpenApi.Description, note.description ?? `${note.summary}.`),
    Context.add(RouteNotes, note),
  )

/** Whether the last parameter of an endpoint's path takes all segments that are left; false where it is not annotated. */
export class TakesRest extends Context.Reference<TakesRest>()("@consent-service/adapter-http/api/TakesRest", {
  defaultValue: (): boolean => false,
}) {}

/** Annotates an endpoint whose last parameter takes the rest of the path, slashes included. */
export const restOfPath = Context.make(TakesRest, true)

/**
 * The problems of an error answer, as an annotation of its schema: `.annotations({ [problemTags]: tags })`. Examples are
 * made of them; without it, of every problem with the answer's status and codes.
 */
export const problemTags: unique symbol = Symbol.for("@consent-service/adapter-http/openapi/problemTags")

/** A header with any value that fits the description, with an example. */
export const header = (description: string, example?: string): HeaderNote => ({
  description,
  ...(example === undefined ? {} : { example }),
})

/** A header that is always present. */
export const requiredHeader = (description: string, example?: string): HeaderNote => ({
  ...header(description, example),
  required: true,
})
