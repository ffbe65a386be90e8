/**
 * The problems of an input that could not be decoded, in words for its sender.
 *
 * @module
 */
import { dottedPath, schemaIssues } from "@consent-service/core/primitives"
import type { InputIssue } from "@consent-service/core/consent"
import * as Either from "effect/Either"
import type * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"

/** More members than any valid list or map has, but few enough to check all of them. */
const lookedAt = { items: 5, members: 100 }

/** The beginning of each list and map of an input: checking the rest would cost the service, not the sender. */
const beginningOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, lookedAt.items).map(beginningOf)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, lookedAt.members)
      .map(([key, member]) => [key, beginningOf(member)]),
  )
}

const toIssues = ({ issue }: ParseResult.ParseError): ReadonlyArray<InputIssue> =>
  schemaIssues(issue).map(({ message, path }) => ({ path: path.length === 0 ? "body" : dottedPath(path), message }))

/**
 * Makes the finder of all problems of inputs for one schema.
 *
 * @returns the issues of an input, given the first one that decoding found; never empty
 */
export const issueFinder = <A, I>(
  schema: Schema.Schema<A, I>,
): ((input: unknown, first: ParseResult.ParseError) => ReadonlyArray<InputIssue>) => {
  const decodeAll = Schema.decodeUnknownEither(schema, { errors: "all" })
  return (input, first) => toIssues(Either.getOrElse(Either.flip(decodeAll(beginningOf(input))), () => first))
}
