import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { newSubjectId } from "./NewSubjectId.js"
import { isSubjectId } from "./SubjectId.js"

const random = FastCheck.uint8Array({ minLength: 12, maxLength: 12 })

/** While ids have one length, which is most of the years 2024 to 2038. */
const day = FastCheck.integer({ min: Date.UTC(2024, 2, 1), max: Date.UTC(2037, 11, 31) })

describe("a new subject id", () => {
  it("is one that the service accepts, whatever clock and bytes it is made of", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.oneof(FastCheck.double(), FastCheck.maxSafeInteger()), random, (now, bytes) => {
        assert.isTrue(isSubjectId(newSubjectId(now, bytes)))
      }),
    )
  })

  it("has 30 characters and begins with sub_111, as those in the field do", () => {
    FastCheck.assert(
      FastCheck.property(day, random, (now, bytes) => {
        assert.match(newSubjectId(now, bytes), /^sub_111.{23}$/)
      }),
    )
  })

  it("sorts by time, whatever the bytes", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.tuple(day, random), FastCheck.tuple(day, random), (one, other) => {
        FastCheck.pre(one[0] !== other[0])
        assert.strictEqual(newSubjectId(...one) < newSubjectId(...other), one[0] < other[0])
      }),
    )
  })

  it("differs as soon as a byte does", () => {
    FastCheck.assert(
      FastCheck.property(day, random, random, (now, one, other) => {
        const same = one.every((byte, i) => byte === other[i])
        assert.strictEqual(newSubjectId(now, one) === newSubjectId(now, other), same)
      }),
    )
  })
})
