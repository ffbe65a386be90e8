import { inForm, testSeed } from "@consent-service/test-engines/form"
import { describeWith } from "@consent-service/test-engines/private"
import { assert, describe, it } from "@effect/vitest"
import { closeSync, openSync, truncateSync, writeSync } from "node:fs"
import { join } from "node:path"
import { count } from "./Audit.js"
import { type Fault, figures, problemsIn, runFaults } from "./FaultRun.js"
import { mountSmall, whyNoMounts } from "./Mounts.js"
import { errors, openNativeFaults, whyNoNativeFaults } from "./NativeFaults.js"
import { ownChildren } from "./OwnChildren.js"
import { tell, tellSkipped } from "./Results.js"

const rounds = inForm({ short: 1, full: 20 })
const lastsMs = inForm({ short: 600, full: 1_500 })
const timeout = 120_000 + rounds * 60_000

describeWith("SQLite on a disk with faults (threat: losing an acknowledged record)", whyNoNativeFaults(), () => {
  it("refuses saves without telling why, loses none that it acknowledged, and saves again when the fault is over", {
    timeout,
  }, async () => {
    const native = openNativeFaults()
    const settings = (name: string, begin: Parameters<typeof native.set>[0]): Fault => ({
      name,
      begin: () => native.set(begin),
      end: () => native.set({ room: -1, writeError: 0, syncError: 0 }),
    })
    const server = { databaseUrl: `sqlite:${join(native.folder, "consent.db")}`, env: native.env() }
    const faults = [
      settings("a disk with 20 KB left", { room: 20_000 }),
      settings("a full disk", { writeError: errors.full }),
      settings("writes that fail", { writeError: errors.io }),
      settings("flushes that fail", { syncError: errors.io }),
    ]
    const report = await runFaults(ownChildren(), { server, faults, rounds, lastsMs, seed: testSeed })
    tell({ suite: "disk faults [sqlite]", runs: rounds, ...report, faults: native.failedCalls() }, figures(report))
    assert.deepStrictEqual(problemsIn(report), [])
    for (const { name } of faults) assert.isAbove(report.during[name]?.failed ?? 0, 0, name)
    assert.isAbove(report.acknowledged, 0)
  })
})

/** Writes to a file until there is no room for a page. */
const fill = (path: string): void => {
  const fd = openSync(path, "a")
  try {
    for (const size of [65_536, 4_096]) {
      try {
        for (;;) writeSync(fd, Buffer.alloc(size))
      } catch (error) {
        if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error
      }
    }
  } finally {
    closeSync(fd)
  }
}

const fullFileSystem = "full file system [sqlite]"
const whyNot = whyNoMounts()
if (whyNot !== null) tellSkipped(fullFileSystem, whyNot)
else {
  describe("SQLite on a file system that is full", () => {
    it("refuses saves, loses none that it acknowledged, and saves again when there is room", { timeout }, async () => {
      const { folder } = mountSmall("24m")
      const filler = join(folder, "filler")
      const full = { name: "a full file system", begin: () => fill(filler), end: () => truncateSync(filler, 0) }
      const server = { databaseUrl: `sqlite:${join(folder, "consent.db")}` }
      const plan = { server, faults: [full], rounds: inForm({ short: 1, full: 5 }), lastsMs, seed: testSeed }
      const report = await runFaults(ownChildren(), plan)
      tell({ suite: fullFileSystem, runs: plan.rounds, ...report }, figures(report))
      assert.deepStrictEqual(problemsIn(report), [])
      assert.isAbove(report.during[full.name]?.failed ?? 0, 0)
      assert.strictEqual(count(report.findings, "lost"), 0)
    })
  })
}
