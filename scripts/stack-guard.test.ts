import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "vitest"

const root = fileURLToPath(new URL("..", import.meta.url))

// What hangs vitest: one line of stack, many quotes, no frame.
const failing = `import { beforeAll, describe, it } from "vitest"
const fail = () => {
  const error = new Error("the property does not hold")
  error.stack = "Error: " + JSON.stringify(Array.from({ length: 2_000 }, (_, index) => ({ id: "value " + index })))
  throw error
}
it("a test", fail)
it("a cause", () => { try { fail() } catch (cause) { throw new Error("outer", { cause }) } })
describe("a hook", () => { beforeAll(fail); it("never runs", () => {}) })
`

describe("stack-guard", () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "cs-guard-"))
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
    writeFileSync(join(folder, "failing.test.ts"), failing)
    // Without one, vitest takes the first it finds further up.
    writeFileSync(join(folder, "vitest.config.mjs"), "export default {}")
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it("lets vitest report errors whose stack has no frames", () => {
    const reporters = [
      "--reporter",
      join(root, "scripts/stack-guard.mjs"),
      "--reporter",
      "default",
      "--reporter",
      "json",
    ]
    const args = [join(root, "node_modules/vitest/vitest.mjs"), "run", "--root", folder, ...reporters]
    const { status, signal, stdout, stderr } = spawnSync(process.execPath, args, {
      encoding: "utf8",
      cwd: folder,
      timeout: 100_000,
      killSignal: "SIGKILL",
    })
    assert.isNull(signal, "vitest hung")
    assert.strictEqual(status, 1)
    assert.include(stdout + stderr, "the property does not hold")
    assert.include(stdout, `"numFailedTests":2`)
  })
})
