import type { ConsentDraft } from "@consent-service/core/consent"
import { describeEngines } from "@consent-service/test-engines"
import { makeDraft } from "@consent-service/testkit/Drafts"
import { SqlError } from "@effect/sql/SqlError"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { databaseOf } from "../schema/SchemaState.js"
import { guard } from "../statement/Guard.js"
import { migratedClient, on } from "../testing/TestDatabase.js"
import { makeAppend } from "./Append.js"
import { type LedgerStatements, ledgerStatements } from "./Statements.js"

/** What a driver reports with this code. */
const driverError = (code: string) => new SqlError({ cause: Object.assign(new Error("told by a test"), { code }) })

describeEngines("an append", (engine) => {
  /** Appends whose batches are seen before they are sent, and may fail there; the first one has been made. */
  const setUp = (failing: (batch: ReadonlyArray<ConsentDraft>) => SqlError | null) =>
    Effect.gen(function* () {
      const sql = yield* migratedClient(engine)
      const database = yield* on(sql)(databaseOf("cs_"))
      const statements = ledgerStatements(database, "t")
      const batches: Array<number> = []
      const watched: LedgerStatements = {
        ...statements,
        insertSubjects: (drafts) => {
          batches.push(drafts.length)
          const error = failing(drafts)
          return error === null ? statements.insertSubjects(drafts) : Effect.fail(error)
        },
      }
      const run = <A, E>(operation: string, effect: Effect.Effect<A, E>) => guard(operation, 20_000)(effect)
      const append = makeAppend(database, watched, 20_000, run)
      assert.deepStrictEqual(yield* append(makeDraft()), { _tag: "Inserted", newSubject: true })
      batches.length = 0
      const together = (drafts: ReadonlyArray<ConsentDraft>) =>
        Effect.map(
          Effect.forEach(drafts, (draft) => Effect.either(append(draft)), { concurrency: "unbounded" }),
          (all) => all.map(Either.match({ onLeft: ({ _tag }) => _tag, onRight: ({ _tag }) => _tag })),
        )
      return { batches, database, run, sql, statements, together }
    })

  const five = () => Array.from({ length: 5 }, () => makeDraft())

  it.scopedLive("that loses its connection fails with all that went with it: they may have been stored", () =>
    Effect.gen(function* () {
      let isLost = false
      const { batches, together } = yield* setUp(() => (isLost ? driverError("ECONNRESET") : null))
      isLost = true
      assert.deepStrictEqual(yield* together(five()), Array(5).fill("StoreUnreachable"))
      assert.deepStrictEqual(batches, [5])
    }),
  )

  for (const [what, code, told] of [
    ["is refused", "TOLD_BY_A_TEST", "StoreFailed"],
    ["was stopped by the server", "57014", "StoreUnreachable"],
  ] as const) {
    it.scopedLive(`whose statement ${what} fails by itself, and the others are stored`, () =>
      Effect.gen(function* () {
        const drafts = five()
        const [, poison = drafts[0]!] = drafts
        const { batches, together } = yield* setUp((batch) => (batch.includes(poison) ? driverError(code) : null))
        assert.deepStrictEqual(
          yield* together(drafts),
          drafts.map((draft) => (draft === poison ? told : "Inserted")),
        )
        assert.deepStrictEqual(batches, [5, 1, 1, 1, 1, 1])
      }),
    )
  }

  it.scopedLive("that loses its races with others ten times goes on by itself, for longer", () =>
    Effect.gen(function* () {
      const drafts = [makeDraft(), makeDraft()]
      let alone = 0
      const { batches, together } = yield* setUp((batch) => {
        if (!batch.some((draft) => drafts.includes(draft))) return null
        if (batch.length === 1) alone += 1
        return batch.length > 1 || alone <= 12 ? driverError("40001") : null
      })
      assert.deepStrictEqual(yield* together(drafts), ["Inserted", "Inserted"])
      assert.strictEqual(batches.filter((size) => size === 2).length, 11)
      assert.strictEqual(alone, 14)
    }),
  )

  it.scopedLive("whose subject is erased again and again is tried ten times; in a caller's transaction once", () =>
    Effect.gen(function* () {
      const { database, run, sql, statements } = yield* setUp(() => null)
      let tries = 0
      const insertsNothing: LedgerStatements = {
        ...statements,
        insertConsents: () =>
          Effect.sync(() => {
            tries += 1
            return new Set()
          }),
      }
      const append = makeAppend(database, insertsNothing, 20_000, run)
      const told = yield* Effect.flip(append(makeDraft()))
      assert.deepInclude(told, { _tag: "StoreFailed", operation: "append" })
      assert.include(String(told.cause), "insert affected no row, but no conflicting row exists")
      assert.strictEqual(tries, 10)
      yield* Effect.flip(sql.withTransaction(append(makeDraft())))
      assert.strictEqual(tries, 11)
    }),
  )
})
