/**
 * The parameters of queries, as texts that were sent.
 *
 * @module
 */
import * as Either from "effect/Either"
import type { InputIssue } from "../consent/record/Refusal.js"
import { domainRule, normalizeDomain } from "../schema/Domain.js"
import { type IsoTime, parseIsoTime } from "../schema/IsoTime.js"
import { withArrival } from "../schema/Issues.js"

/** A parameter that was read, or what is wrong with it. */
export type Field<A> = Either.Either<A, InputIssue>

/** What is wrong with a parameter, and what came. */
export const wrong = (path: string, message: string, text: string): Either.Either<never, InputIssue> =>
  Either.left({ path, message: withArrival(message, text) })

/** Reads a parameter, if it was sent. */
export const given = <A>(text: string | null, read: (text: string) => Field<A>): Field<A | null> =>
  text === null ? Either.right(null) : read(text)

/** Reads a bound in time. */
export const timeField = (path: string, text: string): Field<IsoTime> => {
  const time = parseIsoTime(text)
  return time === null
    ? wrong(path, "must be a date (2026-01-31) or a timestamp (2026-01-31T12:00:00Z) of ISO 8601", text)
    : Either.right(time)
}

/** Reads a domain. */
export const domainField = (text: string): Field<string> => {
  const domain = normalizeDomain(text)
  return domain === null ? wrong("domain", domainRule, text) : Either.right(domain)
}

/** Everything that is wrong with some parameters. */
export const issuesIn = (fields: Readonly<Record<string, Field<unknown>>>): ReadonlyArray<InputIssue> =>
  Object.values(fields).flatMap((field) => (Either.isLeft(field) ? [field.left] : []))
