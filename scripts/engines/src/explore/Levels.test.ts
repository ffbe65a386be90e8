import { assert, describe, it } from "vitest"
import { explorationText, explore, type Protocol, type World } from "./Explore.js"

const steps = 20

/** Steps one after another, each of which may fail; some failures together violate a property. */
const failing =
  (broken: ReadonlyArray<number>, note: (failed: ReadonlyArray<number>) => void = () => {}): Protocol =>
  (world: World) => {
    const failed: Array<number> = []
    const next = (at: number): void => {
      if (at === steps) return
      const fail = (): void => {
        failed.push(at)
        next(at + 1)
      }
      world.may({ label: `${at}`, act: () => next(at + 1) }, { label: `${at} fails`, act: fail })
    }
    next(0)
    const isBroken = () => broken.length > 0 && broken.every((at) => failed.includes(at))
    return { always: {}, atEnd: { "it works": () => (note(failed), isBroken() ? failed.join() : null) } }
  }

const failuresIn = async (bounds: { readonly deviations: number; readonly most: number; readonly seed: number }) => {
  const all: Array<ReadonlyArray<number>> = []
  const exploration = await explore(
    failing([], (failed) => void all.push(failed)),
    { ...bounds, random: 0 },
  )
  return { all, exploration }
}

describe("an exploration with a cap", () => {
  it("runs all schedules with one deviation, then all with two", async () => {
    const { all, exploration } = await failuresIn({ deviations: 2, most: 1 + 20 + 190, seed: 1 })
    assert.deepStrictEqual(
      all.map(({ length }) => length),
      [0, ...Array.from({ length: 20 }, () => 1), ...Array.from({ length: 190 }, () => 2)],
    )
    assert.strictEqual(new Set(all.map((failed) => failed.join())).size, 211)
    assert.strictEqual(explorationText(exploration), "211 schedules: all with up to 2 deviations, 0 random")
  })

  it("finds what needs one early deviation, or an early and a late one", async () => {
    const late = Array.from({ length: 3 }, (_, at) => steps - 1 - at)
    const violated = async (broken: ReadonlyArray<number>, most: number) =>
      (await explore(failing(broken), { deviations: 3, most, random: 0, seed: 1 })).violation?.problem ?? null
    for (const at of [0, 1, 2]) {
      assert.strictEqual(await violated([at], 21), `${at}`)
      assert.strictEqual(await violated([at, steps - 1], 211), `${at},${steps - 1}`)
    }
    assert.isNull(await violated(late, 211))
  })

  it("spreads what it runs of a level over the whole schedule, as the seed says", async () => {
    const drawn = new Set<number>()
    for (const seed of [1, 2, 3, 4, 5]) {
      const { all, exploration } = await failuresIn({ deviations: 1, most: 11, seed })
      const positions = all.flat()
      assert.deepStrictEqual(
        positions.map((at) => Math.floor(at / 2)),
        Array.from({ length: 10 }, (_, part) => part),
      )
      assert.deepStrictEqual((await failuresIn({ deviations: 1, most: 11, seed })).all.flat(), positions)
      assert.deepStrictEqual([exploration.complete, exploration.schedules], [0, 11])
      for (const at of positions) drawn.add(at)
    }
    assert.isAbove(drawn.size, 10)
  })

  it("leaves half of the rest to those with more deviations, and says how far it has come", async () => {
    const { all, exploration } = await failuresIn({ deviations: 3, most: 121, seed: 1 })
    const ran = exploration.levels.map((level) => level.ran)
    assert.deepStrictEqual(ran, [1, 20, 50, 50])
    assert.strictEqual(new Set(all.map((failed) => failed.join())).size, 121)
    assert.match(
      explorationText(exploration),
      /^121 schedules: all with up to 1 deviation, 50 of 190 with 2, 50 of \d+ with 3, 0 random$/,
    )
    // Not only those that begin late, nor only those that end early.
    for (const at of [0, 1]) {
      const positions = all.flatMap((failed) => (failed.length === 2 ? [failed[at] ?? 0] : []))
      assert.isBelow(Math.min(...positions), steps / 2)
      assert.isAbove(Math.max(...positions), steps / 2)
    }
  })
})
