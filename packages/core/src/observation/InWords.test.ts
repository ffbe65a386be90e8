import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { inWords } from "./InWords.js"

const nested = (depth: number): Error => new Error(`${depth}`, depth === 0 ? {} : { cause: nested(depth - 1) })

describe("a cause in words", () => {
  it("has the name and message of an error, and of each of its causes", () => {
    const cause = new RangeError("too far", { cause: "a string" })
    assert.strictEqual(inWords(new TypeError("no", { cause })), "TypeError: no <- RangeError: too far <- a string")
    assert.strictEqual(inWords(new Error("alone")), "Error: alone")
    assert.strictEqual(inWords(new Error("null counts", { cause: null })), "Error: null counts <- null")
  })

  it("has eight causes at most, also where an error is its own cause", () => {
    assert.lengthOf(inWords(nested(20)).split(" <- "), 9)
    assert.lengthOf(inWords(nested(8)).split(" <- "), 9)
    assert.lengthOf(inWords(nested(7)).split(" <- "), 8)
    const circular = new Error("again")
    circular.cause = circular
    assert.lengthOf(inWords(circular).split(" <- "), 9)
  })

  it("is found for everything that can be thrown", () => {
    const hostile: ReadonlyArray<unknown> = [
      Object.create(null),
      Symbol("s"),
      new Proxy(new Error("x"), {
        get: () => {
          throw new Error("no")
        },
      }),
      { toString: () => assert.fail("unreadable") },
    ]
    assert.deepStrictEqual(
      hostile.map((cause) => inWords(cause)),
      [
        "a cause that cannot be described",
        "Symbol(s)",
        "a cause that cannot be described",
        "a cause that cannot be described",
      ],
    )
    FastCheck.assert(FastCheck.property(FastCheck.anything(), (cause) => assert.isString(inWords(cause))))
  })
})
