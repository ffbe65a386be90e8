/**
 * Error responses of the document: one body for all problems, narrowed in each response to the codes it can have.
 *
 * @module
 */
import { problemTable, type ProblemTag } from "../answer/Problem.js"
import { ErrorBody } from "../api/ErrorAnswer.js"
import type { Example, JsonSchema, Response } from "./DocumentTypes.js"
import { answerHeaders, inlineHeaders, preflightHeaders } from "./Headers.js"
import { payloadSchema } from "./JsonSchemas.js"
import { allProblemTags, sampleProblem } from "./ProblemExamples.js"

/** The body of every problem, and the cause within it, as components. */
export const errorComponents: Readonly<Record<string, JsonSchema>> = payloadSchema(ErrorBody.ast).components

const codesOf = (tags: ReadonlyArray<ProblemTag>): ReadonlyArray<string> =>
  Array.from(new Set(tags.map((tag) => problemTable[tag].code)))

const bodySchema = (tags: ReadonlyArray<ProblemTag>): JsonSchema => ({
  $ref: "#/components/schemas/Error",
  // Refers to the cause again: validators that refuse unlisted fields do not see those that only `Error` lists.
  properties: { cause: { $ref: "#/components/schemas/ErrorCause", properties: { code: { enum: codesOf(tags) } } } },
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

const generalRefusal = (tag: ProblemTag, description: string): Response => {
  const response = errorResponse([tag])
  return { ...response, description, headers: inlineHeaders(response.headers ?? {}) }
}

/** Responses that belong to no operation: to unknown paths, to methods a path does not have, and to `OPTIONS`. */
export const generalResponses: Readonly<Record<"NotFound" | "MethodNotAllowed" | "Preflight", Response>> = {
  NotFound: generalRefusal("RouteUnknown", "The response to an unknown path"),
  MethodNotAllowed: generalRefusal(
    "MethodUnsupported",
    "The response to a method that the path does not have; `Allow` lists those it has",
  ),
  Preflight: {
    description:
      "The response to `OPTIONS` on any path, 204. Without `Access-Control-Allow-Origin` the browser blocks the page's request",
    headers: inlineHeaders(preflightHeaders),
  },
}
