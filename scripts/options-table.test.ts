import { assert, beforeAll, describe, it } from "vitest"
import { compareSchema } from "./config-schema.mjs"
import { compareOptions, optionRows, withTables } from "./options-table.mjs"

type Rows = Awaited<ReturnType<typeof optionRows>>

let rows: Rows = []
beforeAll(async () => {
  rows = await optionRows()
}, 240_000)

const row = (name: string) => ({ name, byDefault: "none", meaning: "What a | b is." })

const place = (names: string) => `<!-- options: ${names} -->\nold\n<!-- /options -->`

describe("the tables of options in docs/reference/options.md", () => {
  it("are what the schemas and their docstrings say", () => {
    const { generated, written } = compareOptions(rows)
    assert.strictEqual(written, generated, "`node scripts/options-table.mjs --write` writes them")
  })

  it("have a row for each option of their groups, in order", () => {
    const table = withTables(place("b a"), [row("a.x"), row("a.y"), row("b")])
    const names = Array.from(table.matchAll(/^\| `([^`]+)`/gm), ([, name]) => name)
    assert.deepStrictEqual(names, ["b", "a.x", "a.y"])
    assert.include(table, "What a \\| b is.")
    assert.strictEqual(withTables(table, [row("a.x"), row("a.y"), row("b")]), table)
  })

  it.each([
    ["an option without a place", place("a")],
    ["an option with two places", `${place("a b")}\n${place("b")}`],
    ["a name that is not an option", place("a b c")],
  ])("are refused with %s", (_, text) => {
    assert.throws(() => withTables(text, [row("a"), row("b")]), /each option has its place in one table/)
  })
})

describe("the JSON Schema of consent.config.json", () => {
  it("is what the schemas of the options and their docstrings say", async () => {
    const { generated, written } = await compareSchema(rows)
    assert.strictEqual(written, generated, "`node scripts/config-schema.mjs --write` writes it")
  })
})
