import { assert, describe, it } from "vitest"
import { entriesOf, firstSentence, indexProblems, llmsOf, readIndex } from "./llms.mjs"

describe("entriesOf", () => {
  it("reads the links below each group, in both forms of a group", () => {
    const index =
      "# Docs\n\nSee [intro](intro.md).\n\n## Start\n\n- [`a`](start/a.md), [b](../b.md#part)\n\n**Run**: [c](c.md)\n"
    assert.deepStrictEqual(entriesOf("docs/README.md", index), [
      { group: "Start", title: "`a`", path: "docs/start/a.md" },
      { group: "Start", title: "b", path: "b.md" },
      { group: "Run", title: "c", path: "docs/c.md" },
    ])
  })
})

describe("firstSentence", () => {
  it.each([
    ["# T\n\nThe [first](a.md) **sentence** is here. And another.\n", "The first sentence is here."],
    ["# T\n\n- a list\n\nWhat comes after it is the text.\n", "What comes after it is the text."],
    ["# T\n\nNot legal advice. A sheet for your records.\n", "A sheet for your records."],
    ["# T\n\nDo this with the command:\n\n```sh\nrun\n```\n", "Do this with the command."],
    ["# T\n\n| a | b |\n", ""],
  ])("of %j", (page, sentence) => assert.strictEqual(firstSentence(page), sentence))
})

describe("llms.txt", () => {
  it("has each page once, in the first group that lists it, with its first sentence", () => {
    const entries = [
      { group: "Start", title: "A", path: "docs/a.md" },
      { group: "Start", title: "Program", path: "examples/x.ts" },
      { group: "Run", title: "A again", path: "docs/a.md" },
      { group: "Run", title: "B", path: "docs/b.md" },
    ]
    const text = llmsOf({
      entries,
      read: (path) => (path.endsWith(".md") ? `# T\n\nWhat is to know of ${path}.` : null),
    })
    assert.include(text, "## Start\n\n- [A](docs/a.md): What is to know of docs/a.md.\n- [Program](examples/x.ts)\n")
    assert.include(text, "## Run\n\n- [B](docs/b.md): What is to know of docs/b.md.\n")
    assert.notInclude(text, "A again")
  })

  it("has every page of the documentation: docs/README.md lists each of them", () => {
    assert.deepStrictEqual(indexProblems(), [])
    assert.isAbove(llmsOf(readIndex()).length, 3000)
  })
})
