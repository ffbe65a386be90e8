import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { checkpointsToForget } from "./ThinCheckpoints.js"

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const now = 1_796_083_200_000

const histories = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0, max: 2 * hour }),
      fc.integer({ min: 0, max: 2 * day }),
      fc.integer({ min: 0, max: 200 * day }),
    ),
    {
      maxLength: 200,
    },
  )
  .map((ages) =>
    ages.toSorted((a, b) => b - a).map((age, at) => ({ size: at + 1, signedAt: now - age, note: "text\n\n— log a\n" })),
  )

/** The period that a checkpoint is kept for; of each the last one is. */
const periodOf = (signedAt: number, size: number): string => {
  const age = now - signedAt
  if (age <= hour) return `all ${size}`
  const [name, ms] = age <= day ? ["minute", minute] : age <= 90 * day ? ["hour", hour] : ["day", day]
  return `${name} ${Math.floor(signedAt / Number(ms))}`
}

describe("checkpointsToForget", () => {
  it("keeps of each period the last checkpoint, and one more at most where two periods meet", () => {
    fc.assert(
      fc.property(histories, (history) => {
        const last = new Map(history.map(({ signedAt, size }) => [periodOf(signedAt, size), size]))
        const forgotten = new Set(checkpointsToForget(history, now))
        const kept = history.filter(({ size }) => !forgotten.has(size)).map(({ size }) => size)
        // Exactly the last of each, but for the two borders, where a coarser period has its last one in a finer.
        for (const { signedAt, size } of history) {
          if (last.get(periodOf(signedAt, size)) !== size) assert.isFalse(kept.includes(size))
        }
        assert.isAtLeast(kept.length, last.size - 2)
        if (history.length > 0) assert.include(kept, history.length)
      }),
    )
  })

  it("forgets nothing of the last hour, and nothing twice", () => {
    fc.assert(
      fc.property(histories, (history) => {
        const forgotten = checkpointsToForget(history, now)
        assert.isTrue(history.every(({ signedAt, size }) => now - signedAt > hour || !forgotten.includes(size)))
        const rest = history.filter(({ size }) => !forgotten.includes(size))
        assert.deepStrictEqual(checkpointsToForget(rest, now), [])
      }),
    )
  })

  it("keeps a checkpoint that more witnesses have cosigned than the one after it", () => {
    const lines = (count: number) => `text\n\n${"— name a\n".repeat(count)}`
    const notes = [lines(1), lines(2), lines(1), lines(1), lines(2), lines(1)]
    const history = notes.map((note, at) => ({ size: at + 1, signedAt: now - 2 * hour, note }))
    const forgotten = checkpointsToForget(history, now)
    assert.deepStrictEqual(forgotten, [1, 3, 4])
    const rest = history.filter(({ size }) => !forgotten.includes(size))
    assert.deepStrictEqual(checkpointsToForget(rest, now), [2])
  })

  it("thins by minutes after an hour, by hours after a day, and by days after 90", () => {
    const noon = now - (now % day) + day
    const forgottenOf = (ageMs: number, nextAfterMs: number) => {
      const signedAt = noon - ageMs
      const history = [signedAt, signedAt + nextAfterMs].map((at, size) => ({ size, signedAt: at, note: "" }))
      return checkpointsToForget(history, noon)
    }
    for (const [age, next, forgotten] of [
      [hour, 1, []],
      [hour + minute, 1, [0]],
      [day, 2 * minute, []],
      [day, 1, [0]],
      [day + hour, 2 * minute, [0]],
      [90 * day, 2 * hour, []],
      [90 * day, 2 * minute, [0]],
      [91 * day, 2 * hour, [0]],
    ] as const) {
      assert.deepStrictEqual(forgottenOf(age, next), [...forgotten], `${age} ${next}`)
    }
  })

  it("counts signatures, however long they are, and no lines of what was signed", () => {
    const forgottenOf = (...notes: ReadonlyArray<string>) =>
      checkpointsToForget(
        notes.map((note, size) => ({ size, signedAt: now - 2 * hour, note })),
        now,
      )
    const two = "text\n\n\u2014 a b\n\u2014 c d\n"
    assert.deepStrictEqual(forgottenOf(two, `text\n\n\u2014 a ${"b".repeat(99)}\n`), [])
    assert.deepStrictEqual(forgottenOf(two, "text\n\u2014 x y\n\n\u2014 a b\n"), [])
    assert.deepStrictEqual(forgottenOf(two, two), [0])
  })
})
