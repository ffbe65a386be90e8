import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { piecesOf } from "./Pieces.js"

describe("piecesOf", () => {
  it("has every item once and in order, in full pieces but for the last one", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.array(FastCheck.nat()), FastCheck.integer({ min: 1, max: 5 }), (items, most) => {
        const pieces = piecesOf(items, most)
        assert.deepStrictEqual(pieces.flat(), items)
        assert.isTrue(pieces.slice(0, -1).every(({ length }) => length === most))
        assert.isTrue(pieces.every(({ length }) => length > 0 && length <= most))
      }),
    )
  })
})
