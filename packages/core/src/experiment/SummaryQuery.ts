/**
 * The query of `GET /experiments/:id/summary`.
 *
 * @module
 */
import * as Either from "effect/Either"
import { hasAtMost, isRecordable } from "../schema/Text.js"
import type { InputIssue } from "../consent/record/Refusal.js"
import type { ExperimentQuery } from "./DecisionCount.js"
import { domainField, type Field, given, issuesIn, timeField, wrong } from "../query/QueryField.js"
import { lowerBound, upperBound } from "../schema/IsoTime.js"
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

const experimentId = (id: string): Field<string> =>
  id !== "" && hasAtMost(id, maxExperimentName) && isRecordable(id)
    ? Either.right(id)
    : wrong("id", `must be well-formed text of 1 to ${maxExperimentName} characters`, id)

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
    from: given(raw.from, (text) => Either.map(timeField("from", text), lowerBound)),
    to: given(raw.to, (text) => Either.map(timeField("to", text), upperBound)),
    domain: given(raw.domain, domainField),
  }
  return Either.all(fields).pipe(
    Either.mapLeft(() => issuesIn(fields)),
    Either.flatMap((query) =>
      query.from !== null && query.to !== null && query.from > query.to
        ? Either.left([{ path: "from", message: "must not be after 'to'" }])
        : Either.right({ query, from: iso(query.from), to: iso(query.to) }),
    ),
  )
}
