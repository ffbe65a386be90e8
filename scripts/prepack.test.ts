import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, assert, beforeEach, describe, it } from "vitest"
import { missingExports, packerProblem, staleFiles } from "./prepack.mjs"

let folder = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cs-prepack-"))
  mkdirSync(join(folder, "dist/policy"), { recursive: true })
  mkdirSync(join(folder, "src/policy"), { recursive: true })
  writeFileSync(join(folder, "package.json"), JSON.stringify({ exports: { ".": { default: "./dist/index.js" } } }))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe("prepack", () => {
  it("accepts pnpm, and a run without a package manager", () => {
    assert.isNull(packerProblem("pnpm/10.34.9 npm/? node/v20.19.0 linux x64"))
    assert.isNull(packerProblem(undefined))
  })

  it.each(["npm", "yarn"])("refuses %s with the command to run instead", (name) =>
    assert.strictEqual(
      packerProblem(`${name}/1.2.3 node/v20.19.0`),
      `${name} pack would leave "catalog:" and "workspace:" in package.json; run in the root folder: npm run pack`,
    ),
  )

  it("names exported files that are not built", () => {
    assert.deepEqual(missingExports(folder), ["./dist/index.js"])
    writeFileSync(join(folder, "dist/index.js"), "")
    assert.deepEqual(missingExports(folder), [])
  })

  it("names built files whose source is gone", () => {
    for (const name of ["dist/policy/Old.js", "dist/policy/New.js", "src/policy/New.ts"]) {
      writeFileSync(join(folder, name), "")
    }
    assert.deepEqual(staleFiles(folder), ["dist/policy/Old.js"])
  })
})
