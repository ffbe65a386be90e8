/**
 * Decodes options by their schema. Errors become issues with a fix, which never repeat a value: it may be a key
 * or a password.
 *
 * @module
 */
import { dottedPath, type SchemaIssue, schemaIssues } from "@consent-service/core/primitives"
import * as Either from "effect/Either"
import type * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { type ConfigurationIssue, ConsentConfigurationError } from "./ConsentConfigurationError.js"

/** The messages for missing options, and for unknown names. */
export interface Explanations {
  readonly missing: (option: string) => string
  readonly unknown: (option: string) => string
}

const plain: Explanations = { missing: () => "is required", unknown: () => "is not an option" }

const explained = ({ kind, message, path }: SchemaIssue, { missing, unknown }: Explanations): ConfigurationIssue => {
  const option = dottedPath(path)
  if (option === "") return { option: "options", message: "must be an object" }
  if (kind === "unexpected") return { option, message: unknown(option) }
  return { option, message: kind === "missing" ? missing(option) : message }
}

/** One issue for each option: the first is enough to fix it. */
const issuesOf = (issue: ParseResult.ParseIssue, explanations: Explanations): ReadonlyArray<ConfigurationIssue> => {
  const issues = schemaIssues(issue).map((each) => explained(each, explanations))
  return issues.filter(({ option }, i) => issues.findIndex((other) => other.option === option) === i)
}

/**
 * Compiles the decoder of a group. A value that throws when it is read, such as a revoked proxy, is an issue, too.
 *
 * @returns the settings, or every issue
 */
export const decodeOptions = <A, I>(
  schema: Schema.Schema<A, I>,
  explanations: Explanations = plain,
): ((authored: unknown) => Either.Either<A, ReadonlyArray<ConfigurationIssue>>) => {
  const decode = Schema.decodeUnknownEither(schema, { errors: "all", onExcessProperty: "error" })
  return (authored) => {
    try {
      return Either.mapLeft(decode(authored), ({ issue }) => issuesOf(issue, explanations))
    } catch {
      return Either.left([{ option: "options", message: "could not be read; write plain data" }])
    }
  }
}

/** {@link decodeOptions} for a single group. */
export const decodeGroup = <A, I>(
  schema: Schema.Schema<A, I>,
): ((authored: unknown) => Either.Either<A, ConsentConfigurationError>) => {
  const decode = decodeOptions(schema)
  return (authored) => Either.mapLeft(decode(authored), (issues) => new ConsentConfigurationError(issues))
}
