/** Answers what may be late from a read replica, and from the database where the replica cannot. */
import {
  ConsentStore,
  LateReads,
  lazyStores,
  type Observe,
  Records,
  recordsOperations,
  Statistics,
  statisticsOperations,
  type StoreError,
  type Stores,
} from "@consent-service/core/ports"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { DatabaseUnusable } from "../client/DatabaseUnusable.js"
import { bounded, mapCause } from "../statement/Guard.js"
import { isWithin, type Mark, observed, unknownFreshness } from "./Freshness.js"
import { type LogPosition, replayedTo } from "./Positions.js"

type Store = Context.Tag.Service<ConsentStore>
type RecordStore = Context.Tag.Service<Records>
type StatisticStore = Context.Tag.Service<Statistics>

/** The stores that have every record as soon as it is acknowledged. */
export interface GivenStores<E> {
  readonly store: Store
  readonly records: RecordStore
  readonly statistics: StatisticStore
  /** The end of what the database has written; null where that says nothing about a replica. */
  readonly written: Effect.Effect<LogPosition | null, E>
}

export interface LateOptions {
  /** Milliseconds; null leaves histories to the given stores. */
  readonly historyLagMs: number | null
  readonly observe: Observe
  /** The error of operations after the scope has closed. */
  readonly whenClosed: DatabaseUnusable
}

/** After a failure, the replica is not asked for so long: each question could take until its timeout. */
const pauseMs = 10_000

/** A look at both servers takes two short queries. */
const lookMs = 1_000

const nameOf = (error: StoreError): string =>
  error._tag === "SchemaMismatch" ? error._tag : `${error._tag}: ${error.operation}`

/** Asks the replica first, unless it failed a short while ago. */
const makeReplicaFirst = (observe: Observe) => {
  let pausedUntil = 0
  const pause = (failure: string) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      pausedUntil = now + pauseMs
      observe({ _tag: "ReadReplicaFailed", failure })
    })
  return <A, R, R2>(
    late: Effect.Effect<A, StoreError, R>,
    otherwise: Effect.Effect<A, StoreError, R2>,
  ): Effect.Effect<A, StoreError, R | R2> =>
    Effect.flatMap(
      Clock.currentTimeMillis,
      (now): Effect.Effect<A, StoreError, R | R2> =>
        now < pausedUntil
          ? otherwise
          : Effect.catchAll(late, (error) => Effect.zipRight(pause(nameOf(error)), otherwise)),
    )
}

type ReplicaFirst = ReturnType<typeof makeReplicaFirst>

/** Whether the replica is within the bound. Looks at most four times within it, and once for all that ask together. */
const makeIsFresh = (
  primary: Effect.Effect<LogPosition | null, unknown>,
  replica: Effect.Effect<SqlClient.SqlClient, unknown>,
  boundMs: number,
  observe: Observe,
): Effect.Effect<boolean> => {
  const oneAtATime = Effect.unsafeMakeSemaphore(1).withPermits(1)
  let freshness = unknownFreshness
  let lookedAt = Number.NEGATIVE_INFINITY
  const look = Effect.gen(function* () {
    const at = yield* Clock.currentTimeMillis
    // The time first: what was acknowledged before it is in front of the position.
    const written = yield* primary
    const mark: Mark | null = written === null ? null : { at, written }
    freshness = observed(freshness, mark, yield* Effect.flatMap(replica, replayedTo))
  }).pipe(
    bounded(lookMs),
    mapCause(() => "the positions of the logs cannot be read"),
    Effect.catchAll((failure) =>
      Effect.sync(() => {
        freshness = unknownFreshness
        lookedAt += pauseMs
        observe({ _tag: "ReadReplicaFailed", failure })
      }),
    ),
  )
  const lookAgain = Effect.flatMap(Clock.currentTimeMillis, (now) => {
    if (now - lookedAt < boundMs / 4) return Effect.void
    lookedAt = now
    return look
  })
  const refreshed = oneAtATime(Effect.suspend(() => lookAgain))
  return Effect.flatMap(Clock.currentTimeMillis, (now) => {
    if (isWithin(freshness, now, boundMs / 2)) return Effect.succeed(true)
    const after = Effect.map(Clock.currentTimeMillis, (then) => isWithin(freshness, then, boundMs))
    return Effect.zipRight(refreshed, after)
  })
}

/** Histories from the replica where the answer may be late, and it is within the bound. */
const withHistories = (
  store: Store,
  late: Store,
  isFresh: Effect.Effect<boolean>,
  replicaFirst: ReplicaFirst,
): Pick<Store, "history" | "linkedHistories"> => {
  const mayBeLate = Effect.flatMap(LateReads, (may) => (may ? isFresh : Effect.succeed(false)))
  return {
    history: (subject, bound) => {
      const current = store.history(subject, bound)
      // A subject who has just appeared would not be found.
      const found = Effect.flatMap(late.history(subject, bound), (history) =>
        Option.isSome(history) ? Effect.succeed(history) : current,
      )
      return Effect.flatMap(mayBeLate, (may) => (may ? replicaFirst(found, current) : current))
    },
    linkedHistories: (externalId, bound) => {
      const current = store.linkedHistories(externalId, bound)
      return Effect.flatMap(mayBeLate, (may) =>
        may ? replicaFirst(late.linkedHistories(externalId, bound), current) : current,
      )
    },
  }
}

/**
 * The stores of which experiments, statistics and lists of records are read from the replica, and histories if told so.
 * Everything else stays with the given ones.
 *
 * @param replicaStores - over the replica's client, which they supply, too
 */
export const readingLate = <E>(
  given: GivenStores<E>,
  replicaStores: Layer.Layer<Stores | Records | Statistics | SqlClient.SqlClient, DatabaseUnusable>,
  { historyLagMs, observe, whenClosed }: LateOptions,
) =>
  Effect.gen(function* () {
    const { lazily, opened, stores } = yield* lazyStores(replicaStores, whenClosed)
    const [late, lateRecords] = [Context.get(stores, ConsentStore), lazily(Records, recordsOperations)]
    const lateStatistics = lazily(Statistics, statisticsOperations)
    const replicaFirst = makeReplicaFirst(observe)
    const replica = Effect.map(opened, (context) => Context.get(context, SqlClient.SqlClient))
    const decisions: Store["decisions"] = (query) => replicaFirst(late.decisions(query), given.store.decisions(query))
    const read: RecordStore["read"] = (range, limit) =>
      replicaFirst(lateRecords.read(range, limit), given.records.read(range, limit))
    const count: StatisticStore["read"] = (query) =>
      replicaFirst(lateStatistics.read(query), given.statistics.read(query))
    const histories = (boundMs: number) =>
      withHistories(given.store, late, makeIsFresh(given.written, replica, boundMs, observe), replicaFirst)
    return {
      store: { ...given.store, decisions, ...(historyLagMs === null ? {} : histories(historyLagMs)) } satisfies Store,
      records: { ...given.records, read } satisfies RecordStore,
      statistics: { ...given.statistics, read: count } satisfies StatisticStore,
    }
  })
