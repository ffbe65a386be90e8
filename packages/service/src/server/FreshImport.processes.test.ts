import { inForm } from "@consent-service/test-engines/form"
import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { onTestFinished } from "vitest"

/** Imports in a process of its own, as vitest's modules do not come from Node's loader; each result by the names of files. */
const program = `
import { writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { importFresh } from ${JSON.stringify(new URL("../../dist/server/FreshImport.js", import.meta.url).href)}

const [folder, times, ...names] = process.argv.slice(1)
const results = new Set()
for (let time = 0; time < Number(times); time += 1) {
  writeFileSync(join(folder, "deep.mjs"), "export const a = " + time)
  for (const name of names) {
    const { imported, lasting, module } = await importFresh(join(folder, name), (url) => import(url)).catch((error) => ({
      imported: [], lasting: [], module: { default: error.code },
    }))
    const current = module.default?.a === time ? "current" : module.default
    results.add(JSON.stringify([name, current, imported.map((path) => basename(path)).sort(), lasting.map((path) => basename(path))]))
  }
}
console.log("[" + [...results].join() + "]")
`

/** The different results of importing these modules of a folder again and again. */
const resultsOf = async (files: Readonly<Record<string, string>>, times: number, names: ReadonlyArray<string>) => {
  const folder = await mkdtemp(join(tmpdir(), "cs-fresh-"))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  const args = ["--input-type=module", "--eval", program, folder, String(times), ...names]
  const results: unknown = JSON.parse((await promisify(execFile)(process.execPath, args)).stdout)
  return results
}

describe("a module that is imported again", () => {
  it("is the current one, as are those that it imports, and each of them is named every time", async () => {
    const files = {
      "config.mjs": 'import { a } from "./a.mjs"; import b from "./b.cjs"; export default { a, b }',
      "a.mjs": 'export { a } from "./deep.mjs"',
      "b.cjs": "module.exports = 2",
    }
    const results = await resultsOf(files, inForm({ short: 500, full: 20_000 }), ["config.mjs"])
    assert.deepStrictEqual(results, [["config.mjs", "current", ["a.mjs", "b.cjs", "deep.mjs"], ["b.cjs"]]])
  })

  it("has none of the imports of one that failed before", async () => {
    const files = {
      "wrong.mjs": 'import "./a.mjs"; import "./missing.mjs"',
      "right.mjs": 'import "./b.mjs"; export default "right"',
      "a.mjs": "",
      "b.mjs": "",
    }
    assert.deepStrictEqual(await resultsOf(files, 1, ["wrong.mjs", "right.mjs"]), [
      ["wrong.mjs", "ERR_MODULE_NOT_FOUND", [], []],
      ["right.mjs", "right", ["b.mjs"], []],
    ])
  })
})
