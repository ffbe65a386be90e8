import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { erasedStatement } from "../evidence/Statement.js"
import { type LoggedEntry, tileWidth } from "../evidence/Tiles.js"
import { start } from "../testing/EvidenceVectors.js"
import { erasedEntry, entryOf, storedText } from "../testing/ShopLog.js"
import { bundlesOf, type StoredLog, storedWith } from "../testing/StoredLog.js"
import { newWalk } from "./CheckPage.js"
import { findUnnamed } from "./FindUnnamed.js"

const erasureOf = (position: number) =>
  erasedStatement({ count: 1, erasedAt: start, leaves: [position], reason: "art. 17" })

const entry = (kind: LoggedEntry["kind"], id: string): LoggedEntry => entryOf({ kind, parts: [] }, id, 0)

/** The ids of statements that are asked for after a walk over this many entries, of which these were erased. */
const asked = (size: number, erased: ReadonlyArray<number>, stored: Partial<StoredLog>) =>
  Effect.suspend(() => {
    const memory = newWalk(0)
    for (const position of erased) memory.erased.add(position)
    const ids: Array<string> = []
    const onAsk: StoredLog["onAsk"] = (_, some) => void ids.push(...some)
    return findUnnamed(memory, size).pipe(
      Effect.map((findings) => ({ ids: ids.sort(), positions: findings.map(({ position }) => position) })),
      Effect.provide(storedWith({ ...stored, onAsk })),
    )
  })

describe("an erased entry", () => {
  const entries = [
    ...Array.from({ length: 258 }, (_, at) => entry(5, `walked ${at}`)),
    entry(5, "erasure"),
    entry(1, "record"),
    entry(10, "restore"),
    erasedEntry(entry(5, "gone")),
  ]
  const queued = [1, 5, 8, 10].map((kind) => ({ id: `waits ${kind}`, kind, receivedAt: start }))

  it.effect("may be named by what came into the tree since the walk, or waits for it, and by nothing else", () =>
    Effect.gen(function* () {
      const { ids, positions } = yield* asked(258, [3], { bundles: bundlesOf(entries), queued })
      assert.deepStrictEqual(ids, ["erasure", "restore", "waits 10", "waits 5"])
      assert.deepStrictEqual(positions, [3])
    }),
  )

  it.effect("may be named many bundles behind the walk, and behind one that cannot be read", () =>
    Effect.gen(function* () {
      const many = Array.from({ length: 40 * tileWidth }, () => entry(1, "record"))
      const bundles = bundlesOf([...many, entry(5, "erasure")]).map((row) =>
        row.n === 20 ? { ...row, bundle: null } : row,
      )
      const statements = new Map([["erasure", storedText(erasureOf(3))]])
      const { ids, positions } = yield* asked(300, [3, 4], { bundles, statements })
      assert.deepStrictEqual(ids, ["erasure"])
      assert.deepStrictEqual(positions, [4])
    }),
  )

  it.effect("is looked for only where there is one", () =>
    Effect.gen(function* () {
      const { ids, positions } = yield* asked(258, [], { bundles: bundlesOf(entries), queued })
      assert.deepStrictEqual([ids, positions], [[], []])
    }),
  )
})
