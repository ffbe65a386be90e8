import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, describe, it, onTestFinished, vi } from "vitest"
import { closingLine, judge } from "./summary.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))

const planted = `import { afterEach, describe, it } from "vitest"
let attempts = 0
let cleaned = 0
afterEach(() => void (cleaned += 1))
describe("planted", () => {
  it("is flaky", () => { if ((attempts += 1) === 1) throw new Error("by chance") })
  it("was cleaned up after each attempt", () => { if (cleaned !== 2) throw new Error("cleaned " + cleaned + " times") })
  it("is broken", () => { throw new Error("for certain") })
})
`

/** The verdict on the planted tests, run as `npm test` runs its own. */
const verdictOn = (folder: string, retry: number) => {
  const reportFile = join(folder, "report.json")
  const reporters = [`--reporter=${join(root, "scripts/stack-guard.mjs")}`, "--reporter=default", "--reporter=json"]
  const args = [join(root, "node_modules/vitest/vitest.mjs"), "run", "--root", folder, `--retry=${retry}`]
  const { status } = spawnSync(process.execPath, [...args, ...reporters, `--outputFile.json=${reportFile}`], {
    cwd: folder,
    timeout: 100_000,
  })
  return judge({ report: JSON.parse(readFileSync(reportFile, "utf8")), exitCode: status ?? 1, servers: {}, ci: false })
}

describe("a second attempt", () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "cs-attempts-"))
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
    writeFileSync(join(folder, "planted.test.ts"), planted)
    writeFileSync(join(folder, "vitest.config.mjs"), "export default {}")
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it("is in vitest's report: a flaky test passes and is named, a broken one fails once", () => {
    const verdict = verdictOn(folder, 1)
    assert.strictEqual(closingLine(verdict), "2 passed, 1 failed")
    assert.deepEqual(verdict.secondAttempts, ["planted is flaky: Error: by chance"])
    assert.deepEqual(verdict.problems, [])
  })

  it("is not given where none is configured", () => {
    const verdict = verdictOn(folder, 0)
    assert.strictEqual(closingLine(verdict), "0 passed, 3 failed")
    assert.deepEqual(verdict.secondAttempts, [])
  })

  it.each([
    ["true", 1],
    ["false", 0],
  ])(
    "with CI=%s is given %i times to what needs real time, sockets, a browser or servers, and to nothing else",
    async (ci, times) => {
      vi.stubEnv("CI", ci)
      vi.stubEnv("CONSENT_TEST_SECOND_ATTEMPT", "")
      onTestFinished(() => void vi.unstubAllEnvs())
      vi.resetModules()
      const { default: config } = await import("../vitest.config.js")
      const projects: ReadonlyArray<{ test: { name: string; retry?: number } }> = JSON.parse(
        JSON.stringify(config.test?.projects),
      )
      assert.deepEqual(
        projects.map(({ test: { name, retry } }) => [name, retry]),
        [
          ["light", undefined],
          ["served", times],
          ["wired", times],
          ["all", times],
        ],
      )
    },
  )
})
