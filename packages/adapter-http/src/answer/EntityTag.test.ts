import { assert, describe, it } from "@effect/vitest"
import { matchesEntityTag } from "./EntityTag.js"

describe("matchesEntityTag (RFC 9110)", () => {
  it.each([
    [null, false],
    ['"abc"', true],
    ['W/"abc"', true],
    ['"x", "abc" , "y"', true],
    ["*", true],
    ['"abcd"', false],
    ["abc", false],
    ["", false],
  ])("%s: %s", (header, expected) => {
    assert.strictEqual(matchesEntityTag(header, '"abc"'), expected)
  })
})
