/** Finds entries by their ids and the times that they were received at: in the queue, and in the bundles of the tree. */
import { type Bundle, tileWidth } from "@consent-service/core/evidence"
import type { EntryAt } from "@consent-service/core/ports"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Statement } from "@effect/sql/Statement"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Order from "effect/Order"
import { integer, reading, text } from "../statement/Columns.js"
import type { UnexpectedAnswer } from "../statement/Guard.js"
import { listsOf, rowsOf } from "../statement/Queries.js"
import { bundleOf, unreadable } from "./LogRows.js"
import type { LogStatements } from "./LogStatements.js"

type Failure = SqlError | UnexpectedAnswer

/** Names an entry: by its id, and the time that it was received. */
export interface Named {
  readonly id: string
  readonly receivedAt: number
}

/** The times of some entries, at least one, in order: `Math.min` cannot take as many as an account may have. */
const timesOf = (named: Arr.NonEmptyReadonlyArray<Named>): Arr.NonEmptyReadonlyArray<number> =>
  Arr.sort(
    Arr.map(named, ({ receivedAt }) => receivedAt),
    Order.number,
  )

/** Reads a bundle that must be there. */
export const readBundle = (statements: LogStatements, n: number): Effect.Effect<Bundle, Failure> =>
  Effect.gen(function* () {
    const [row] = yield* rowsOf(statements.selectBundles(n, 1))
    const bundle = row === undefined ? null : yield* reading(() => bundleOf(row))
    return bundle ?? (yield* unreadable())
  })

/** The entries of a bundle, with their positions in the tree. */
export const entriesAt = ({ entries, n }: Bundle): ReadonlyArray<EntryAt> =>
  entries.map((entry, at) => ({ position: n * tileWidth + at, entry }))

/** The ids of those that wait in the queue. */
export const queuedAmong = (
  statements: LogStatements,
  named: ReadonlyArray<Named>,
): Effect.Effect<ReadonlyArray<string>, Failure> => {
  if (!Arr.isNonEmptyReadonlyArray(named)) return Effect.succeed([])
  const times = timesOf(named)
  const [from, to] = [Arr.headNonEmpty(times), Arr.lastNonEmpty(times)]
  return Effect.flatMap(
    Effect.forEach(listsOf(named.map(({ id }) => id)), (ids) => rowsOf(statements.selectQueuedIds(ids, from, to))),
    (rows) => reading(() => rows.flat().map((row) => text(row["id"]))),
  )
}

/** The first of some times in order, from a time on; Infinity when there is none. */
const firstFrom = (times: ReadonlyArray<number>, from: number): number => {
  let [below, above] = [0, times.length]
  while (below < above) {
    const middle = Math.floor((below + above) / 2)
    if ((times[middle] ?? Infinity) < from) below = middle + 1
    else above = middle
  }
  return times[below] ?? Infinity
}

/** Which bundle a row is of, if any of the times is within its span. */
const placeWithin = (times: ReadonlyArray<number>, row: Row): ReadonlyArray<number> =>
  firstFrom(times, integer(row["first_received"])) <= integer(row["last_received"]) ? [integer(row["n"])] : []

/** As many bundles are looked at before all later ones are asked for: most entries are in the first that ends after their time. */
const mostNear = 16

/** The bundles that an entry of a time may be in, the shortest first. */
const spansAt = (rows: ReadonlyArray<Row>, time: number): ReadonlyArray<number> =>
  rows
    .map((row) => ({
      n: integer(row["n"]),
      first: integer(row["first_received"]),
      last: integer(row["last_received"]),
    }))
    .filter(({ first }) => first <= time)
    .sort((one, other) => one.last - one.first - (other.last - other.first))
    .map(({ n }) => n)

/** The entry with an id that was received at a time; null when the tree has none. */
export const findPlaced = (
  statements: LogStatements,
  { id, receivedAt }: Named,
): Effect.Effect<EntryAt | null, Failure> => {
  const looked = new Set<number>()
  const lookIn = Effect.fnUntraced(function* (statement: Statement<Row>) {
    const rows = yield* rowsOf(statement)
    for (const n of yield* reading(() => spansAt(rows, receivedAt))) {
      if (looked.has(n)) continue
      looked.add(n)
      const found = entriesAt(yield* readBundle(statements, n)).find(({ entry }) => entry.id === id)
      if (found !== undefined) return found
    }
    return null
  })
  return Effect.flatMap(lookIn(statements.selectSpansFrom(receivedAt, mostNear)), (near) =>
    near === null ? lookIn(statements.selectSpans(receivedAt, receivedAt)) : Effect.succeed(near),
  )
}

/** Those that are in the tree. One query names the bundles of all their times, and each of these is read once. */
export const placedAmong = (
  statements: LogStatements,
  named: ReadonlyArray<Named>,
): Effect.Effect<ReadonlyArray<EntryAt>, Failure> =>
  Effect.gen(function* () {
    if (!Arr.isNonEmptyReadonlyArray(named)) return []
    const times = timesOf(named)
    const wanted = new Set(named.map(({ id }) => id))
    const rows = yield* rowsOf(statements.selectSpans(Arr.headNonEmpty(times), Arr.lastNonEmpty(times)))
    const places = yield* reading(() => rows.flatMap((row) => placeWithin(times, row)))
    const found = yield* Effect.forEach(places, (n) =>
      Effect.map(readBundle(statements, n), (bundle) =>
        entriesAt(bundle).filter(({ entry: { id } }) => id !== null && wanted.has(id)),
      ),
    )
    return found.flat()
  })
