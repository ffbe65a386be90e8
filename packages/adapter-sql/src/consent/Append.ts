/** Appends to the ledger: grouped with concurrent appends, or within a caller's transaction. */
import { AppendOutcome, type StoreError } from "@consent-service/core/ports"
import type { ConsentDraft } from "@consent-service/core/consent"
import { untilSuccess } from "@consent-service/core/primitives"
import type { SqlError } from "@effect/sql/SqlError"
import * as Cause from "effect/Cause"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { appendBatch, type BatchOutcome } from "./AppendBatch.js"
import { isInTransaction } from "../statement/InTransaction.js"
import { driverErrors, isContention, isStopped, isUnreachable } from "../statement/DriverError.js"
import { makeCommitByShard } from "./CommitByShard.js"
import { makeGroupCommit } from "./GroupCommit.js"
import { retryLostRaces, TimedOut, toStoreError, UnexpectedAnswer } from "../statement/Guard.js"
import { makeReadRecord } from "./LedgerReads.js"
import { found } from "../statement/Queries.js"
import type { Shards } from "../distribution/Shards.js"
import type { Database } from "../schema/SchemaState.js"
import { makeSentDecisions } from "./SentDecisions.js"
import type { LedgerStatements } from "./Statements.js"
import type { TenantStore } from "../schema/TenantStore.js"

/** Finds the conflicting rows, after the attempt was rolled back; null when there are none: they were erased meanwhile. */
const whyNotInserted = (run: TenantStore["run"], statements: LedgerStatements, shards: Shards) => {
  const readStanding = makeReadRecord(run, statements, shards)
  const readForeign = ({ record }: ConsentDraft) =>
    Effect.map(found(statements.selectForeignSubject(record.subjectId)), (isForeign) =>
      isForeign ? AppendOutcome.HeldElsewhere() : null,
    )
  return (draft: ConsentDraft, isFull: boolean): Effect.Effect<AppendOutcome | null, StoreError> =>
    Effect.flatMap(
      readStanding(draft.record),
      Option.match({
        onSome: (record): Effect.Effect<AppendOutcome | null, StoreError> =>
          Effect.succeed(AppendOutcome.Existing({ record })),
        onNone: () => (isFull ? Effect.succeed(AppendOutcome.SubjectFull()) : run("append", readForeign(draft))),
      }),
    )
}

/** A lost connection fails all of its statements, and leaves the outcome of its commit unknown. */
const concernsAll = (cause: Cause.Cause<unknown>): boolean =>
  driverErrors(cause).some((error) => isUnreachable(error) && !isContention(error) && !isStopped(error)) ||
  Chunk.some(Cause.failures(cause), (error) => error instanceof TimedOut)

/** A batch that loses so often has a member that always does; on its own, it may retry until it times out. */
const attemptsOf = (drafts: ReadonlyArray<ConsentDraft>): number => (drafts.length > 1 ? 10 : 60)

/** How often one save can meet an erasure of its subject. */
const mostErased = 10

type Together = (draft: ConsentDraft) => Effect.Effect<BatchOutcome, StoreError>

/** Commits drafts with others; on a cluster those of each shard by themselves, once it is known which shards there are. */
const makeTogether = (
  { dialect }: Database,
  statements: LedgerStatements,
  timeoutMs: number,
  shards: Shards,
): Effect.Effect<Together, SqlError | UnexpectedAnswer | TimedOut> => {
  // Stryker disable next-line ConditionalExpression,EqualityOperator: mutants are tested on SQLite, which is no cluster
  const insert = appendBatch(dialect, statements, shards === null ? null : makeSentDecisions())
  const options = {
    commit: (drafts: ReadonlyArray<ConsentDraft>) => retryLostRaces(attemptsOf(drafts))(insert(drafts)),
    concernsAll,
    timedOut: () => new TimedOut({ message: `no answer within ${timeoutMs} ms` }),
    toError: (cause: Cause.Cause<SqlError | UnexpectedAnswer | TimedOut>) => toStoreError("append", cause),
    timeoutMs,
    atOnce: dialect.transactionsAtOnce,
  }
  // Stryker disable all: mutants are tested on SQLite, which is no cluster
  if (shards === null) return Effect.succeed(makeGroupCommit(options))
  const subjectOf = ({ record }: ConsentDraft) => record.subjectId
  // All that come first share its lines.
  return untilSuccess(Effect.map(shards, (shardOf) => makeCommitByShard({ ...options, shardOf, subjectOf })))
}

// Stryker restore all
/**
 * @param run - runs work that is not committed with other appends
 * @param shards - of a cluster
 */
export const makeAppend = (
  database: Database,
  statements: LedgerStatements,
  timeoutMs: number,
  run: TenantStore["run"],
  shards: Shards = null,
) => {
  const insert = appendBatch(database.dialect, statements)
  const explain = whyNotInserted(run, statements, shards)
  let together: Together | null = null
  const ready = Effect.tap(run("append", makeTogether(database, statements, timeoutMs, shards)), (made) => {
    together = made
  })

  const inserted = Effect.succeed(AppendOutcome.Inserted({ newSubject: false }))
  const insertedWithSubject = Effect.succeed(AppendOutcome.Inserted({ newSubject: true }))
  const lost = run("append", new UnexpectedAnswer({ message: "insert affected no row, but no conflicting row exists" }))
  const tell = (
    draft: ConsentDraft,
    outcome: BatchOutcome | undefined,
    attempts: number,
  ): Effect.Effect<AppendOutcome, StoreError> => {
    if (outcome === "Inserted") return inserted
    if (outcome === "InsertedWithSubject") return insertedWithSubject
    if (outcome === "TryAgain") return withOthers(draft, attempts)
    return Effect.flatMap(explain(draft, outcome === "Full"), (reason) => {
      if (reason !== null) return Effect.succeed(reason)
      return attempts > 1 ? withOthers(draft, attempts - 1) : lost
    })
  }
  const withOthers = (draft: ConsentDraft, attempts = mostErased): Effect.Effect<AppendOutcome, StoreError> =>
    Effect.flatMap(together === null ? Effect.flatMap(ready, (commit) => commit(draft)) : together(draft), (outcome) =>
      tell(draft, outcome, attempts),
    )
  const alone = (draft: ConsentDraft) =>
    Effect.flatMap(run("append", insert([draft])), ([outcome]) => tell(draft, outcome, 1))

  // An append within a caller's transaction is committed or rolled back with it.
  return (draft: ConsentDraft): Effect.Effect<AppendOutcome, StoreError> =>
    Effect.withFiberRuntime((caller) => (isInTransaction(caller) ? alone(draft) : withOthers(draft)))
}
