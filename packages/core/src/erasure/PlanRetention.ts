/**
 * Which records a retention schedule no longer keeps: a pure decision on what is stored of some subjects.
 *
 * Nothing changes what a person decided last: their newest decision of a type goes only when its validity is over, and
 * when every older one goes with it. Otherwise an older one would count again.
 *
 * @module
 */
import { newestFirst } from "../consent/record/ConsentRecord.js"
import { type ConsentFacts, hasTrace } from "../evidence/Statement.js"
import type { Footprint } from "../ports/Erasures.js"
import { addDuration, type CalendarDuration } from "../schema/IsoDuration.js"
import { holdOfRecord } from "./Holds.js"

/** What the time of keeping counts from. */
export type KeptFrom = "createdAt" | "superseded" | "validUntil"

/** How long some records are kept. */
export interface RetentionRule {
  /** The types that it is for; null for every type. */
  readonly types: ReadonlyArray<string> | null
  /** The jurisdictions that it is for; null for every record, and for those without one. */
  readonly jurisdictions: ReadonlyArray<string> | null
  /** How long a record is kept; null without end. */
  readonly keepFor: CalendarDuration | null
  /**
   * `createdAt`: since it was recorded. `validUntil`: since its validity is over. `superseded`: since a newer act of the
   * same subject and type was recorded, or its validity is over, whichever was first.
   */
  readonly from: KeptFrom
  /** How long address, browser, language and metadata are kept after the record was made; null as long as the record. */
  readonly dropTraceAfter: CalendarDuration | null
}

/** Rules in order; the first one that fits a record decides. What no rule fits is kept. */
export type RetentionSchedule = ReadonlyArray<RetentionRule>

/** What a schedule no longer keeps, and what it would not keep if it did not still count. */
export interface RetentionPlan {
  /** Records to erase. */
  readonly erased: ReadonlyArray<ConsentFacts>
  /** Records that stay, and lose their trace. */
  readonly traces: ReadonlyArray<ConsentFacts>
  /** Records whose time is over, and that stay because they are what a person decided last. */
  readonly kept: ReadonlyArray<ConsentFacts>
}

const fits = ({ jurisdictions, types }: RetentionRule, record: ConsentFacts): boolean =>
  (types === null || types.includes(record.type)) &&
  (jurisdictions === null || jurisdictions.some((one) => one === record.jurisdiction))

const ruleFor = (schedule: RetentionSchedule, record: ConsentFacts): RetentionRule | null =>
  schedule.find((rule) => fits(rule, record)) ?? null

const groupsBy = <A>(items: ReadonlyArray<A>, keyOf: (item: A) => string): ReadonlyArray<ReadonlyArray<A>> => {
  const groups = new Map<string, Array<A>>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return Array.from(groups.values())
}

/** The acts of one subject and type, or of one account and type; newest first. */
type Acts = ReadonlyArray<ConsentFacts>

const actsOf = (records: ReadonlyArray<ConsentFacts>, ownerOf: (record: ConsentFacts) => string): ReadonlyArray<Acts> =>
  groupsBy(records, (record) => JSON.stringify([ownerOf(record), record.type])).map((acts) =>
    acts.toSorted(newestFirst),
  )

/** When each act was superseded; epoch milliseconds. The newest one has none. */
const supersededAt = (subjects: ReadonlyArray<Acts>): ReadonlyMap<ConsentFacts, number> =>
  new Map(
    subjects.flatMap((acts) =>
      acts.flatMap((act, at) => {
        const newer = acts[at - 1]
        // A newer act can have arrived before this one.
        return newer === undefined ? [] : [[act, Math.max(newer.createdAt, act.createdAt)] as const]
      }),
    ),
  )

/** When the time of keeping begins; null while it has not. */
const keptSince = (record: ConsentFacts, from: KeptFrom, superseded: number | undefined): number | null => {
  switch (from) {
    case "createdAt":
      return record.createdAt
    case "validUntil":
      return record.validUntil
    case "superseded":
      return record.validUntil === null
        ? (superseded ?? null)
        : Math.min(superseded ?? Number.POSITIVE_INFINITY, record.validUntil)
  }
}

/** Takes out of `due` the newest acts that have to stay, until nothing more has to. */
const protectNewest = (due: Set<ConsentFacts>, groups: ReadonlyArray<Acts>, now: number): void => {
  const mayGo = (newest: ConsentFacts, older: Acts): boolean =>
    newest.validUntil !== null && newest.validUntil <= now && older.every((act) => due.has(act))
  let before = -1
  // An act that stays may be an older one of another group, whose newest has to stay then.
  while (due.size !== before) {
    before = due.size
    for (const [newest, ...older] of groups) {
      // Stryker disable next-line ConditionalExpression: no group is empty, which its type does not say
      if (newest !== undefined && !mayGo(newest, older)) due.delete(newest)
    }
  }
}

const isOver = (since: number | null, duration: CalendarDuration | null, now: number): boolean =>
  since !== null && duration !== null && addDuration(since, duration) <= now

/**
 * Decides which records of some subjects a schedule no longer keeps. Records that a hold covers, and those whose entries
 * still wait for the log, stay as they are.
 *
 * @param found - of subjects with all others of their accounts
 * @param now - epoch milliseconds
 * @example
 * ```ts
 * import { planRetention, type RetentionRule } from "@consent-service/core/erasure"
 * import type { Footprint } from "@consent-service/core/ports"
 *
 * const fiveYears: RetentionRule = {
 *   types: null,
 *   jurisdictions: ["GDPR"],
 *   keepFor: { months: 60, days: 0 },
 *   from: "superseded",
 *   dropTraceAfter: null,
 * }
 * const planNow = (found: Footprint) => planRetention([fiveYears], found, Date.now())
 * ```
 */
export const planRetention = (schedule: RetentionSchedule, found: Footprint, now: number): RetentionPlan => {
  const accounts = new Map(found.subjects.map(({ externalId, id }) => [id, externalId]))
  const accountOf = ({ subjectId }: ConsentFacts): string | null => accounts.get(subjectId) ?? null
  const queued = new Set(found.queued)
  const isFree = (record: ConsentFacts): boolean =>
    !queued.has(record.id) && holdOfRecord(found.legalHolds, record, accountOf(record)) === null
  const subjects = actsOf(found.records, ({ subjectId }) => subjectId)
  const ofAccounts = actsOf(
    found.records.filter((record) => accountOf(record) !== null),
    // Stryker disable next-line StringLiteral: those without an account were left out
    (record) => accountOf(record) ?? "",
  )
  const superseded = supersededAt(subjects)
  const free = found.records.filter(isFree)
  const over = free.filter((record) => {
    const rule = ruleFor(schedule, record)
    return rule !== null && isOver(keptSince(record, rule.from, superseded.get(record)), rule.keepFor, now)
  })
  const due = new Set(over)
  protectNewest(due, [...subjects, ...ofAccounts], now)
  const traces = free.filter((record) => {
    if (due.has(record) || !hasTrace(record)) return false
    return isOver(record.createdAt, ruleFor(schedule, record)?.dropTraceAfter ?? null, now)
  })
  return { erased: Array.from(due), traces, kept: over.filter((record) => !due.has(record)) }
}

/**
 * Whether a schedule may have something to do about a record, for all that the record alone tells.
 *
 * @param now - epoch milliseconds
 * @example
 * ```ts
 * import { mayBeDue } from "@consent-service/core/erasure"
 * import type { ConsentFacts } from "@consent-service/core/evidence"
 *
 * const keepsAll = (record: ConsentFacts): boolean => !mayBeDue([], record, Date.now())
 * ```
 */
export const mayBeDue = (schedule: RetentionSchedule, record: ConsentFacts, now: number): boolean => {
  const rule = ruleFor(schedule, record)
  if (rule === null) return false
  // It can have been superseded as soon as it was recorded.
  const since = keptSince(record, rule.from, record.createdAt)
  return isOver(since, rule.keepFor, now) || (hasTrace(record) && isOver(record.createdAt, rule.dropTraceAfter, now))
}

/** How far calendars and the order of arrival can move a time. */
const slackMs = 14 * 86_400_000

const approximateMs = ({ days, months }: CalendarDuration): number => (days + months * 30.436_875) * 86_400_000

/**
 * Records made at this time or later have nothing to lose yet: what a schedule no longer keeps was made before.
 *
 * @param now - epoch milliseconds
 * @returns epoch milliseconds; null for a schedule that keeps everything
 * @example
 * ```ts
 * import { dueBefore } from "@consent-service/core/erasure"
 *
 * dueBefore([], Date.now()) // null
 * ```
 */
export const dueBefore = (schedule: RetentionSchedule, now: number): number | null => {
  const times = schedule
    .flatMap(({ dropTraceAfter, keepFor }) => [dropTraceAfter, keepFor])
    .flatMap((duration) => (duration === null ? [] : [now - approximateMs(duration) + slackMs]))
  return times.length === 0 ? null : Math.min(now, Math.round(Math.max(...times)))
}
