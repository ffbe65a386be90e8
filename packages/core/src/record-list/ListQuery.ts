/**
 * The query of `GET /consents`: which records are listed.
 *
 * @module
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { ConsentAction } from "../consent/record/ConsentRecord.js"
import type { InputIssue } from "../consent/record/Refusal.js"
import { SubmissionBody } from "../consent/record/Submission.js"
import type { StoredRecord } from "../ports/Records.js"
import { domainField, type Field, given, issuesIn, timeField, wrong } from "../query/QueryField.js"
import { lowerBound, upperBound } from "../schema/IsoTime.js"
import type { RecordSpan } from "./ReadInOrder.js"

/** Which records; null where every one is meant. */
export interface RecordFilter {
  readonly domain: string | null
  readonly type: string | null
  /** ISO 3166-1, of the policy's decision. */
  readonly country: string | null
  readonly action: ConsentAction | null
}

/** What is listed. */
export interface ListQuery extends RecordSpan {
  readonly filter: RecordFilter
  /** How many records at most. */
  readonly limit: number
}

/** The parameters as they were sent; null where one was not. */
export type RawListQuery = Readonly<
  Record<"action" | "after" | "country" | "domain" | "from" | "limit" | "to" | "type", string | null>
>

const bound = (path: "from" | "to", text: string): Field<number> =>
  Either.map(timeField(path, text), (time) => (path === "from" ? lowerBound(time) : upperBound(time) + 1))

const actions: ReadonlyArray<ConsentAction> = ["accept_all", "reject_all", "opt_out", "custom"]

const actionOf = (text: string): Field<ConsentAction> => {
  const action = actions.find((one) => one === text)
  return action === undefined ? wrong("action", `must be one of ${actions.join(", ")}`, text) : Either.right(action)
}

const isType = Schema.is(SubmissionBody.from.fields.type)

const typeOf = (text: string): Field<string> =>
  isType(text) ? Either.right(text) : wrong("type", "must be a type of consent, such as cookie_banner or dpa_eu", text)

const countryOf = (text: string): Field<string> =>
  /^[A-Za-z]{2}$/.test(text)
    ? Either.right(text.toUpperCase())
    : wrong("country", "must be an ISO 3166-1 code, such as DE", text)

const afterOf = (text: string): Field<string> =>
  /^cns_[1-9A-HJ-NP-Za-km-z]{1,40}$/.test(text)
    ? Either.right(text)
    : wrong("after", "must be the next of the page before", text)

/** The most records on a page. */
export const mostListed = 1_000

const limitOf = (text: string): Field<number> =>
  /^[1-9]\d{0,3}$/.test(text) && Number(text) <= mostListed
    ? Either.right(Number(text))
    : wrong("limit", `must be a whole number from 1 to ${mostListed}`, text)

const defaultLimit = 100

/**
 * Decodes the parameters. A date as a bound includes the whole day in UTC.
 *
 * @returns the query, or all invalid parameters
 * @example
 * ```ts
 * import { decodeListQuery } from "@consent-service/core/records"
 * import * as Either from "effect/Either"
 *
 * const none = { from: null, to: null, domain: null, type: null, country: null, action: null, after: null, limit: null }
 * Either.getOrThrow(decodeListQuery({ ...none, country: "de" })).filter.country // "DE"
 * Either.isLeft(decodeListQuery({ ...none, limit: "0" })) // true
 * ```
 */
export const decodeListQuery = (raw: RawListQuery): Either.Either<ListQuery, ReadonlyArray<InputIssue>> => {
  const fields = {
    from: given(raw.from, (text) => bound("from", text)),
    before: given(raw.to, (text) => bound("to", text)),
    domain: given(raw.domain, domainField),
    type: given(raw.type, typeOf),
    country: given(raw.country, countryOf),
    action: given(raw.action, actionOf),
    after: given(raw.after, afterOf),
    limit: given(raw.limit, limitOf),
  }
  return Either.all(fields).pipe(
    Either.mapLeft(() => issuesIn(fields)),
    Either.flatMap(({ action, after, before, country, domain, from, limit, type }) =>
      from !== null && before !== null && from >= before
        ? Either.left([{ path: "from", message: "must not be after 'to'" }])
        : Either.right({
            from,
            before,
            after,
            filter: { domain, type, country, action },
            limit: limit ?? defaultLimit,
          }),
    ),
  )
}

/**
 * Whether a record is one that a filter means.
 *
 * @example
 * ```ts
 * import { fitsFilter, type RecordFilter } from "@consent-service/core/records"
 * import type { StoredRecord } from "@consent-service/core/ports"
 *
 * const ofShop: RecordFilter = { domain: "shop.example", type: null, country: null, action: null }
 * const isOfShop = (record: StoredRecord): boolean => fitsFilter(ofShop, record)
 * ```
 */
export const fitsFilter = ({ action, country, domain, type }: RecordFilter, { facts, policy }: StoredRecord): boolean =>
  (domain === null || facts.domain === domain) &&
  (type === null || facts.type === type) &&
  (action === null || facts.consentAction === action) &&
  (country === null || policy?.country === country)
