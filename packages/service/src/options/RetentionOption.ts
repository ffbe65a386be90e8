/**
 * The option `retention`: how long records are kept.
 *
 * @module
 */
import {
  type Authored,
  NonBlank,
  optional,
  type OptionGroup,
  type Resolved,
  says,
  withDefault,
} from "@consent-service/core/authored"
import type { RetentionRule, RetentionSchedule } from "@consent-service/core/erasure"
import { addDuration, Jurisdiction, readIsoDuration } from "@consent-service/core/primitives"
import * as Schema from "effect/Schema"

/** Browsers deliver an act again for a week; one that was erased meanwhile would be recorded again. */
const leastDays = 30

const isLongEnough = (text: string): boolean => {
  const duration = readIsoDuration(text)
  return duration !== null && addDuration(0, duration) >= leastDays * 86_400_000
}

const KeepFor = Schema.String.pipe(Schema.filter(isLongEnough)).annotations(
  says(`must be an ISO 8601 duration of at least ${leastDays} days in years, months, weeks and days, such as P5Y`),
)

const TraceFor = Schema.String.pipe(Schema.filter((text) => readIsoDuration(text) !== null)).annotations(
  says("must be an ISO 8601 duration in years, months, weeks and days, such as P180D"),
)

const listOf = <A, I>(item: Schema.Schema<A, I>, what: string) =>
  Schema.Array(item)
    .pipe(Schema.minItems(1))
    .annotations(says(`must be an array of at least one ${what}`))

const fields = {
  /**
   * The types of records that it is for.
   *
   * @default every type
   */
  types: optional(listOf(NonBlank, "type, such as cookie_banner")),
  /**
   * The jurisdictions that it is for, as they are in the records.
   *
   * @default every record
   */
  jurisdictions: optional(listOf(Jurisdiction, "jurisdiction, such as GDPR")),
  /**
   * How long a record is kept, as an ISO 8601 duration of at least 30 days.
   *
   * @default permanently
   */
  keepFor: optional(KeepFor),
  /**
   * What `keepFor` counts from: `createdAt`; `validUntil`, the end of its validity; or `superseded`, the newer act of the
   * same subject and type or the end of the validity, whichever was first.
   *
   * @default `superseded`
   */
  from: withDefault(
    Schema.Literal("createdAt", "superseded", "validUntil").annotations(
      says('must be "createdAt", "superseded" or "validUntil"'),
    ),
    "superseded",
  ),
  /**
   * How long the record keeps address, browser, language and metadata, as an ISO 8601 duration since it was made.
   *
   * @default as long as the record
   */
  dropTraceAfter: optional(TraceFor),
}

/** How long some records are kept, as it is written in the option `retention`. */
export interface RetentionRuleOptions extends Authored<typeof fields>, OptionGroup {}

/** {@link RetentionRuleOptions} with defaults. */
export interface RetentionRuleResolved extends Resolved<typeof fields> {}

const Rule: Schema.Schema<RetentionRuleResolved, RetentionRuleOptions> = Schema.Struct(fields).pipe(
  Schema.filter(({ dropTraceAfter, keepFor }) =>
    keepFor === undefined && dropTraceAfter === undefined
      ? { path: ["keepFor"], message: "is required, unless dropTraceAfter is given" }
      : undefined,
  ),
)

/** The schema of the option. */
export const RetentionOption = Schema.Array(Rule).annotations({ message: () => "must be an array of rules" })

const durationOf = (text: string | undefined) => (text === undefined ? null : readIsoDuration(text))

const ruleOf = ({ dropTraceAfter, from, jurisdictions, keepFor, types }: RetentionRuleResolved): RetentionRule => ({
  types: types ?? null,
  jurisdictions: jurisdictions ?? null,
  keepFor: durationOf(keepFor),
  from,
  dropTraceAfter: durationOf(dropTraceAfter),
})

/** The schedule that the option describes. */
export const scheduleOf = (rules: ReadonlyArray<RetentionRuleResolved>): RetentionSchedule => rules.map(ruleOf)
