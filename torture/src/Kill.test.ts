import { createTestDatabase, describeEngines } from "@consent-service/test-engines"
import { testSeed } from "@consent-service/test-engines/form"
import { assert, it } from "@effect/vitest"
import { count } from "./Audit.js"
import { type KillReport, runKills } from "./KillRun.js"
import { ownChildren } from "./OwnChildren.js"
import { killCycles } from "./Random.js"
import { tell } from "./Results.js"

const budgetMs = (cycles: number): number => cycles * 10_000

const tellKills = (what: string, report: KillReport): void => {
  const { checkpoints, cycles, failedWhileAlive, indeterminate, landed, logged, slowestStartMs } = report
  tell(
    { suite: `kill -9 [${what}]`, runs: cycles, faults: cycles, ...report },
    `${landed} of ${indeterminate} indeterminate landed, ${failedWhileAlive.length} failed while alive, ` +
      `${logged} in the log, ${checkpoints} checkpoints, slowest start ${Math.round(slowestStartMs)} ms`,
  )
}

const requireSound = (report: KillReport, cycles: number): void => {
  assert.strictEqual(report.rowsAtStart, 0)
  assert.strictEqual(report.cycles, cycles, "the machine is too slow for that many cycles")
  assert.isAtLeast(report.acknowledged, cycles * 5)
  // Each kill interrupts savers: otherwise it would have hit an idle server.
  assert.isAtLeast(report.indeterminate, cycles * 3)
  assert.deepStrictEqual(report.findings, [])
  assert.deepStrictEqual(report.corruption, [])
  assert.deepStrictEqual(report.log, [])
  assert.isAbove(report.logged, 0)
  assert.isAbove(report.checkpoints, 0)
  assert.deepStrictEqual(report.unexpected, [])
  assert.strictEqual(report.unsettled, 0)
}

describeEngines("a server killed under load (threat: losing an acknowledged record)", (engine) => {
  const cycles = killCycles({ short: 4, full: 100 })

  it(
    "keeps every acknowledged save, exactly once and unaltered",
    async () => {
      const database = await createTestDatabase(engine)
      const plan = { server: { databaseUrl: database.url }, cycles, seed: testSeed, budgetMs: budgetMs(cycles) }
      const report = await runKills(ownChildren(), plan)
      tellKills(engine, report)
      requireSound(report, cycles)
      assert.deepStrictEqual(report.failedWhileAlive, [])
      await database.drop()
    },
    budgetMs(cycles) + 60_000,
  )
})

describeEngines("one of three servers killed under load", (engine) => {
  const cycles = killCycles({ short: 3, full: 200 })

  it(
    "puts the entry of every acknowledged save into the log exactly once, whichever of them sequences",
    async () => {
      const database = await createTestDatabase(engine)
      const server = { databaseUrl: database.url }
      const plan = { server, servers: 3, cycles, seed: testSeed, budgetMs: budgetMs(cycles) }
      const report = await runKills(ownChildren(), plan)
      tellKills(`${engine}, three servers`, report)

      requireSound(report, cycles)
      assert.deepStrictEqual(report.failedWhileAlive, [])
      await database.drop()
    },
    budgetMs(cycles) + 90_000,
  )
})

describeEngines(
  "the kill test itself",
  (engine) => {
    it("finds out a server that acknowledges before it has stored", async () => {
      const database = await createTestDatabase(engine)
      const server = { databaseUrl: database.url, script: "EarlyAckServer" } as const
      const report = await runKills(ownChildren(), { server, cycles: 3, seed: testSeed, budgetMs: 30_000 })
      assert.isAbove(count(report.findings, "lost"), 0)
      await database.drop()
    })
  },
  ["sqlite"],
)
