/**
 * What is wrong with an input that could not be decoded, in words for whoever sent it.
 *
 * @module
 */
import type { InputIssue } from "@consent-service/core/consent/Refusal"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"

/** More than any list or map of ours has that is small enough to be right, and few enough to look at all of them. */
const lookedAt = { items: 5, members: 100 }

/** The beginning of each list and map of an input: finding all that is wrong with the rest would cost us, not them. */
const beginningOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, lookedAt.items).map(beginningOf)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, lookedAt.members)
      .map(([key, member]) => [key, beginningOf(member)]),
  )
}

/** The sender knows what he sent, and a schema's own words for its type are not his. */
const plain = (message: string): string => {
  const [said = ""] = message.split(", actual ", 1)
  return said.length > 200 ? "does not have the right form" : said
}

const toIssues = (error: ParseResult.ParseError): ReadonlyArray<InputIssue> => {
  const issues = ParseResult.ArrayFormatter.formatErrorSync(error).map(({ message, path }) => ({
    path: path.length === 0 ? "body" : path.join("."),
    message: plain(message),
  }))
  // That a nullable member is not null goes without saying where it is said what else it should be.
  const telling = issues.filter(
    ({ message, path }) => message !== "Expected null" || !issues.some((i) => i.path === path && i.message !== message),
  )
  return telling.filter(
    ({ message, path }, at) => telling.findIndex((i) => i.path === path && i.message === message) === at,
  )
}

/**
 * Makes the finder of all that is wrong with inputs of one schema.
 *
 * @returns the issues of an input, given the first one that decoding met; never none
 */
export const issueFinder = <A, I>(
  schema: Schema.Schema<A, I>,
): ((input: unknown, first: ParseResult.ParseError) => ReadonlyArray<InputIssue>) => {
  const decodeAll = Schema.decodeUnknownEither(schema, { errors: "all" })
  return (input, first) => toIssues(Either.getOrElse(Either.flip(decodeAll(beginningOf(input))), () => first))
}
