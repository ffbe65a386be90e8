import { assert, describe, it } from "vitest"
import { compareReferencePages, withGenerated } from "./reference-pages.mjs"
import { diagrams, parseSequence } from "./diagram.mjs"
import { readFileSync } from "node:fs"

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

describe("diagrams", () => {
  it("are drawn from their sources", () => {
    for (const { drawn, path } of diagrams()) {
      assert.strictEqual(readFileSync(path, "utf8"), drawn, `${path}: \`node scripts/diagram.mjs --write\` draws it`)
    }
  })

  it.each([
    ["a line that is not a message", "participants: a | b\na - b"],
    ["an unknown participant", "participants: a | b\na -> c: hello"],
  ])("refuse %s", (_, source) => assert.throws(() => parseSequence(source)))
})
