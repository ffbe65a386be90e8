/** Histories of any length: first the size, then, within a budget that all readers share, the records in chunks. */
import type { SubjectId } from "@consent-service/core/subject"
import { type StoreError, StoreUnreachable } from "@consent-service/core/ports"
import {
  type ActBound,
  type HistoryRecord,
  newestFirst,
  ownTurn,
  type SubjectHistory,
  within,
  forEachInTurns,
} from "@consent-service/core/consent"
import { type FairSemaphore, makeFairSemaphore, type Refusal } from "@consent-service/core/primitives"
import type { Row } from "@effect/sql/SqlConnection"
import type * as Clock from "effect/Clock"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as ExecutionStrategy from "effect/ExecutionStrategy"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { integer, reading, text } from "../statement/Columns.js"
import { DatabaseFault, type UnexpectedAnswer } from "../statement/Guard.js"
import { told } from "./LedgerReads.js"
import { listsOf, rowsOf } from "../statement/Queries.js"
import { readHistoryRecords, readSubject } from "./Row.js"
import type { LedgerStatements } from "./Statements.js"
import type { TenantStore } from "../schema/TenantStore.js"

/** The memory for running reads, in bytes of their text, and the error of a refused read. */
export type HistoryBudget = FairSemaphore<string>

/**
 * The texts of running reads take 4 MiB at most, and the results about eight times that. More of them would
 * not be ready sooner, as one thread reads them all, and each garbage collection would take longer. Reads that wait are
 * answered within seconds or refused, so that a client that is refused may soon try again.
 */
const budget = { bytes: 4 * 1024 * 1024, maxWaiting: 256, maxWaitMs: 2_000 }

const reasons: Readonly<Record<Refusal, string>> = {
  full: `${budget.maxWaiting} wait already`,
  late: `none finished within ${budget.maxWaitMs} ms`,
}

/** The budget of a ledger: for all its reads together. */
export const makeHistoryBudget = (clock: Clock.Clock): HistoryBudget =>
  makeFairSemaphore(budget.bytes, {
    ...budget,
    clock,
    refuse: (why) => Effect.fail(`too many large histories are being read: ${reasons[why]}`),
  })

/** A history that is not counted: it takes less than the request it is for. */
const smallBytes = 16 * 1024

/** The reservation for a history whose size is not known. */
const unknownBytes = budget.bytes / 16

/** A chunk of a history: less than a millisecond of work, most of it per act rather than per byte. */
const piece: ActBound = { acts: 24, bytes: 32 * 1024 }

/** How many sizes are read in a millisecond. */
const sizesTogether = 512

export type Read<A> = Effect.Effect<A, StoreError, Scope.Scope>

/** Reserves memory for a read until its scope closes. */
export const makeTake =
  (operation: string, { hold }: HistoryBudget) =>
  (bytes: number): Read<void> =>
    bytes <= smallBytes
      ? Effect.void
      : Effect.mapError(
          Effect.zipRight(hold(bytes), ownTurn),
          (message) => new StoreUnreachable({ operation, cause: new DatabaseFault({ message }) }),
        )

interface ActSize {
  readonly id: string
  readonly givenAt: number
  readonly bytes: number
}

const sizeIn = (row: Row): Effect.Effect<ActSize, UnexpectedAnswer> =>
  reading(() => ({ id: text(row["id"]), givenAt: integer(row["given_at"]), bytes: integer(row["bytes"]) }))

const bytesOf = ({ bytes }: ActSize): number => bytes

const piecesOf = (sizes: ReadonlyArray<ActSize>): ReadonlyArray<ReadonlyArray<string>> => {
  const pieces: Array<ReadonlyArray<string>> = []
  for (let from = 0; from < sizes.length; ) {
    const { kept } = within(piece, sizes.slice(from, from + piece.acts), bytesOf)
    const count = Math.max(1, kept.length)
    pieces.push(sizes.slice(from, from + count).map(({ id }) => id))
    from += count
  }
  return pieces
}

/** The records of a subject that are read. */
interface Plan {
  readonly id: SubjectId
  readonly subject: Pick<SubjectHistory, "createdAt" | "link">
  readonly sizes: ReadonlyArray<ActSize>
  readonly truncated: boolean
}

/** A record of one of several subjects. */
interface OwnedSize extends ActSize {
  readonly owner: SubjectId
}

const newestOf = (acts: ReadonlyArray<OwnedSize>, limit: number): Array<OwnedSize> =>
  acts.toSorted(newestFirst).slice(0, limit)

interface Plans {
  readonly plans: ReadonlyArray<Plan>
  readonly bytes: number
}

/** Reads the ids and sizes of a subject's records, newest act first, up to a limit. */
const makeReadSizes = (run: TenantStore["run"], statements: LedgerStatements) => {
  const { selectActSizes, selectNextActSizes } = statements

  const together = (operation: string, id: SubjectId, limit: number) =>
    Effect.flatMap(run(operation, rowsOf(selectActSizes(id, limit))), (rows) =>
      told(operation)(forEachInTurns(rows, sizeIn)),
    )

  /** The rows in the engine's order, a few per turn; keeps the newest. */
  const inParts = (select: NonNullable<typeof selectNextActSizes>) =>
    Effect.fnUntraced(function* (operation: string, id: SubjectId, limit: number) {
      let sizes: Array<ActSize> = []
      for (let after = 0, isLast = false; !isLast; yield* isLast ? Effect.void : ownTurn) {
        const rows = yield* run(operation, rowsOf(select(id, after, sizesTogether)))
        for (const row of rows) sizes.push(yield* told(operation)(sizeIn(row)))
        isLast = rows.length < sizesTogether
        const place = rows.at(-1)?.["place"]
        if (!isLast) after = yield* told(operation)(reading(() => integer(place)))
        if (isLast || sizes.length > 2 * limit) sizes = sizes.sort(newestFirst).slice(0, limit)
      }
      return sizes
    })

  return selectNextActSizes === null ? together : inParts(selectNextActSizes)
}

/** Reads histories of any length in chunks. */
export const makeLongReads = (
  run: TenantStore["run"],
  statements: LedgerStatements,
  take: (bytes: number) => Read<void>,
) => {
  const { selectActs, selectSubject } = statements
  const readSizes = makeReadSizes(run, statements)

  /** The newest records of all of them within the bound. */
  const planAll = Effect.fnUntraced(function* (operation: string, ids: ReadonlyArray<SubjectId>, bound: ActBound) {
    const subjects: Array<Pick<Plan, "id" | "subject"> & { readonly found: number }> = []
    let acts: Array<OwnedSize> = []
    for (const id of ids) {
      const [row] = yield* run(operation, rowsOf(selectSubject(id)))
      if (row === undefined) continue
      const subject = yield* told(operation)(readSubject(row))
      const found = yield* readSizes(operation, id, bound.acts + 1)
      subjects.push({ id, subject, found: found.length })
      for (const size of found) acts.push({ ...size, owner: id })
      if (acts.length > 2 * bound.acts) acts = newestOf(acts, bound.acts)
      yield* ownTurn
    }
    const { bytes, kept } = within(bound, newestOf(acts, bound.acts), bytesOf)
    const owned = Arr.groupBy(kept, ({ owner }) => owner)
    const plans = subjects.map(({ found, id, subject }): Plan => {
      const sizes = owned[id] ?? []
      return { id, subject, sizes, truncated: sizes.length < found }
    })
    return { plans, bytes } satisfies Plans
  })

  /**
   * Plans within the reserved memory. A larger history returns its reservation before it requests more: if each
   * kept a part while they waited for the rest, they could wait for each other.
   */
  const planned = Effect.fnUntraced(function* (known: number, planning: Effect.Effect<Plans, StoreError>) {
    const first = yield* Scope.fork(yield* Effect.scope, ExecutionStrategy.sequential)
    yield* Scope.extend(take(known), first)
    const found = yield* planning
    if (found.bytes <= known) return found
    yield* Scope.close(first, Exit.void)
    yield* take(found.bytes)
    return found
  })

  const read = Effect.fnUntraced(function* (operation: string, { id, sizes, subject, truncated }: Plan) {
    const records: Array<HistoryRecord> = []
    for (const ids of piecesOf(sizes)) {
      for (const list of listsOf(ids)) {
        const rows = yield* run(operation, rowsOf(selectActs(list, id)))
        records.push(...(yield* told(operation)(readHistoryRecords(rows))))
      }
      yield* ownTurn
    }
    return { id, ...subject, records: records.sort(newestFirst), truncated } satisfies SubjectHistory
  })

  return Effect.fnUntraced(function* (
    operation: string,
    ids: ReadonlyArray<SubjectId>,
    bound: ActBound,
    known: number = unknownBytes,
  ) {
    const { bytes, plans } = yield* planned(known, planAll(operation, ids, bound))
    const histories = yield* Effect.forEach(plans, (one) => read(operation, one))
    return { histories, bytes }
  })
}
