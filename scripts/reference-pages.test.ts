import { assert, describe, it } from "vitest"
import { commandsIn, compareReferencePages, helpOf, withGenerated } from "./reference-pages.mjs"

describe("the generated parts of docs", () => {
  it("are what the routes, the command line and the presets say", { timeout: 240_000 }, async () => {
    for (const { generated, path, written } of await compareReferencePages()) {
      assert.strictEqual(written, generated, `${path}: \`node scripts/reference-pages.mjs --write\` writes it`)
    }
  })

  it("have every command of the overview, those of two words included", async () => {
    const overview = await helpOf()
    const names = commandsIn(overview)
    const listed = overview.split("\n").filter((line) => /^ {2}[a-z]/.test(line))
    assert.strictEqual(names.length, listed.length)
    assert.includeMembers([...names], ["serve", "log init", "subject show", "evidence", "evidence pack", "policy diff"])
  })

  it("replace what is between their marks, and nothing else", () => {
    const page = "a\n<!-- generated: x -->\nold\n<!-- /generated -->\nb\n"
    const written = withGenerated(page, "x", "new")
    assert.strictEqual(written, "a\n<!-- generated: x -->\n\nnew\n\n<!-- /generated -->\nb\n")
    assert.strictEqual(withGenerated(written, "x", "new"), written)
    assert.throws(() => withGenerated(page, "y", "new"), /no place for 'y'/)
  })
})
