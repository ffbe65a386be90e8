/** The word check, on planted phrases. */
import { assert, describe, it } from "vitest"
import { gates } from "./gates.mjs"
import { bannedPhrases, checkWords } from "./words.mjs"
import { StepFailed } from "./workspace.mjs"

const found = (line: string): ReadonlyArray<string> => bannedPhrases("packages/core/src/A.ts", `\n${line}`)

describe("words", () => {
  it.each([
    ["a pronoun for a person", "// the visitor and his choice"],
    ["a pronoun at the start of a sentence", "He decided."],
    ["an actor without a name", "// nobody reads it"],
    ["a phrase of another register", "the id is to be had from /init"],
    ["a phrase in a string", 'const message = "answered at once"'],
    ["a record that stands", "the first stands"],
    ["an outcome without a name", "/** What came of a save. */"],
    ["code that speaks", "// the rule speaks of a country"],
    ["a database that is away", "// while the database is away"],
    ["work without a verb", "// what is under way ends first"],
    ["a comparison without a verb", "// the two are told apart by their ids"],
    ["a result without a verb", "// what the rule amounts to"],
  ])("finds %s", (_, line) => {
    assert.isNotEmpty(found(line))
    assert.include(found(line)[0], "packages/core/src/A.ts:2: ")
  })

  it.each([
    ["the language code", 'const rtl = ["ar", "he"]'],
    ["a language as a name", 'import { de, he } from "./languages.js"'],
    ["a member of a language", "he.cookieBanner.title"],
    ["a region", "he-IL"],
    ["a loop", "for (const tell of watchers) tell()"],
    ["an abbreviation", "cs stands for the service"],
    ["a word that contains one", "besides, strange recommendations this"],
  ])("passes %s", (_, line) => assert.deepStrictEqual(found(line), []))
})

describe("the gate of words", () => {
  const texts = new Map([
    ["README.md", "The record is kept.\n"],
    ["SECURITY.md", "# Saves\n\nThe first record stands.\n"],
    ["packages/core/src/Planted.ts", "export const message = 'nobody has it'\n"],
    ["packages/core/src/Planted.json", '{ "a": "nobody" }\n'],
  ])
  const check = (...paths: ReadonlyArray<string>) => checkWords(paths, (path) => texts.get(path) ?? null)

  it("is one of the gates of npm test", () =>
    assert.include(
      gates.map(({ id }) => id),
      "words",
    ))

  it("passes plain words, files of other kinds, and a file that is gone", () =>
    check("README.md", "packages/core/src/Planted.json", "CHANGELOG.md"))

  it("fails on a planted phrase, and names file, line, phrase and what to write", async () => {
    const failure: unknown = await check(...texts.keys()).catch((error: unknown) => error)
    assert.instanceOf(failure, StepFailed)
    assert.deepStrictEqual(failure instanceof StepFailed ? failure.output.split("\n") : [], [
      "SECURITY.md:3: stands (write: is kept, wins, is in)",
      "packages/core/src/Planted.ts:1: nobody (write: the client, the caller, everyone)",
    ])
  })
})
