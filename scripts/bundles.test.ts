/** `packages/browser/build.mjs` on planted sources. */
import { spawnSync } from "node:child_process"
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { afterEach, assert, beforeEach, describe, it } from "vitest"

const program = fileURLToPath(new URL("../packages/browser/build.mjs", import.meta.url))

describe("packages/browser/build.mjs", () => {
  let folder: string
  let source: string
  let target: string
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "cs-bundles-")))
    source = join(folder, "entry")
    target = join(folder, "bundles")
    mkdirSync(source)
    writeFileSync(
      join(source, "shared.ts"),
      `export const greet = (name: string) => console.log("grüß " + name, __VERSION__)`,
    )
    for (const name of ["full", "headless", "iab", "full.first", "iab.first"])
      writeFileSync(join(source, `${name}.ts`), `/*! legal */ import { greet } from "./shared.js"\ngreet("${name}")`)
    for (const name of ["full.ui", "full.rest", "iab.ui", "iab.rest", "tools", "declaration"])
      writeFileSync(
        join(source, `${name}.ts`),
        `import { greet } from "./shared.js"\nexport default () => greet("${name}")`,
      )
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const build = (...args: ReadonlyArray<string>) =>
    spawnSync(process.execPath, [program, ...args], { encoding: "utf8" })
  const read = (name: string) => readFileSync(join(target, name), "utf8")

  it("makes classic scripts that stand alone, and modules of the files they load, the version in them, and tells their sizes", () => {
    const { status, stdout } = build(source, target)
    assert.strictEqual(status, 0)
    const parts = ["", ".first", ".ui", ".rest"]
    const names = [
      "cs.headless",
      "cs.tools",
      "cs.declaration",
      ...parts.flatMap((part) => [`cs${part}`, `cs.iab${part}`]),
    ]
    assert.sameMembers(
      readdirSync(target),
      names.flatMap((name) => [`${name}.js`, `${name}.text.js`]),
    )
    assert.strictEqual(read("cs.iab.js"), read("cs.iab.js").trim() + "\n")
    assert.include(read("cs.iab.js"), "grüß iab")
    assert.match(read("cs.iab.js"), /"\d+\.\d+\.\d+/)
    assert.notMatch(read("cs.iab.js"), /import|__VERSION__|legal|sourceMappingURL/)
    assert.match(read("cs.ui.js"), /export\{\w+ as default\};?\n$/)
    assert.match(stdout, /cs\.js: \d+ bytes, \d+ in gzip, \d+ in Brotli/)
  })

  it("a name that is shortened is the same in all files of a script, and no other name of any", () => {
    // `shownAt` is on the list of private names; `a` would be its short name if only the first file counted.
    writeFileSync(
      join(source, "full.first.ts"),
      `import(String(location)).then(({ default: draw }) => draw({ shownAt: 1, a: 2 }))`,
    )
    writeFileSync(join(source, "full.ui.ts"), `export default (x: any) => console.log(x.shownAt, x.a, x.b, x.t, x.e)`)
    assert.strictEqual(build(source, target).status, 0)
    const short = /\{(\w+):1,a:2\}/.exec(read("cs.first.js"))?.[1] ?? assert.fail(read("cs.first.js"))
    assert.notInclude(["shownAt", "a", "b", "t", "e"], short)
    assert.include(read("cs.ui.js"), `.${short},`)
  })

  it("writes the text of each as a module in ASCII", async () => {
    build(source, target)
    assert.notMatch(read("cs.iab.text.js"), /[^\n\x20-\x7e]/)
    const loaded: unknown = await import(/* @vite-ignore */ pathToFileURL(join(target, "cs.iab.text.js")).href)
    assert.include(loaded, { default: read("cs.iab.js") })
  })

  it("a second time writes what differs and leaves the rest untouched", () => {
    build(source, target)
    const writtenAt = () => statSync(join(target, "cs.js"), { bigint: true }).mtimeNs
    const before = writtenAt()
    writeFileSync(join(source, "iab.ts"), `console.log("another")`)
    assert.strictEqual(build(source, target).status, 0)
    assert.include(read("cs.iab.js"), "another")
    assert.strictEqual(writtenAt(), before)
  })

  it("fails where a registry's package gets in, however deep, and names who imports it", () => {
    const installed = join(folder, "node_modules", "effect")
    mkdirSync(installed, { recursive: true })
    writeFileSync(join(installed, "index.js"), "export const pipe = (x) => x")
    writeFileSync(join(source, "shared.ts"), `import { pipe } from "effect"\nexport const greet = pipe`)
    const { status, stderr } = build(source, target)
    assert.strictEqual(status, 1)
    assert.include(stderr, "cs.js would hold packages of a registry")
    assert.match(stderr, /entry\/shared\.ts imports effect\/index\.js/)
  })

  it("lets in what is imported for its types alone", () => {
    writeFileSync(join(source, "headless.ts"), `import type { X } from "effect"\nexport const x: X = 1\nconsole.log(x)`)
    assert.strictEqual(build(source, target).status, 0)
  })

  it("fails when there is no such module", () => {
    writeFileSync(join(source, "full.ts"), `import "./nowhere.js"`)
    const { status, stderr } = build(source, target)
    assert.strictEqual(status, 1)
    assert.include(stderr, "nowhere.js")
  })

  it("takes a source and a target, or neither", () => {
    assert.strictEqual(build(source).status, 2)
    assert.strictEqual(build("--help").status, 0)
  })
})
