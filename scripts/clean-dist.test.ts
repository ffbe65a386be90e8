import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { assert, describe, it, onTestFinished } from "vitest"
import { cleanDist } from "./clean-dist.mjs"

/** A package with these files. */
const packageWith = (...files: ReadonlyArray<string>): string => {
  const folder = mkdtempSync(join(tmpdir(), "cs-clean-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), "")
  }
  return folder
}

const outputs = (module: string) => [".d.ts", ".d.ts.map", ".js", ".js.map"].map((ending) => `dist/${module}${ending}`)

describe("cleanDist", () => {
  it("removes the outputs of a source that is gone, the folder they leave empty, and the compiler's notes", () => {
    const notes = ".tsbuild/build.tsbuildinfo"
    const folder = packageWith("src/a.ts", notes, ...outputs("a"), ...outputs("old/b"), ...outputs("c"))
    assert.sameMembers([...cleanDist(folder)], [join("old", "b"), "c"])
    assert.sameMembers(readdirSync(join(folder, "dist")), ["a.d.ts", "a.d.ts.map", "a.js", "a.js.map"])
    assert.isFalse(existsSync(join(folder, notes)))
  })

  it("leaves alone what has a source, and what no compiler made", () => {
    const notes = ".tsbuild/build.tsbuildinfo"
    const folder = packageWith("src/a.ts", "src/b.tsx", notes, ...outputs("a"), ...outputs("b"), "dist/bundle.js")
    assert.deepEqual(cleanDist(folder), [])
    assert.lengthOf(readdirSync(join(folder, "dist")), 9)
    assert.isTrue(existsSync(join(folder, notes)))
  })

  it("does without a dist", () => assert.deepEqual(cleanDist(packageWith("src/a.ts")), []))
})
