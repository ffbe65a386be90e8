/** The reference check, on planted references. */
import { assert, describe, it } from "vitest"
import { strayReferences } from "./references.mjs"

const files = ["README.md", "docs/policies.md", "docs/decisions/0017-act.md", "packages/core/README.md"]

/** The references found in one line of a module of core. */
const found = (line: string): ReadonlyArray<string> =>
  strayReferences("packages/core/src/A.ts", `\n${line}`, (path) => files.includes(path))

describe("references in tracked files", () => {
  it.each([
    ["a document outside the repository", "(wire.md 2.3)"],
    ["one in a link", "see [the rules](../../../docs/absent.md)"],
    ["a name that is a document only in another folder", "see policies.md"],
    ["a number of a decision", "as in decision 38"],
    ["numbers of decisions", "as in decisions 6 and 45"],
    ["a section of the contract", "Contract section 2"],
    ["a section of another document", "Section 6.3"],
    ["a paragraph", "§ 4"],
    ["a number of an issue", "issue 6"],
    ["a title without its ending", "policy 3.4"],
    ["the mark of a requirement", "(P12)"],
    ["several marks", "(T17, P57)"],
  ])("fail on %s", (_, line) => {
    assert.isNotEmpty(found(line))
    assert.include(found(line)[0], "packages/core/src/A.ts:2: ")
  })

  it.each([
    ["a document from the root", "docs/policies.md has the table"],
    ["a document by a relative link", "[the table](../../../docs/policies.md#table)"],
    ["a decision of the repository", "[decision 0017](../../../docs/decisions/0017-act.md)"],
    ["a section of a standard", "RFC 9110 section 9.3.2; RFC 8725 sections 2.8 and 3.5"],
    ["an address of another site", "https://github.com/example/repo/blob/main/NOTES.md"],
    ["what edge networks send for Tor", "through Tor (T1)"],
    ["a share", "our decisions 16 %, garbage 11 %"],
  ])("pass on %s", (_, line) => assert.deepStrictEqual(found(line), []))
})
