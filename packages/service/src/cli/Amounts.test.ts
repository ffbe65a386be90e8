import { assert, describe, it } from "@effect/vitest"
import { plural } from "./Amounts.js"

describe("a number with its noun", () => {
  it.each([
    [0, "record", "0 records"],
    [1, "record", "1 record"],
    [12_345, "record", "12,345 records"],
    [1, "entry", "1 entry"],
    [2, "entry", "2 entries"],
    [2, "day", "2 days"],
  ])("of %s %s is %s", (value, noun, text) => assert.strictEqual(plural(value, noun), text))
})
