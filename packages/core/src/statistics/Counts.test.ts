import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { addCounts, type Counts, countNames, noCounts, timesCounts } from "./Counts.js"

const counts: FastCheck.Arbitrary<Counts> = FastCheck.record({
  records: FastCheck.nat(),
  accepted: FastCheck.nat(),
  refused: FastCheck.nat(),
  customized: FastCheck.nat(),
  experienceGranted: FastCheck.nat(),
  experienceRefused: FastCheck.nat(),
  functionalityGranted: FastCheck.nat(),
  functionalityRefused: FastCheck.nat(),
  marketingGranted: FastCheck.nat(),
  marketingRefused: FastCheck.nat(),
  measurementGranted: FastCheck.nat(),
  measurementRefused: FastCheck.nat(),
  shown: FastCheck.nat(),
})

describe("counts", () => {
  it("have a column for each, and none twice", () => {
    assert.sameMembers([...countNames], Object.keys(noCounts))
  })

  it("of so many alike are their sum", () => {
    FastCheck.assert(
      FastCheck.property(counts, FastCheck.nat(5), (one, times) => {
        const sum = Array.from({ length: times }, () => one).reduce(addCounts, noCounts)
        assert.deepStrictEqual(timesCounts(one, times), sum)
      }),
    )
  })

  it("add up one by one, and change neither of the two", () => {
    FastCheck.assert(
      FastCheck.property(counts, counts, (one, other) => {
        const [before, after] = [{ ...one }, { ...other }]
        const sum = addCounts(one, other)
        for (const name of countNames) assert.strictEqual(sum[name], one[name] + other[name])
        assert.deepStrictEqual([one, other], [before, after])
      }),
    )
  })
})
