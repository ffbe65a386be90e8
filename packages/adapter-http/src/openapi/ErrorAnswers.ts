/**
 * Problems as answers of the document: one body for all of them, of which each answer says the codes it can have
 * (contract section 2).
 *
 * @module
 */
import { problemTable, type ProblemTag } from "../answer/Problem.js"
import { ErrorBody } from "../api/ErrorAnswer.js"
import type { Example, JsonSchema, Response } from "./DocumentTypes.js"
import { answerHeaders, preflightHeaders } from "./Headers.js"
import { payloadSchema } from "./PayloadSchemas.js"
import { allProblemTags, sampleProblem } from "./ProblemExamples.js"

/** The body of every problem, as a component. */
export const errorComponent: { readonly Error: JsonSchema } = { Error: payloadSchema(ErrorBody.ast).schema }

const codesOf = (tags: ReadonlyArray<ProblemTag>): ReadonlyArray<string> =>
  Array.from(new Set(tags.map((tag) => problemTable[tag].code)))

const bodySchema = (tags: ReadonlyArray<ProblemTag>): JsonSchema => ({
  $ref: "#/components/schemas/Error",
  properties: { cause: { properties: { code: { enum: codesOf(tags) } } } },
})

const examplesOf = (tags: ReadonlyArray<ProblemTag>): Readonly<Record<string, Example>> =>
  Object.fromEntries(tags.map((tag) => [tag, { summary: problemTable[tag].code, value: sampleProblem(tag).body }]))

/** An answer that is one of some problems; they share a status. */
export const errorResponse = (tags: ReadonlyArray<ProblemTag>): Response => ({
  description: codesOf(tags).join(", "),
  headers: answerHeaders(tags),
  content: { "application/json": { schema: bodySchema(tags), examples: examplesOf(tags) } },
})

/** The problems that are answered with a status and one of some codes. */
export const problemsOf = (status: number, codes: ReadonlyArray<string>): ReadonlyArray<ProblemTag> =>
  allProblemTags.filter((tag) => problemTable[tag].status === status && codes.includes(problemTable[tag].code))

/** Answers that no route has, because there is no route: to unknown paths and methods, and to `OPTIONS`. */
export const generalResponses: Readonly<Record<"NotFound" | "MethodNotAllowed" | "Preflight", Response>> = {
  NotFound: { ...errorResponse(["RouteUnknown"]), description: "The answer to a path that is none of these" },
  MethodNotAllowed: {
    ...errorResponse(["MethodUnsupported"]),
    description: "The answer to a method that the path has not; `Allow` says which it has",
  },
  Preflight: {
    description: "The answer to `OPTIONS` on any path, 204; without `Access-Control-Allow-Origin` the page may not ask",
    headers: preflightHeaders,
  },
}
