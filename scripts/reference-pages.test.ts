import { assert, describe, it } from "vitest"
import { compareReferencePages, withGenerated } from "./reference-pages.mjs"

describe("the generated parts of docs", () => {
  it("are what the routes, the command line and the presets say", { timeout: 240_000 }, async () => {
    for (const { generated, path, written } of await compareReferencePages()) {
      assert.strictEqual(written, generated, `${path}: \`node scripts/reference-pages.mjs --write\` writes it`)
    }
  })

  it("replace what is between their marks, and nothing else", () => {
    const page = "a\n<!-- generated: x -->\nold\n<!-- /generated -->\nb\n"
    const written = withGenerated(page, "x", "new")
    assert.strictEqual(written, "a\n<!-- generated: x -->\n\nnew\n\n<!-- /generated -->\nb\n")
    assert.strictEqual(withGenerated(written, "x", "new"), written)
    assert.throws(() => withGenerated(page, "y", "new"), /no place for 'y'/)
  })
})
