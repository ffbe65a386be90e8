import { assert, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { sameOptions } from "./SameOptions.js"

it("options that are plain data are the same as a copy, and as nothing that is printed otherwise", () => {
  const data = FastCheck.jsonValue({ noUnicodeString: false })
  FastCheck.assert(FastCheck.property(data, (value) => sameOptions(value, structuredClone(value))))
  FastCheck.assert(
    FastCheck.property(data, data, (one, other) => {
      if (sameOptions(one, other)) assert.deepStrictEqual(one, other)
    }),
  )
})

it("functions and instances are the same by identity only", () => {
  const keep = (): boolean => true
  assert.isTrue(sameOptions({ observability: { keep } }, { observability: { keep } }))
  assert.isFalse(sameOptions({ keep }, { keep: () => true }))
  assert.isFalse(sameOptions({ cache: new Map() }, { cache: new Map() }))
  assert.isFalse(sameOptions({ tenantId: undefined }, {}))
})
