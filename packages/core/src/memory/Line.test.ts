import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { makeLine, type Place } from "./Line.js"

/** What is done to a line: `join`, `leave` by a number that names one of those that have joined, or `take`. */
const anyStep = FastCheck.oneof(
  FastCheck.record({ do: FastCheck.constant("join" as const) }),
  FastCheck.record({ do: FastCheck.constant("remove" as const), of: FastCheck.nat(40) }),
  FastCheck.record({ do: FastCheck.constant("take" as const), count: FastCheck.nat(4) }),
)

describe("a line", () => {
  it("has the members that an array has to which the same is done", () =>
    FastCheck.assert(
      FastCheck.property(FastCheck.array(anyStep, { maxLength: 60 }), (steps) => {
        const line = makeLine<number>()
        const places: Array<Place<number>> = []
        let expected: Array<number> = []
        for (const step of steps) {
          if (step.do === "join") {
            expected.push(places.length)
            places.push(line.join(places.length))
          } else if (step.do === "take") {
            assert.deepStrictEqual(line.take(step.count), expected.slice(0, step.count))
            expected = expected.slice(step.count)
          } else {
            const place = places[step.of]
            if (place === undefined) continue
            assert.strictEqual(line.remove(place), expected.includes(step.of))
            expected = expected.filter((member) => member !== step.of)
          }
          assert.deepStrictEqual(line.values(), expected)
          assert.deepStrictEqual([line.size(), line.first()], [expected.length, expected[0]])
        }
      }),
    ))

  it("links those who have left to nothing", () => {
    const line = makeLine<number>()
    const places = [1, 2, 3].map(line.join)
    for (const place of places) line.remove(place)
    assert.deepStrictEqual(
      places.map(({ next, previous }) => [next, previous]),
      places.map(() => [null, null]),
    )
  })
})
