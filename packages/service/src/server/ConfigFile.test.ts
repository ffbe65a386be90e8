import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { onTestFinished } from "vitest"
import { readConfigFile } from "./ConfigFile.js"

const makeFolder = async (files: Readonly<Record<string, string>>): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "cs-config-file-"))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  return folder
}

const read = async (path: string) => Either.getOrThrowWith(await readConfigFile(path), (why) => new Error(why))

describe("a configuration module that is read again", () => {
  it.each(["mjs", "ts"])("as .%s is what it and its imports have become", async (extension) => {
    const folder = await makeFolder({
      [`consent.config.${extension}`]: `import { name } from "./name.${extension}"\nexport default { appName: name }`,
      [`name.${extension}`]: 'export const name = "one"',
    })
    const path = join(folder, `consent.config.${extension}`)
    const first = await read(path)
    assert.deepStrictEqual(first.content, { appName: "one" })
    assert.deepStrictEqual(
      first.imported.map((file) => basename(file)),
      [`name.${extension}`],
    )
    await writeFile(join(folder, `name.${extension}`), 'export const name = "two"')
    assert.deepStrictEqual((await read(path)).content, { appName: "two" })
    await writeFile(path, 'export default { appName: "three" }')
    assert.deepStrictEqual((await read(path)).content, { appName: "three" })
  })

  it("names the CommonJS files that stay as they were", async () => {
    const folder = await makeFolder({
      "consent.config.mjs": 'import name from "./name.cjs"\nexport default { appName: name }',
      "name.cjs": 'module.exports = "one"',
    })
    const { lasting } = await read(join(folder, "consent.config.mjs"))
    assert.deepStrictEqual(
      lasting.map((file) => basename(file)),
      ["name.cjs"],
    )
  })
})
