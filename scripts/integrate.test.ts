import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "vitest"

const folder = fileURLToPath(new URL("../docs/integrate", import.meta.url))
const guides = readdirSync(folder).filter((name) => name.endsWith(".md"))

/** Every code block of a guide, and the file that the link before it names. */
const blocksOf = (text: string) =>
  Array.from(text.matchAll(/```(?:ts|tsx|js)\n([^]*?)\n```/g), ({ 1: code = "", index }) => ({
    code,
    file: Array.from(text.slice(0, index).matchAll(/\]\(([^)]+)\):\n/g), ([, link = ""]) =>
      decodeURIComponent(link),
    ).at(-1),
  }))

/** Removes indentation, which an excerpt has less of. */
const unindented = (text: string): string => text.replace(/^ +/gm, "")

const entries = ["node", "express", "fastify", "hono", "koa", "h3", "next", "effect-router"]

describe("the guides in docs/integrate", () => {
  it.each(entries.map((entry) => `${entry}.md`))(
    "%s shows code of the example that it names, as it is compiled and run",
    (name) => {
      for (const { code, file } of blocksOf(readFileSync(join(folder, name), "utf8"))) {
        if (file === undefined) return assert.fail(`a block names no file: ${code}`)
        assert.include(unindented(readFileSync(resolve(folder, file), "utf8")), unindented(code), file)
      }
    },
  )

  it.each(["bundlers", "react", "vue", "svelte"])("%s shows files of its example as they are", (name) => {
    const text = readFileSync(join(folder, `${name}.md`), "utf8")
    const shown = Array.from(text.matchAll(/\]\(([^)]+)\):\n\n```\w+\n([^]*?)```/g))
    assert.isNotEmpty(shown)
    for (const [, file = "", code] of shown) assert.strictEqual(readFileSync(resolve(folder, file), "utf8"), code, file)
  })

  it("are one for each entry of consent-service for a host", () => {
    const manifest = new URL("../packages/service/package.json", import.meta.url)
    const { exports }: { readonly exports: object } = JSON.parse(readFileSync(manifest, "utf8"))
    assert.includeMembers(
      Object.keys(exports),
      entries.map((entry) => `./${entry}`),
    )
    assert.includeMembers(guides, ["README.md", ...entries.map((entry) => `${entry}.md`)])
  })
})
