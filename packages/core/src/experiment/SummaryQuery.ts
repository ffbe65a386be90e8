/**
 * The query of `GET /experiments/:id/summary`.
 *
 * @module
 */
import * as Either from "effect/Either"
import { hasAtMost, isRecordable } from "../schema/Text.js"
import { domainRule, normalizeDomain } from "../schema/Domain.js"
import type { InputIssue } from "../consent/record/Refusal.js"
import type { ExperimentQuery } from "./DecisionCount.js"
import { lowerBound, parseIsoTime, upperBound } from "../schema/IsoTime.js"
import { withArrival } from "../schema/Issues.js"
import { maxExperimentName } from "./ExperimentArm.js"

/** The request as sent; null where a parameter is absent. */
export interface RawSummaryQuery {
  readonly id: string
  readonly from: string | null
  readonly to: string | null
  readonly domain: string | null
}

/** What to count, and its bounds as the answer repeats them: whole ISO 8601 instants, null where unbounded. */
export interface SummaryQuery {
  readonly query: ExperimentQuery
  readonly from: string | null
  readonly to: string | null
}

type Field<A> = Either.Either<A, InputIssue>

const wrong = (path: string, message: string, text: string): Either.Either<never, InputIssue> =>
  Either.left({ path, message: withArrival(message, text) })

const experimentId = (id: string): Field<string> =>
  id !== "" && hasAtMost(id, maxExperimentName) && isRecordable(id)
    ? Either.right(id)
    : wrong("id", `must be well-formed text of 1 to ${maxExperimentName} characters`, id)

const bound = (path: "from" | "to", text: string | null): Field<number | null> => {
  if (text === null) return Either.right(null)
  const time = parseIsoTime(text)
  if (time === null)
    return wrong(path, "must be a date (2026-01-31) or a timestamp (2026-01-31T12:00:00Z) of ISO 8601", text)
  return Either.right(path === "from" ? lowerBound(time) : upperBound(time))
}

const inDomain = (text: string | null): Field<string | null> => {
  if (text === null) return Either.right(null)
  const domain = normalizeDomain(text)
  return domain === null ? wrong("domain", domainRule, text) : Either.right(domain)
}

const iso = (epochMs: number | null): string | null => (epochMs === null ? null : new Date(epochMs).toISOString())

/**
 * Decodes a request. A date as a bound includes the whole day in UTC.
 *
 * @returns the query, or all invalid parameters
 *
 * @example
 * ```ts
 * import { decodeSummaryQuery } from "@consent-service/core/experiment"
 * import * as Either from "effect/Either"
 *
 * const raw = { id: "banner", from: "2026-01-01", to: null, domain: "Shop.Example" }
 * const { from, query } = Either.getOrThrow(decodeSummaryQuery(raw))
 * from // "2026-01-01T00:00:00.000Z"
 * query.domain // "shop.example"
 * ```
 */
export const decodeSummaryQuery = (raw: RawSummaryQuery): Either.Either<SummaryQuery, ReadonlyArray<InputIssue>> => {
  const fields = {
    experimentId: experimentId(raw.id),
    from: bound("from", raw.from),
    to: bound("to", raw.to),
    domain: inDomain(raw.domain),
  }
  const issues = Object.values<Field<unknown>>(fields).flatMap((field) => (Either.isLeft(field) ? [field.left] : []))
  return Either.all(fields).pipe(
    Either.mapLeft(() => issues),
    Either.flatMap((query) =>
      query.from !== null && query.to !== null && query.from > query.to
        ? Either.left([{ path: "from", message: "must not be after 'to'" }])
        : Either.right({ query, from: iso(query.from), to: iso(query.to) }),
    ),
  )
}
