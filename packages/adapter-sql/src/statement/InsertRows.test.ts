import { describeEngines } from "@consent-service/test-engines"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { dialectOf } from "../dialect/DialectOf.js"
import { freshDatabase, openClient } from "../testing/TestDatabase.js"
import type { Cell, InsertTarget } from "./InsertRows.js"

const target: InsertTarget = {
  table: "note",
  key: ["id"],
  columns: [
    { name: "id", type: "text" },
    { name: "about", type: "text" },
    { name: "made_at", type: "integer" },
  ],
}

/** Around each number of rows that a statement may have. */
const counts = [1, 2, 3, 5, 7, 11, 13, 31, 65, 97, 127, 128, 129, 131, 300]

const idsUpTo = (count: number): ReadonlyArray<string> => Array.from({ length: count }, (_, index) => `note-${index}`)

const cellsOf = (ids: ReadonlyArray<string>, about: string | null): ReadonlyArray<Cell> =>
  ids.flatMap((id) => [id, about, "17"])

describeEngines("inserts of many rows", (engine) => {
  const setUp = Effect.gen(function* () {
    const sql = yield* Effect.flatMap(freshDatabase(engine), openClient)
    yield* sql`create table note (id varchar(64) not null primary key, about varchar(64), made_at bigint not null)`
    return { sql, dialect: dialectOf(sql) }
  })

  it.scopedLive("insert each row once, whatever their number, and say which ones", () =>
    Effect.gen(function* () {
      const { dialect, sql } = yield* setUp
      const insert = dialect.insertRows(target)
      let before = 0
      for (const count of counts) {
        const ids = idsUpTo(count)
        const inserted = yield* dialect.transaction(insert(cellsOf(ids, null)))
        assert.deepStrictEqual(new Set(inserted), new Set(ids.slice(before)))
        before = count
      }
      const rows = yield* sql`select id, about, made_at from note`
      assert.deepStrictEqual(
        rows.map(({ about, id, made_at }) => [id, about, Number(made_at)]).toSorted(),
        idsUpTo(before)
          .map((id) => [id, null, 17])
          .toSorted(),
      )
    }),
  )

  it.scopedLive("insert the new ones of a batch and say which, wherever the others are in it", () =>
    Effect.gen(function* () {
      const { dialect, sql } = yield* setUp
      const insert = dialect.insertRows(target)
      const ids = idsUpTo(29)
      // Statements of 24, 4 and 1 rows: in the first, in the second, in the third, in several, in all of them.
      for (const there of [[0], [23], [26], [28], [5, 25, 28], [24, 25, 26, 27], [...ids.keys()]]) {
        const old = new Set(there.map((index) => `note-${index}`))
        yield* sql`delete from note`
        yield* dialect.transaction(insert(cellsOf([...old], "first")))
        const inserted = yield* dialect.transaction(insert(cellsOf(ids, "second")))
        assert.deepStrictEqual(new Set(inserted), new Set(ids.filter((id) => !old.has(id))))
        const kept = yield* sql<{ readonly id: string }>`select id from note where about = 'first'`
        assert.deepStrictEqual(new Set(kept.map(({ id }) => id)), old)
      }
    }),
  )

  it.scopedLive("insert rows only where the row is that they must be within", () =>
    Effect.gen(function* () {
      const { dialect, sql } = yield* setUp
      yield* sql`create table topic (id varchar(64) not null primary key, title varchar(64) not null)`
      yield* sql`insert into topic (id, title) values ('a', 'a'), ('b', 'other'), ('c', 'c')`
      const within = {
        table: "topic",
        columns: [
          ["id", "about"],
          ["title", "about"],
        ],
      } as const
      const insert = dialect.insertRows({ ...target, within })
      const cells = idsUpTo(8).flatMap((id, index) => [id, ["a", "b", "c", "d"][index % 4] ?? null, "17"])
      const expected = new Set(["note-0", "note-2", "note-4", "note-6"])
      for (const held of [undefined, new Set<string>(), new Set(["a"]), new Set(["a", "c"])]) {
        yield* sql`delete from note`
        assert.deepStrictEqual(yield* dialect.transaction(insert(cells, held)), expected)
        assert.deepStrictEqual(yield* dialect.transaction(insert(cells, held)), new Set())
      }
    }),
  )

  it.scopedLive("leave rows as they are where they may be missing", () =>
    Effect.gen(function* () {
      const { dialect, sql } = yield* setUp
      const insert = dialect.insertMissing(target)
      yield* dialect.transaction(insert(cellsOf(idsUpTo(3), "first")))
      yield* dialect.transaction(insert(cellsOf(idsUpTo(131), "second")))
      const rows = yield* sql`select about, count(*) as many from note group by about order by about`
      assert.deepStrictEqual(
        rows.map(({ about, many }) => [about, Number(many)]),
        [
          ["first", 3],
          ["second", 128],
        ],
      )
    }),
  )
})
