/**
 * Error answers as the declaration names them: by problem, with status and code from the one table.
 *
 * @module
 */
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as Schema from "effect/Schema"
import { type ProblemTag, problemTable } from "../answer/Problem.js"
import { problemTags } from "../openapi/Annotations.js"

const Issue = Schema.Struct({ path: Schema.String, message: Schema.String })

const errorBody = (codes: ReadonlyArray<string>) =>
  Schema.Struct({
    message: Schema.String,
    cause: Schema.Struct({
      code: Schema.Literal(...codes),
      reason: Schema.optionalWith(Schema.String, { exact: true }),
      issues: Schema.optionalWith(Schema.Array(Issue), { exact: true }),
    }),
  })

/** The body of any error answer (contract section 2). */
export const ErrorBody = errorBody(Array.from(new Set(Object.values(problemTable).map(({ code }) => code))))

/** The answer to some problems that share a status. */
export const errorAnswer = (first: ProblemTag, ...others: ReadonlyArray<ProblemTag>) => {
  const tags = [first, ...others]
  const codes = Array.from(new Set(tags.map((tag) => problemTable[tag].code)))
  return errorBody(codes).annotations({
    ...HttpApiSchema.annotations({ status: problemTable[first].status, description: codes.join(", ") }),
    [problemTags]: tags,
  })
}
