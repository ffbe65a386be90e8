/**
 * Erasures of one tenant on an SQL database.
 *
 * An erasure is one transaction that locks the log's row, as an integration does, since both write bundles; then the
 * subjects, as a save does. So it is decided on what is stored, and a save meanwhile comes before it or after it.
 */
import { type Bundle, tileWidth } from "@consent-service/core/evidence"
import {
  type DecideErasure,
  type EntryAt,
  ErasureDecision,
  type ErasurePlan,
  type Erasures,
  type LegalHold,
  PlaceOutcome,
} from "@consent-service/core/ports"
import { SubjectId } from "@consent-service/core/subject"
import type { PendingEntry } from "@consent-service/core/evidence"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Statement } from "@effect/sql/Statement"
import * as Arr from "effect/Array"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { readBundle } from "../evidence-log/FindEntries.js"
import { logStatements, type LogStatements } from "../evidence-log/LogStatements.js"
import { makeQueue, type QueueEntries } from "../log-queue/Queue.js"
import type { Database } from "../schema/SchemaState.js"
import type { TenantStore } from "../schema/TenantStore.js"
import { fitsKey, reading, text } from "../statement/Columns.js"
import { UnexpectedAnswer } from "../statement/Guard.js"
import { listsOf, rowsListed, rowsOf } from "../statement/Queries.js"
import { erasureOf, holdOf } from "./ErasureRows.js"
import { erasureStatements, type ErasureStatements } from "./ErasureStatements.js"
import { footprintOf } from "./Footprint.js"

/** What every operation needs. */
interface Ports {
  readonly database: Database
  readonly log: LogStatements
  readonly statements: ErasureStatements
  readonly queue: QueueEntries
}

const readFirst = <A>(statement: Statement<Row>, read: (row: Row) => A) =>
  Effect.flatMap(rowsOf(statement), ([row]) =>
    row === undefined ? Effect.succeedNone : Effect.asSome(reading(() => read(row))),
  )

/** Locks the log's row until the transaction ends; returns whether there is one. */
const holdLog = (log: LogStatements) => Effect.map(rowsOf(log.holdHead), (rows) => rows.length > 0)

const each = (
  ids: ReadonlyArray<string>,
  statement: (list: ReadonlyArray<string>) => Statement<Row>,
): Effect.Effect<void, SqlError> =>
  ids.length === 0 ? Effect.void : Effect.forEach(listsOf(ids), (list) => rowsOf(statement(list)), { discard: true })

/** Locks subjects. A cluster locks rows of one shard in a statement; so it locks one after the other, in the order of all locks. */
const holdSubjects =
  ({ dialect }: Database, statements: ErasureStatements) =>
  (ids: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<Row>, SqlError> => {
    const hold = (list: ReadonlyArray<string>) => rowsOf(statements.holdSubjects(list))
    if (dialect.cluster === null) return rowsListed(ids, hold)
    return Effect.map(
      Effect.forEach(Array.from(new Set(ids)).sort(), (id) => hold([id])),
      (rows) => rows.flat(),
    )
  }

/** A bundle with some of its entries replaced. */
const withEntries = (bundle: Bundle, entries: ReadonlyArray<EntryAt>): Bundle => {
  const replaced = new Map(entries.map(({ entry, position }) => [position % tileWidth, entry]))
  return { ...bundle, entries: bundle.entries.map((entry, at) => replaced.get(at) ?? entry) }
}

const rewrite = (log: LogStatements, entries: ReadonlyArray<EntryAt>) =>
  Effect.forEach(
    Object.values(Arr.groupBy(entries, ({ position }) => String(Math.floor(position / tileWidth)))),
    (ofBundle) =>
      Effect.gen(function* () {
        const bundle = yield* readBundle(log, Math.floor(ofBundle[0].position / tileWidth))
        yield* rowsOf(log.updateBundle(withEntries(bundle, ofBundle)))
      }),
    { discard: true },
  )

const carryOut = ({ log, queue, statements }: Ports, plan: ErasurePlan) =>
  Effect.gen(function* () {
    yield* each(plan.records, statements.deleteRecords)
    yield* each(plan.traces, statements.emptyTraces)
    yield* each(plan.subjects, statements.deleteSubjects)
    yield* each(plan.unlinked, statements.unlinkSubjects)
    yield* each(plan.statements, statements.deleteStatements)
    yield* rewrite(log, plan.entries)
    if (plan.entry !== null) yield* queue([plan.entry])
  })

const makeErase = (ports: Ports) => {
  const { database, log, statements } = ports
  const { insertOnce, transactionThatErases } = database.dialect
  const hold = holdSubjects(database, statements)
  return Effect.fnUntraced(function* (
    subjects: ReadonlyArray<string>,
    decide: DecideErasure,
  ): Effect.fn.Return<ErasureDecision, SqlError | UnexpectedAnswer> {
    const isLogged = yield* holdLog(log)
    const decision = decide(yield* footprintOf(log, statements, hold, subjects, isLogged))
    if (decision._tag !== "Erase") return decision
    const { plan } = decision
    const key = database.sql.literal("(tenant, id)")
    if (!(yield* insertOnce(statements.insertErasure(plan.erasure), key))) return ErasureDecision.NothingThere()
    yield* carryOut(ports, plan)
    return decision
  }, transactionThatErases)
}

const isSame = (one: LegalHold, other: LegalHold): boolean =>
  one.releasedAt === null && one.reason === other.reason && JSON.stringify(one.scope) === JSON.stringify(other.scope)

const makePlace = ({ database, log, queue, statements }: Ports) =>
  Effect.fnUntraced(function* (hold: LegalHold, entry: PendingEntry) {
    const isLogged = yield* holdLog(log)
    const isNew = yield* database.dialect.insertOnce(statements.insertHold(hold), database.sql.literal("(tenant, id)"))
    if (isNew && isLogged) yield* queue([entry])
    if (isNew) return PlaceOutcome.Placed({ hold })
    const known = Option.getOrNull(yield* readFirst(statements.selectHold(hold.id), holdOf))
    if (known === null) return yield* new UnexpectedAnswer({ message: "the hold is neither there nor new" })
    return isSame(known, hold) ? PlaceOutcome.Unchanged({ hold: known }) : PlaceOutcome.Differs({ hold: known })
  }, database.dialect.transactionWithoutGaps)

const makeRelease = ({ database, log, queue, statements }: Ports) =>
  Effect.fnUntraced(function* (id: string, at: number, entry: PendingEntry) {
    const isLogged = yield* holdLog(log)
    const released = yield* database.dialect.changed(statements.releaseHold(id, at))
    if (released > 0 && isLogged) yield* queue([entry])
    return yield* readFirst(statements.selectHold(id), holdOf)
  }, database.dialect.transactionWithoutGaps)

/** How much longer than other operations an erasure may take: it reads and writes each bundle that has an entry of the subjects. */
const patience = 12

/** The erasures and holds of a tenant. */
export const erasuresOf = ({
  database,
  run,
  tenant,
  tenantKey,
  timeoutMs,
}: TenantStore): Context.Tag.Service<Erasures> => {
  const log = logStatements(database, tenantKey)
  const statements = erasureStatements(database, tenantKey)
  const ports = { database, log, statements, queue: makeQueue(database, tenantKey) }
  const [erase, place, release] = [makeErase(ports), makePlace(ports), makeRelease(ports)]

  const readSubjects = (ids: ReadonlyArray<string>) =>
    rowsListed(ids, (list) => rowsOf(statements.selectSubjects(list)))
  const footprint = (subjects: ReadonlyArray<string>) =>
    Effect.flatMap(rowsOf(log.selectHead), (rows) =>
      footprintOf(log, statements, readSubjects, subjects, rows.length > 0),
    )

  return {
    tenant,
    // Drivers replace what is ill-formed: the subjects of another account would be found.
    subjectsOf: (externalId) =>
      fitsKey(externalId)
        ? run(
            "subjectsOf",
            Effect.flatMap(rowsOf(statements.selectLinkedSubjects(externalId)), (rows) =>
              // Ids were checked before they were stored.
              reading(() => rows.map((row) => SubjectId.make(text(row["id"]), { disableValidation: true }))),
            ),
          )
        : Effect.succeed([]),
    footprint: (subjects) => run("footprint", footprint(subjects), patience * timeoutMs),
    erase: (subjects, decide) => run("erase", erase(subjects, decide), patience * timeoutMs),
    erasure: (id) => run("erasure", readFirst(statements.selectErasure(id), erasureOf)),
    place: (hold, entry) => run("placeHold", place(hold, entry)),
    release: (id, at, entry) => run("releaseHold", release(id, at, entry)),
    legalHolds: run(
      "legalHolds",
      Effect.flatMap(rowsOf(statements.selectHolds), (rows) => reading(() => rows.map(holdOf))),
    ),
  }
}
