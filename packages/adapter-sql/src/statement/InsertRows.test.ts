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
