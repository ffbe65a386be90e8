import { assert, describe, it } from "vitest"
import { missingFiles, testFiles, undeclaredFiles, wildcardSubpaths } from "./packages.mjs"

const files = [
  "package.json",
  "dist/index.js",
  "dist/index.d.ts",
  "dist/policy/Resolve.js",
  "dist/internal/Text.js",
  "dist/Old.js",
]

describe("wildcardSubpaths", () => {
  it("lists what a wildcard makes public, without what is closed", () => {
    const exports = { ".": "./dist/index.js", "./internal/*": null, "./Old": null, "./*": "./dist/*.js" }
    assert.deepEqual(wildcardSubpaths(exports, files), ["./index", "./policy/Resolve"])
  })

  it("lists nothing without a wildcard", () =>
    assert.deepEqual(wildcardSubpaths({ ".": "./dist/index.js" }, files), []))
})

describe("testFiles", () => {
  it("knows tests and their helpers by name", () =>
    assert.deepEqual(testFiles(["dist/testing/Helper.js", "src/A.test.ts", "dist/Testing.js", "src/latest.ts"]), [
      "dist/testing/Helper.js",
      "src/A.test.ts",
    ]))
})

describe("missingFiles", () => {
  it("names what a package declares and does not hold", () =>
    assert.deepEqual(missingFiles(["dist", "dis", "viewer", "README.md", "package.json"], files), [
      "dis",
      "viewer",
      "README.md",
    ]))

  it("leaves patterns to npm", () => assert.deepEqual(missingFiles(["!src/**/*.test.ts", "lib/*.js"], files), []))
})

describe("undeclaredFiles", () => {
  it("names what a tarball has and its package does not declare", () =>
    assert.deepEqual(undeclaredFiles(["dist"], [...files, "build.mjs", "distant/a.js", ""]), [
      "build.mjs",
      "distant/a.js",
    ]))
})
