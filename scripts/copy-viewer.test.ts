import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, assert, beforeEach, describe, it } from "vitest"

const program = fileURLToPath(new URL("copy-viewer.mjs", import.meta.url))
const wanted = ["LICENSE", "NOTICE", "swagger-ui-bundle.js", "swagger-ui-bundle.js.LICENSE.txt", "swagger-ui.css"]

describe("copy-viewer", () => {
  let folder: string
  let source: string
  let target: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "cs-viewer-"))
    source = join(folder, "swagger-ui-dist")
    target = join(folder, "package", "viewer")
    mkdirSync(source)
    for (const name of [...wanted, "swagger-ui-bundle.js.map", "package.json"]) {
      writeFileSync(join(source, name), `this is ${name}`)
    }
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const copy = (...args: ReadonlyArray<string>) => spawnSync(process.execPath, [program, ...args], { encoding: "utf8" })
  const read = (name: string) => readFileSync(join(target, name), "utf8")

  it("copies what is served and its licence, and no map", () => {
    assert.strictEqual(copy(source, target).status, 0)
    assert.deepEqual(readdirSync(target).sort(), wanted)
    for (const name of wanted) assert.strictEqual(read(name), `this is ${name}`)
  })

  it("a second time replaces what differs, removes what does not belong, and leaves the rest untouched", () => {
    copy(source, target)
    const writtenAt = () => statSync(join(target, "LICENSE"), { bigint: true }).mtimeNs
    const before = writtenAt()
    writeFileSync(join(source, "swagger-ui.css"), "another version")
    writeFileSync(join(target, "swagger-ui-bundle.js.map"), "of an older build")
    assert.strictEqual(copy(source, target).status, 0)
    assert.deepEqual(readdirSync(target).sort(), wanted)
    assert.strictEqual(read("swagger-ui.css"), "another version")
    assert.strictEqual(writtenAt(), before)
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
