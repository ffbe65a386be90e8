import { assert, describe, it } from "vitest"
import { metadataOf, metadataProblems, repositoryOf, withMetadata } from "./metadata.mjs"

const root = { repository: "https://git.example/a/b" }
const ofCore = {
  repository: { type: "git", url: "git+https://git.example/a/b.git", directory: "packages/core" },
  homepage: "https://git.example/a/b#readme",
  bugs: { url: "https://git.example/a/b/issues" },
}

describe("metadata of packages", () => {
  it.each([
    ["https://git.example/a/b", "https://git.example/a/b"],
    [{ type: "git", url: "git+https://git.example/a/b.git" }, "https://git.example/a/b"],
    [undefined, null],
    ["", null],
  ])("the address in %j is %j", (repository, address) => assert.strictEqual(repositoryOf({ repository }), address))

  it("is derived from the root package.json", () => {
    assert.deepStrictEqual(metadataOf(root, "packages/core"), ofCore)
    assert.deepStrictEqual(
      metadataOf({ ...root, homepage: "https://x.example" }, "packages/core")["homepage"],
      "https://x.example",
    )
    assert.deepStrictEqual(metadataOf({}, "packages/core"), {})
  })

  it("names each field that differs, and the command that writes it", () => {
    assert.deepStrictEqual(metadataProblems({}, "packages/core", { name: "c" }), [])
    assert.deepStrictEqual(metadataProblems(root, "packages/core", { name: "c", ...ofCore }), [])
    const [first = "", ...others] = metadataProblems(root, "packages/core", { ...ofCore, bugs: "mail@a.example" })
    assert.match(first, /^bugs of packages\/core .*metadata\.mjs --write$/)
    assert.isEmpty(others)
  })

  it("is written after the license, and removed where there is no address", () => {
    const manifest = { name: "c", license: "MIT", type: "module" }
    const written = withMetadata(manifest, ofCore)
    assert.deepStrictEqual(Object.keys(written), ["name", "license", "repository", "homepage", "bugs", "type"])
    assert.deepStrictEqual(withMetadata(written, {}), manifest)
  })
})
