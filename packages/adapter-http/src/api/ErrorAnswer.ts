/**
 * Error responses for the declaration: named by problem, with status and code from the one table.
 *
 * @module
 */
import { described } from "@consent-service/core/primitives"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as Schema from "effect/Schema"
import { type ProblemTag, problemTable } from "../answer/Problem.js"
import { problemTags } from "./Annotations.js"

const Issue = Schema.Struct({ path: Schema.String, message: Schema.String })

const errorCause = (codes: ReadonlyArray<string>) =>
  Schema.Struct({
    code: Schema.Literal(...codes),
    reason: Schema.optionalWith(Schema.String, { exact: true }),
    issues: Schema.optionalWith(Schema.Array(Issue), { exact: true }),
  })

const allCodes = Array.from(new Set(Object.values(problemTable).map(({ code }) => code)))

const reasons = Array.from(new Set(Object.values(problemTable).flatMap((row) => ("reason" in row ? [row.reason] : []))))

/** The body of any error answer: `{ message, cause: { code, reason?, issues? } }`. */
export const ErrorBody = Schema.Struct({
  message: Schema.String,
  cause: errorCause(allCodes).annotations({
    identifier: "ErrorCause",
    ...described({
      description: "For programs",
      fields: {
        code: "The kind of problem",
        reason: { description: "The reason; only for codes that have several", enum: reasons },
        issues: "Each invalid field and the reason; at most the first five",
        "issues.path": "The field, dotted",
        "issues.message": "The reason",
      },
    }),
  }),
}).annotations({
  identifier: "Error",
  ...described({
    description: "Why a request was not served",
    fields: {
      message: "In words, for people",
    },
  }),
})

/**
 * The response to problems that share a status, as a schema for `addError` of an endpoint.
 *
 * @param first - decides the status
 *
 * @example
 * ```ts
 * import { errorAnswer } from "@consent-service/adapter-http/api"
 * import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
 *
 * const endpoint = HttpApiEndpoint.get("report", "/report").addError(errorAnswer("Unauthorized"))
 * ```
 */
export const errorAnswer = (first: ProblemTag, ...others: ReadonlyArray<ProblemTag>) => {
  const tags = [first, ...others]
  const codes = Array.from(new Set(tags.map((tag) => problemTable[tag].code)))
  return Schema.Struct({ message: Schema.String, cause: errorCause(codes) }).annotations({
    ...HttpApiSchema.annotations({ status: problemTable[first].status, description: codes.join(", ") }),
    [problemTags]: tags,
  })
}
