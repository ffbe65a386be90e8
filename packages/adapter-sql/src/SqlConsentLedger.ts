/**
 * The consent ledger on an SQL database: SQLite, PostgreSQL, MySQL or MariaDB, whichever the client in context is for.
 *
 * An append is one transaction of at most three insert-once statements and no read; that an act has one record, and a
 * subject one tenant, are the database's own constraints. Nothing is served before the schema has been found up to date.
 *
 * @module
 */
import type { ConsentDraft } from "@consent-service/core/consent/ConsentRecord"
import { AppendOutcome, ConsentLedger } from "@consent-service/core/ports/ConsentLedger"
import type { SqlClient } from "@effect/sql/SqlClient"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { bounded, guard, UnexpectedAnswer } from "./internal/Guard.js"
import { untilSuccess } from "./internal/Once.js"
import { found, rowsOf } from "./internal/Queries.js"
import { readHistory, readRecord } from "./internal/Row.js"
import { type Database, databaseOf, mismatchOf, readApplied, statusOf } from "./internal/SchemaState.js"
import { type LedgerStatements, ledgerStatements } from "./internal/Statements.js"
import { defaultTablePrefix } from "./Tables.js"

/** Whose records, where, and how long to wait for them. */
export interface SqlConsentLedgerOptions {
  /** Null, the default, is the scope without a tenant. */
  readonly tenant?: string | null
  /** `cs_` by default. */
  readonly tablePrefix?: string
  /** How long an operation may take before it is given up as unreachable; 5,000 by default. */
  readonly timeoutMs?: number
}

/** Ends the transaction of an append that turned out not to insert. */
interface NotInserted {
  readonly _tag: "NotInserted"
}

const notInserted = Effect.fail<NotInserted>({ _tag: "NotInserted" })

const checkSchema = (database: Database) =>
  Effect.gen(function* () {
    yield* database.dialect.prepare
    const mismatch = mismatchOf(statusOf(database, yield* readApplied(database)))
    if (mismatch !== null) return yield* mismatch
  })

const insertAll = ({ dialect, sql }: Database, statements: LedgerStatements) => {
  const [byId, byTenantAndId] = [sql.literal("(id)"), sql.literal("(tenant, id)")]
  return Effect.fnUntraced(function* (draft: ConsentDraft) {
    const { decision, record } = draft
    yield* dialect.insertOnce(statements.insertSubject(draft), byId)
    if (!(yield* dialect.insertOnce(statements.insertConsent(record), byTenantAndId))) return yield* notInserted
    if (decision !== null) {
      yield* dialect.insertOnce(statements.insertDecision(decision, record.createdAt), byTenantAndId)
    }
    return AppendOutcome.Inserted()
  }, dialect.transaction)
}

/** Looks, with what was tried rolled back, at what stood in the way. */
const whyNotInserted = (statements: LedgerStatements) =>
  Effect.fnUntraced(function* ({ record }: ConsentDraft) {
    const [row] = yield* rowsOf(statements.selectRecord(record.id))
    if (row !== undefined) return AppendOutcome.Existing({ record: yield* readRecord(row) })
    if (yield* found(statements.selectForeignSubject(record.subjectId))) return AppendOutcome.HeldElsewhere()
    return yield* new UnexpectedAnswer({ message: "a record was not inserted, and there is no reason to be found" })
  })

const makeLedger = (database: Database, options: SqlConsentLedgerOptions): Context.Tag.Service<ConsentLedger> => {
  const { tenant = null, timeoutMs = 5_000 } = options
  const statements = ledgerStatements(database.sql, database.tables, tenant ?? "")
  // Bounded by itself: all callers wait for the one check, and one that hung would be waited for by later ones, too.
  const schemaChecked = untilSuccess(bounded(timeoutMs)(checkSchema(database)))
  const insert = insertAll(database, statements)
  const explain = whyNotInserted(statements)

  const run = <A, E>(operation: string, effect: Effect.Effect<A, E>) =>
    Effect.zipRight(schemaChecked, effect).pipe(guard(operation, timeoutMs))

  return {
    append: (draft) =>
      run(
        "append",
        Effect.catchTag(insert(draft), "NotInserted", () => explain(draft)),
      ),
    history: (subject) =>
      run(
        "history",
        Effect.flatMap(rowsOf(statements.selectHistory(subject)), (rows) =>
          Effect.transposeMapOption(Option.fromNullable(rows[0]), (first) => readHistory(subject, first, rows)),
        ),
      ),
    ping: run("ping", Effect.asVoid(rowsOf(statements.selectNoSubject))),
  }
}

/**
 * What is wrong with a tenant's name, or null. Drivers replace what is no well-formed text: two tenants would be
 * stored, and served, as one.
 */
export const tenantProblem = (tenant: string): string | null => {
  if (tenant === "") return "a tenant cannot be the empty string"
  if (tenant.includes("\u0000") || !tenant.isWellFormed()) return "a tenant must be well-formed text without U+0000"
  return Array.from(tenant).length > 255 ? "a tenant can have at most 255 characters" : null
}

/**
 * A ledger of one tenant over the database of the client in context.
 *
 * @throws a defect for a tenant that cannot be stored as it is, a wrong table prefix, or a client for another engine
 */
export const make = (
  options: SqlConsentLedgerOptions = {},
): Effect.Effect<Context.Tag.Service<ConsentLedger>, never, SqlClient> => {
  const problem = typeof options.tenant === "string" ? tenantProblem(options.tenant) : null
  return problem === null
    ? Effect.map(databaseOf(options.tablePrefix ?? defaultTablePrefix), (database) => makeLedger(database, options))
    : Effect.dieMessage(problem)
}

/** {@link make} as a layer. */
export const layer = (options: SqlConsentLedgerOptions = {}): Layer.Layer<ConsentLedger, never, SqlClient> =>
  Layer.effect(ConsentLedger, make(options))
