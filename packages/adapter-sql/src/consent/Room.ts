/** Counts the records of subjects, and chooses the drafts that fit. */
import { type ActBound, type ConsentDraft, defaultSaveBound, hasRoom } from "@consent-service/core/consent"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import { integer, reading, text } from "../statement/Columns.js"
import type { UnexpectedAnswer } from "../statement/Guard.js"
import { charactersIn } from "../statement/InsertRows.js"
import { listsOf, rowsOf } from "../statement/Queries.js"
import type { ConsentCells, LedgerStatements } from "./Statements.js"

/** A draft with its record's columns, as they are stored. */
export interface PreparedDraft {
  readonly draft: ConsentDraft
  readonly cells: ConsentCells
}

type Prepared = ReadonlyArray<PreparedDraft>
type Held = ReadonlyMap<string, ActBound>

const nothing: ActBound = { acts: 0, bytes: 0 }

const encoder = new TextEncoder()

/** An upper bound of the bytes of the texts, without reading them. */
const mostBytes = (cells: ConsentCells): number => 3 * charactersIn(cells)

/** The bytes of the texts, plus a few for the digits of the other columns. */
const bytesOf = (cells: ConsentCells): number => {
  let length = 0
  for (const cell of cells) length += cell === null ? 0 : encoder.encode(cell).length
  return length
}

const boundOf = ({ draft }: PreparedDraft): ActBound => draft.bound ?? defaultSaveBound

const subjectOf = ({ draft }: PreparedDraft): string => draft.record.subjectId

/** The drafts that fit, in order. */
const withRoom = (drafts: Prepared, held: Held): Prepared => {
  const holding = new Map(held)
  const isOnly = new Set(drafts.map(subjectOf)).size === drafts.length
  return drafts.filter((one) => {
    const has = holding.get(subjectOf(one)) ?? nothing
    // Counting bytes takes longer than the rest of the decision, and a retry rarely comes near its bound.
    // Stryker disable next-line ConditionalExpression: it saves time, and decides as what follows
    if (isOnly && hasRoom(boundOf(one), has, mostBytes(one.cells))) return true
    const bytes = bytesOf(one.cells)
    if (!hasRoom(boundOf(one), has, bytes)) return false
    holding.set(subjectOf(one), { acts: has.acts + 1, bytes: has.bytes + bytes })
    return true
  })
}

/** Whether all are of new subjects, one each, and small: then all of them fit, and no query is needed. */
const surelyFit = (drafts: Prepared, created: ReadonlySet<string>): boolean =>
  created.size === drafts.length && drafts.every((one) => hasRoom(boundOf(one), nothing, mostBytes(one.cells)))

const heldIn = (rows: ReadonlyArray<Row>): Effect.Effect<Held, UnexpectedAnswer> =>
  reading(
    () =>
      new Map(
        rows.map((row) => [text(row["subject_id"]), { acts: integer(row["acts"]), bytes: integer(row["bytes"]) }]),
      ),
  )

/**
 * Chooses the drafts that fit, within the transaction that inserts them. Subjects that it did not create
 * are locked until it ends: appends of the same subject in other transactions wait, and see the outcome of this one.
 */
export const makeAdmit = ({ countActs, holdSubjects }: LedgerStatements) => {
  const hold = (list: ReadonlyArray<string>) =>
    // Stryker disable next-line ConditionalExpression: SQLite, where mutants are tested, has nothing to lock
    holdSubjects === null ? Effect.void : Effect.asVoid(rowsOf(holdSubjects(list)))

  /** Counts only as far as needed: one large subject may end the count before the others. */
  const count = (list: ReadonlyArray<string>, mostActs: number): Effect.Effect<Held, SqlError | UnexpectedAnswer> =>
    Effect.flatMap(Effect.flatMap(rowsOf(countActs(list, mostActs)), heldIn), (held) => {
      let counted = 0
      for (const { acts } of held.values()) counted += acts
      const subjects = new Set(list)
      if (counted < mostActs || subjects.size === 1) return Effect.succeed(held)
      const each = Effect.forEach(subjects, (subject) => count([subject], mostActs))
      return Effect.map(each, (all) => new Map(all.flatMap((one) => Array.from(one))))
    })

  // One generator function for all batches: see `vendorFold`.
  const choose = Effect.fnUntraced(function* (drafts: Prepared, created: ReadonlySet<string>) {
    const returning = new Set(drafts.filter((one) => !created.has(subjectOf(one))).map(subjectOf))
    const mostActs = Math.max(...drafts.map((one) => boundOf(one).acts))
    const lists = listsOf(Array.from(returning).sort())
    // Stryker disable next-line ObjectLiteral,BooleanLiteral: nothing reads what is discarded
    yield* Effect.forEach(lists, hold, { discard: true })
    const held = yield* Effect.forEach(lists, (list) => count(list, mostActs))
    return withRoom(drafts, new Map(held.flatMap((one) => Array.from(one))))
  })

  return (drafts: Prepared, created: ReadonlySet<string>): Effect.Effect<Prepared, SqlError | UnexpectedAnswer> =>
    surelyFit(drafts, created) ? Effect.succeed(drafts) : choose(drafts, created)
}
