import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, assert, beforeEach, describe, it } from "vitest"

const root = fileURLToPath(new URL("..", import.meta.url))

const effectful = `import * as Effect from "effect/Effect"
export const main = Effect.gen(function* () {
  YIELD Effect.log("hello")
})
`

describe("effect-diagnostics", () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "cs-effect-"))
    mkdirSync(join(folder, "src"))
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
    const base = { extends: join(root, "tsconfig.base.json") }
    const tests = { ...base, include: ["src/**/*.test.ts"] }
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ ...base, include: ["src"], exclude: ["src/**/*.test.ts"] }),
    )
    writeFileSync(join(folder, "tsconfig.test.json"), JSON.stringify(tests))
    writeFileSync(join(folder, "src/Main.ts"), effectful.replace("YIELD", "yield*"))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const check = (statement: string) => {
    writeFileSync(join(folder, "src/Main.test.ts"), effectful.replace("YIELD", statement))
    const configs = ["tsconfig.json", "tsconfig.test.json"].map((name) => join(folder, name))
    const script = join(root, "scripts/effect-diagnostics.mjs")
    return spawnSync(process.execPath, [script, ...configs], { encoding: "utf8", cwd: root })
  }

  it("accepts an effect that is yielded", () => {
    const { status, stdout, stderr } = check("yield*")
    assert.strictEqual(status, 0, stdout + stderr)
  })

  it("finds a floating effect in a file that only tsconfig.test.json names", () => {
    const { status, stdout } = check("")
    assert.strictEqual(status, 1)
    assert.include(stdout, "Main.test.ts(3,")
    assert.include(stdout, "floatingEffect")
  })
})
