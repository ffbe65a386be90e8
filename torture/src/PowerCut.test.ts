import { inForm, testSeed } from "@consent-service/test-engines/form"
import { describeWith } from "@consent-service/test-engines/private"
import { assert, describe, it } from "@effect/vitest"
import { count } from "./Audit.js"
import { openNativeFaults, whyNoNativeFaults } from "./NativeFaults.js"
import { ownChildren } from "./OwnChildren.js"
import { afterPowerCut } from "./PowerCut.js"
import { runPowerCuts } from "./PowerCutRun.js"
import { killCycles, seededRandom } from "./Random.js"
import { tell } from "./Results.js"

const budgetMs = inForm({ short: 90_000, full: 900_000 })

describeWith("SQLite on a disk whose power is cut (threat: losing an acknowledged record)", whyNoNativeFaults(), () => {
  it("keeps every acknowledged save, exactly once and unaltered", { timeout: budgetMs + 120_000 }, async () => {
    const cuts = killCycles({ short: 4, full: 200 })
    const report = await runPowerCuts(ownChildren(), { faults: openNativeFaults(), cuts, seed: testSeed, budgetMs })
    tell(
      { suite: "power cuts [sqlite]", runs: report.cuts, faults: report.atRisk, ...report },
      `${report.recoveries} logs recovered by the next server`,
    )
    assert.strictEqual(report.rowsAtStart, 0)
    assert.isAtLeast(report.cuts, cuts, "the machine is too slow for that many cuts")
    assert.isAtLeast(report.acknowledged, cuts * 5)
    // Otherwise no cut came in the middle of anything.
    assert.isAbove(report.atRisk, 0)
    // Otherwise no server had to recover what a cut had left.
    assert.isAbove(report.recoveries, 0)
    assert.deepStrictEqual(report.corrupt, [])
    assert.deepStrictEqual(report.findings, [])
    assert.deepStrictEqual(report.corruption, [])
    assert.deepStrictEqual(report.log, [])
    assert.deepStrictEqual(report.unexpected, [])
    assert.strictEqual(report.unsettled, 0)
  })

  it("the test itself finds out a disk that acknowledges flushes and forgets them", {
    timeout: 120_000,
  }, async () => {
    const faults = openNativeFaults()
    faults.set({ lies: 1 })
    const report = await runPowerCuts(ownChildren(), { faults, cuts: 4, seed: testSeed, budgetMs: 60_000 })
    assert.isAbove(count(report.findings, "lost"), 0)
  })
})

/** As native/faults.c writes it. */
const entry = (kind: number, path: string, offset: number, data: Buffer = Buffer.alloc(0)): Buffer => {
  const header = Buffer.alloc(24)
  header.writeUInt32LE(kind, 0)
  header.writeUInt32LE(Buffer.byteLength(path), 4)
  header.writeBigUInt64LE(BigInt(offset), 8)
  header.writeBigUInt64LE(BigInt(data.length), 16)
  return Buffer.concat([header, Buffer.from(path), data])
}

describe("what a disk may hold after a power cut", () => {
  const first = entry(1, "/a", 0, Buffer.alloc(1_024, "a"))
  const later = entry(1, "/a", 1_024, Buffer.alloc(1_024, "b"))
  const before = new Map([["/a", Buffer.from("old")]])
  const lengths = (log: Buffer) =>
    new Set(
      Array.from({ length: 200 }, (_, seed) => afterPowerCut(before, log, seededRandom(seed)).disk.get("/a")?.length),
    )

  it("is all that was flushed, and any part of what was written after", () => {
    const log = Buffer.concat([first, entry(2, "/a", first.length), later])
    assert.deepStrictEqual([...lengths(log)].sort(), [1_024, 1_536, 2_048])
  })

  it("does not include what was written while the flush was on its way", () => {
    const log = Buffer.concat([first, later, entry(2, "/a", first.length)])
    assert.include([...lengths(log)], 1_024)
  })

  it("leaves out a write of which the log has only a part", () => {
    const { atRisk } = afterPowerCut(before, Buffer.concat([first, later.subarray(0, 900)]), seededRandom(1))
    assert.strictEqual(atRisk, 1)
  })
})
