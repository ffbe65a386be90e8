import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { makeTextMemory } from "./TextMemory.js"

/** Counts how often texts are made. */
const counted = (maxCharacters: number) => {
  const memory = makeTextMemory(maxCharacters)
  let made = 0
  const ask = (key: string, text = key.repeat(9)) =>
    memory(key, () => {
      made++
      return text
    })
  return { ask, made: () => made }
}

describe("a memory of texts", () => {
  it("makes a text once while it is remembered", () => {
    const { ask, made } = counted(100)
    assert.deepStrictEqual([ask("a"), ask("a"), made()], ["aaaaaaaaa", "aaaaaaaaa", 1])
  })

  it("forgets what was used longest ago", () => {
    const { ask, made } = counted(20)
    for (const key of ["a", "b", "a", "c", "a"]) ask(key)
    assert.strictEqual(made(), 3)
    ask("b")
    assert.strictEqual(made(), 4)
  })

  it("does not keep, nor forget others for, a text that is too long", () => {
    const { ask, made } = counted(20)
    for (const key of ["a", "long", "a", "long"]) ask(key, key === "long" ? "x".repeat(99) : undefined)
    assert.strictEqual(made(), 3)
  })

  it("never remembers more than its bound, and gives the right text whatever was asked before", () => {
    const bound = 40
    const keys = FastCheck.array(FastCheck.string({ maxLength: 6 }), { maxLength: 60 })
    FastCheck.assert(
      FastCheck.property(keys, (asked) => {
        // A model that keeps everything in order of use, and cuts it to the bound after each question.
        let model: ReadonlyArray<string> = []
        const memory = makeTextMemory(bound)
        const sizeOf = (key: string) => key.length + `<${key}>`.length
        for (const key of asked) {
          let made = false
          const text = memory(key, () => {
            made = true
            return `<${key}>`
          })
          assert.strictEqual(text, `<${key}>`)
          assert.strictEqual(made, !model.includes(key))
          model = [...model.filter((other) => other !== key), key]
          while (model.reduce((sum, other) => sum + sizeOf(other), 0) > bound) model = model.slice(1)
        }
      }),
    )
  })
})
