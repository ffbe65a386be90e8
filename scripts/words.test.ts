/** The check of words, tried on planted ones. */
import { assert, describe, it } from "vitest"
import { bannedPhrases } from "./words.mjs"

const found = (line: string): ReadonlyArray<string> => bannedPhrases("packages/core/src/A.ts", `\n${line}`)

describe("words", () => {
  it.each([
    ["a pronoun for a person", "// the visitor and his choice"],
    ["a pronoun at the start of a sentence", "He decided."],
    ["an actor without a name", "// nobody reads it"],
    ["a phrase of another register", "the id is to be had from /init"],
    ["a phrase in a string", 'const message = "answered at once"'],
    ["a record that stands", "the first stands"],
  ])("finds %s", (_, line) => {
    assert.isNotEmpty(found(line))
    assert.include(found(line)[0], "packages/core/src/A.ts:2: ")
  })

  it.each([
    ["the language code", 'const rtl = ["ar", "he"]'],
    ["a language as a name", 'import { de, he } from "./languages.js"'],
    ["a member of a language", "he.cookieBanner.title"],
    ["a region", "he-IL"],
    ["an abbreviation", "cs stands for the service"],
    ["a word that contains one", "besides, strange recommendations this"],
  ])("passes %s", (_, line) => assert.deepStrictEqual(found(line), []))
})
