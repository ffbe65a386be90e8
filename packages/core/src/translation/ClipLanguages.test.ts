import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { clipLanguages } from "./ClipLanguages.js"

const entry = FastCheck.oneof(
  FastCheck.constantFrom("de", "de-AT;q=0.9", "", " ", "*", "😀"),
  FastCheck.string({ maxLength: 300 }).map((text) => text.replaceAll(",", "")),
)

const lengthOf = (text: string): number => Array.from(text).length

/** Entry by entry: as many as fit, joined; null when none does. */
const naively = (list: string): string | null => {
  if (lengthOf(list) <= 255) return list
  const entries = list.split(",")
  let whole: string | null = null
  for (let count = 1; count < entries.length; count++) {
    const joined = entries.slice(0, count).join(",")
    if (lengthOf(joined) <= 255) whole = joined
  }
  return whole === null || whole.replace(/[\s,]/g, "") === "" ? null : whole.trimEnd()
}

describe("clipLanguages", () => {
  it("keeps a list of 255 characters as it is", () => {
    for (const list of ["", "de", "a".repeat(255), "😀".repeat(255)]) assert.strictEqual(clipLanguages(list), list)
  })

  it("ends a longer list after its last whole entry", () => {
    assert.strictEqual(clipLanguages(`de-AT, ${"a".repeat(250)}`), "de-AT")
    assert.strictEqual(clipLanguages(`${"a".repeat(255)},de`), "a".repeat(255))
    assert.strictEqual(clipLanguages(`${"😀".repeat(255)},de`), "😀".repeat(255))
  })

  it("gives null when no entry fits", () => {
    for (const list of ["a".repeat(256), `${"a".repeat(256)},de`, `,, ,${"a".repeat(256)}`])
      assert.isNull(clipLanguages(list))
  })

  it("agrees with joining entries one by one", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.array(entry, { maxLength: 100 }), (entries) => {
        const list = entries.join(",")
        assert.strictEqual(clipLanguages(list), naively(list))
      }),
    )
  })
})
