/**
 * Applies a retention schedule to what is on record.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { ConsentFacts } from "../evidence/Statement.js"
import { ErasureDecision, Erasures, type Footprint } from "../ports/Erasures.js"
import type { Records } from "../ports/Records.js"
import type { StoreError } from "../ports/StoreError.js"
import { type RecordPage, readInOrder } from "../record-list/ReadInOrder.js"
import { piecesOf } from "./Pieces.js"
import { planSelected, tracePart } from "./PlanErasure.js"
import { dueBefore, mayBeDue, planRetention, type RetentionPlan, type RetentionSchedule } from "./PlanRetention.js"

/** The reason in the log and in the certificates. */
const reason = "retention"

/** How many records are looked at between two looks at all that is stored of their subjects. */
const pageSize = 500

/** How many subjects are decided on in one transaction. */
const mostSubjects = 50

/** How many ids are named. */
const mostIds = 10

/** How a schedule is applied. */
export interface RetentionOptions {
  readonly schedule: RetentionSchedule
  /** Returns a new salt at each call. */
  readonly salts: () => string
  /** Whether nothing is changed. */
  readonly dryRun: boolean
  /** Called after each page. */
  readonly onPage: (result: RetentionResult) => Effect.Effect<void>
}

/** What applying a schedule came to, so far or at the end. */
export interface RetentionResult {
  /** How many records were looked at: those that are old enough. */
  readonly records: number
  /** How many were erased, or would be. */
  readonly erased: number
  /** How many lost their trace, or would. */
  readonly traces: number
  /** How many stay although their time is over: they are what a person decided last. */
  readonly kept: number
  /** The ids of the first ten that were erased or lost their trace, or would. */
  readonly first: ReadonlyArray<string>
}

type Done = Omit<RetentionResult, "records">

const nothing: Done = { erased: 0, traces: 0, kept: 0, first: [] }

const added = (one: Done, other: Done): Done => ({
  erased: one.erased + other.erased,
  traces: one.traces + other.traces,
  kept: one.kept + other.kept,
  first: [...one.first, ...other.first].slice(0, mostIds),
})

const doneOf = ({ erased, kept, traces }: RetentionPlan): Done => ({
  erased: erased.length,
  traces: traces.length,
  kept: kept.length,
  first: [...erased, ...traces].map(({ id }) => id),
})

/** The subjects with all others of their accounts: what one decided last may supersede what another did. */
const withAccounts = ({ subjects }: Footprint) =>
  Effect.gen(function* () {
    const { subjectsOf } = yield* Erasures
    const accounts = new Set(subjects.flatMap(({ externalId }) => (externalId === null ? [] : [externalId])))
    const linked = yield* Effect.forEach(accounts, subjectsOf)
    return Array.from(new Set([...subjects.map(({ id }) => id), ...linked.flat()]))
  })

/** Erases what `choose` picks of some subjects, in one atomic step. */
const eraseChosen = (
  { salts }: RetentionOptions,
  subjects: ReadonlyArray<string>,
  part: typeof tracePart | null,
  choose: (found: Footprint) => ReadonlyArray<ConsentFacts>,
) =>
  Effect.gen(function* () {
    const { erase } = yield* Erasures
    const task = { id: `retention_${salts()}`, at: yield* Clock.currentTimeMillis, reason, salts }
    // Stryker disable next-line ArrayDeclaration: an erasure was decided on before it is read
    let chosen: ReadonlyArray<ConsentFacts> = []
    const decision = yield* erase(subjects, (found) => {
      chosen = choose(found)
      return planSelected(task, part, found, chosen)
    })
    return ErasureDecision.$is("Erase")(decision) ? chosen : []
  })

/** Applies the schedule to some subjects. What a look without a lock found is decided on again under one. */
const retainOf = (options: RetentionOptions, requested: ReadonlyArray<string>, now: number) =>
  Effect.gen(function* () {
    const { footprint } = yield* Erasures
    const seen = yield* footprint(requested)
    const subjects = yield* withAccounts(seen)
    const found = subjects.length === seen.subjects.length ? seen : yield* footprint(subjects)
    const planned = (again: Footprint) => planRetention(options.schedule, again, now)
    const plan = planned(found)
    if (options.dryRun) return plan
    const erased =
      plan.erased.length === 0 ? [] : yield* eraseChosen(options, subjects, null, (again) => planned(again).erased)
    const traces =
      plan.traces.length === 0 ? [] : yield* eraseChosen(options, subjects, tracePart, (again) => planned(again).traces)
    return { erased, traces, kept: plan.kept }
  })

/** The part of a plan that is about some records. */
const within = (plan: RetentionPlan, records: ReadonlyArray<ConsentFacts>): RetentionPlan => {
  const ids = new Set(records.map(({ id }) => id))
  const isOne = ({ id }: ConsentFacts): boolean => ids.has(id)
  return { erased: plan.erased.filter(isOne), traces: plan.traces.filter(isOne), kept: plan.kept.filter(isOne) }
}

/**
 * Applies a schedule to everything on record, in pages: each erasure is one atomic step with an entry of its own in the
 * log. Stopped anywhere, it can be run again; several runs concurrently do nothing twice.
 *
 * @returns fails with `StoreError` when the store does
 * @example
 * ```ts
 * import { applyRetention, type RetentionOptions } from "@consent-service/core/erasure"
 *
 * const run = (options: RetentionOptions) => applyRetention(options)
 * ```
 */
export const applyRetention = (
  options: RetentionOptions,
): Effect.Effect<RetentionResult, StoreError, Erasures | Records> =>
  Effect.gen(function* () {
    const { onPage, schedule } = options
    const now = yield* Clock.currentTimeMillis
    const before = dueBefore(schedule, now)
    let result: RetentionResult = { records: 0, ...nothing }
    if (before === null) return result
    // An act is recorded after it was made, but for what clocks differ by: the schedule's own slack is longer.
    const span = { from: null, before }
    let after: string | null = null
    while (true) {
      const page: RecordPage = yield* readInOrder({ ...span, after }, pageSize)
      if (page.next === null) return result
      const records = page.records.map(({ facts }) => facts)
      const candidates = records.filter((record) => mayBeDue(schedule, record, now))
      const subjects = Array.from(new Set(candidates.map(({ subjectId }) => subjectId)))
      const plans = yield* Effect.forEach(piecesOf(subjects, mostSubjects), (piece) => retainOf(options, piece, now))
      // A subject can have records on several pages: what stays is counted on its own.
      const counted = plans.map((plan) => {
        const own = within(plan, candidates)
        return options.dryRun ? own : { ...plan, kept: own.kept }
      })
      const done: Done = counted.map(doneOf).reduce(added, result)
      result = { ...done, records: result.records + records.length }
      yield* onPage(result)
      after = page.next
    }
  })
