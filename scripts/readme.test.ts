import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "vitest"

const root = fileURLToPath(new URL("..", import.meta.url))
const readme = readFileSync(join(root, "README.md"), "utf8")

/** The table's rows, without its head. */
const promises = readFileSync(join(root, "docs/promises.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .slice(2)
  .map((line) => line.split("|").map((cell) => cell.trim()))

describe("the promises", () => {
  it("are many", () => assert.isAbove(promises.length, 5))

  it.each(promises.map(([, promise = "", tests = ""]) => [promise, tests] as const))(
    "“%s” names tests that there are",
    (_, tests) => {
      const files = Array.from(tests.matchAll(/`([^`]+\.ts)`/g), ([, file = ""]) => join(root, file))
      for (const file of files) assert.isTrue(existsSync(file), file)
      const text = files.map((file) => readFileSync(file, "utf8")).join("\n")
      const titles = Array.from(tests.matchAll(/“([^”]+?)(?: …)?”/g), ([, title = ""]) => title)
      assert.isNotEmpty(titles)
      // What differs between tests of one title is left out in the table.
      for (const title of titles) {
        const parts = title.split("…").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
        assert.match(text, new RegExp(parts.join(".+")))
      }
    },
  )
})

describe("the README", () => {
  it("has at most 6 kB", () => assert.isAtMost(Buffer.byteLength(readme), 6_000))

  it("shows its use in at most ten lines", () => {
    const [, code = ""] = /```ts\n([^]*?)\n```/.exec(readme) ?? []
    assert.isNotEmpty(code)
    assert.isAtMost(code.split("\n").length, 10)
  })
})

describe("the page of compositions", () => {
  it("shows each in at most 20 lines", () => {
    const page = readFileSync(join(root, "docs/integrate/effect.md"), "utf8")
    const blocks = Array.from(page.matchAll(/```ts\n([^]*?)```/g), ([, code = ""]) => code.trim())
    assert.isNotEmpty(blocks)
    for (const block of blocks) assert.isAtMost(block.split("\n").length, 20)
  })
})
