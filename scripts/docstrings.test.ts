import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { missingDocstrings } from "./docstrings.mjs"
import { fromRoot } from "./workspace.mjs"

const packages = readdirSync(fromRoot("packages"))

const declarations = `
export declare const bare: number
/** Says what it is. */
export declare const told: () => number
/** Says what it is. */
export declare class Told {}
/**
 * Shows its use.
 *
 * @example
 * shown()
 */
export declare function shown(): number
/** A shape needs no example. */
export interface Shape {}
/** A number needs none. */
export declare const count: number
`

describe("public exports", () => {
  it("have a docstring, and an example where they are functions, classes or layers", { timeout: 240_000 }, () => {
    const { missing, total } = missingDocstrings(packages.map((name) => fromRoot(`packages/${name}`)))
    assert.deepStrictEqual(
      missing.map(({ entry, lacks, name }) => `${entry}: ${name} has no ${lacks}`),
      [],
    )
    assert.isAbove(total, 900)
  })

  it("are found incomplete: without a docstring, and what can be called without an example", {
    timeout: 240_000,
  }, () => {
    const folder = mkdtempSync(join(tmpdir(), "cs-docstrings-"))
    mkdirSync(join(folder, "dist"))
    const exports = { ".": { types: "./dist/index.d.ts" }, "./again": { types: "./dist/again.d.ts" } }
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "p", type: "module", exports }))
    writeFileSync(join(folder, "dist/index.d.ts"), declarations)
    writeFileSync(join(folder, "dist/again.d.ts"), 'export { bare } from "./index.js"\n')
    const { missing, total } = missingDocstrings([folder])
    rmSync(folder, { recursive: true })
    assert.strictEqual(total, 6)
    assert.deepStrictEqual(
      missing.map(({ entry, lacks, name }) => [entry, name, lacks]),
      [
        ["p", "bare", "docstring"],
        ["p", "told", "example"],
        ["p", "Told", "example"],
      ],
    )
  })
})
