/**
 * The port of the counts that the evidence log keeps of a tenant's records.
 *
 * Counts are kept with the log: an integration adds the records of its entries in its own transaction, so that each entry
 * is counted once. An implementation is scoped to one tenant when it is made. Its law is part of the suite
 * `EvidenceLogLaws` of `@consent-service/testkit`.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type { Contribution } from "../statistics/Contribution.js"
import type { CountingState, GroupCounts } from "../statistics/StatisticsReport.js"
import type { StatisticsQuery } from "../statistics/StatisticsQuery.js"
import type { TenantScoped } from "../tenant/Tenant.js"
import type { StoreError } from "./StoreError.js"

/** The outcome of counting entries that were put into the tree without being counted. */
export type CountingOutcome = Data.TaggedEnum<{
  /** So many entries were looked at, and so many are left. */
  Counted: { readonly entries: number; readonly left: number }
  /** The log was not opened. */
  NotOpened: {}
}>

export const CountingOutcome = Data.taggedEnum<CountingOutcome>()

/** Prompts that are to be counted. */
export interface PromptList {
  /** Names the list, differently from every other of the tenant. */
  readonly id: string
  /** Epoch milliseconds. */
  readonly queuedAt: number
  /** With counts of prompts alone; others are not added. */
  readonly contributions: ReadonlyArray<Contribution>
}

/** Counts, and what they lack. */
export interface StoredStatistics {
  readonly groups: ReadonlyArray<GroupCounts>
  readonly state: CountingState
}

/**
 * Keeps and reads the counts of one tenant.
 *
 * @example
 * ```ts
 * import { Statistics } from "@consent-service/core/ports"
 * import * as Effect from "effect/Effect"
 *
 * const countries = Effect.flatMap(Statistics, ({ read }) => read({ from: 20_393, to: 20_757, groupBy: "country" }))
 * ```
 */
export class Statistics extends Context.Tag("@consent-service/core/ports/Statistics")<
  Statistics,
  TenantScoped & {
    /** The counts of some days by group, in any order. */
    readonly read: (query: StatisticsQuery) => Effect.Effect<StoredStatistics, StoreError>

    /**
     * Counts the next entries of the tree that no integration counted, in one atomic, durable step. There are such after
     * an update, and after a process of an earlier version has integrated.
     */
    readonly countLogged: Effect.Effect<CountingOutcome, StoreError>

    /**
     * Queues prompts; the next integration adds them, also when nothing else waits. A list with the same id again, within
     * an hour, changes nothing.
     */
    readonly queue: (list: PromptList) => Effect.Effect<void, StoreError>
  }
>() {}
