import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { brotliDecompressSync } from "node:zlib"
import { afterEach, assert, beforeEach, describe, it } from "vitest"

const program = fileURLToPath(new URL("copy-viewer.mjs", import.meta.url))
const copied = ["LICENSE", "NOTICE", "swagger-ui-bundle.js.LICENSE.txt"]
const served = ["swagger-ui-bundle.js", "swagger-ui.css"]
const wanted = [
  "LICENSE",
  "NOTICE",
  "swagger-ui-bundle.js.LICENSE.txt",
  "swagger-ui-bundle.js.br.js",
  "swagger-ui.css.br.js",
]

describe("copy-viewer", () => {
  let folder: string
  let source: string
  let target: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "cs-viewer-"))
    source = join(folder, "swagger-ui-dist")
    target = join(folder, "package", "viewer")
    mkdirSync(source)
    for (const name of [...copied, ...served, "swagger-ui-bundle.js.map", "package.json"]) {
      writeFileSync(join(source, name), `this is ${name}`)
    }
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const copy = (...args: ReadonlyArray<string>) => spawnSync(process.execPath, [program, ...args], { encoding: "utf8" })
  const read = (name: string) => readFileSync(join(target, name), "utf8")

  /** The text in a module, as the service decompresses it. */
  const textOf = (name: string): string => {
    const [, base64 = ""] = /^export default "(.+)"$/m.exec(read(`${name}.br.js`)) ?? []
    return brotliDecompressSync(Buffer.from(base64, "base64")).toString("utf8")
  }

  it("copies the licenses, and writes what is served as compressed modules, without maps", () => {
    assert.strictEqual(copy(source, target).status, 0)
    assert.sameMembers(readdirSync(target), wanted)
    for (const name of copied) assert.strictEqual(read(name), `this is ${name}`)
    for (const name of served) assert.strictEqual(textOf(name), `this is ${name}`)
  })

  it("writes a module again that was cut off", () => {
    copy(source, target)
    writeFileSync(join(target, "swagger-ui.css.br.js"), read("swagger-ui.css.br.js").slice(0, -8))
    assert.strictEqual(copy(source, target).status, 0)
    assert.strictEqual(textOf("swagger-ui.css"), "this is swagger-ui.css")
  })

  it("a second time replaces what differs, removes what does not belong, and leaves the rest untouched", () => {
    copy(source, target)
    const writtenAt = () =>
      ["LICENSE", "swagger-ui-bundle.js.br.js"].map((name) => statSync(join(target, name), { bigint: true }).mtimeNs)
    const before = writtenAt()
    writeFileSync(join(source, "swagger-ui.css"), "another version")
    writeFileSync(join(target, "swagger-ui-bundle.js.map"), "of an older build")
    assert.strictEqual(copy(source, target).status, 0)
    assert.sameMembers(readdirSync(target), wanted)
    assert.strictEqual(textOf("swagger-ui.css"), "another version")
    assert.deepStrictEqual(writtenAt(), before)
  })

  it("fails when a file is not there to copy", () => {
    rmSync(join(source, "NOTICE"))
    const { status, stderr } = copy(source, target)
    assert.notStrictEqual(status, 0)
    assert.include(stderr, "NOTICE")
  })

  it("takes a source and a target, or neither", () => {
    assert.strictEqual(copy(source).status, 2)
    assert.strictEqual(copy("--help").status, 0)
  })
})
