import { createTestDatabase, describeEngines } from "@consent-service/test-engines"
import { testSeed } from "@consent-service/test-engines/form"
import { assert, it } from "@effect/vitest"
import { count } from "./Audit.js"
import { type KillReport, runKills } from "./KillRun.js"
import { ownChildren } from "./OwnChildren.js"
import { killCycles } from "./Random.js"

const budgetMs = (cycles: number): number => cycles * 10_000

const tell = (engine: string, seed: number, report: KillReport): void => {
  const {
    acknowledged,
    checkpoints,
    cycles,
    failedWhileAlive,
    findings,
    indeterminate,
    landed,
    logged,
    slowestStartMs,
  } = report
  console.log(
    `kill -9 [${engine}] ${cycles} cycles, ${acknowledged} acknowledged, ${count(findings, "lost")} lost, ` +
      `${landed} of ${indeterminate} indeterminate landed, ${failedWhileAlive} failed while alive, ` +
      `${logged} in the log, ${checkpoints} checkpoints, slowest start ${Math.round(slowestStartMs)} ms (seed ${seed})`,
  )
}

describeEngines("a server killed under load", (engine) => {
  const cycles = killCycles({ short: 5, full: 100 })

  it(
    "keeps every acknowledged save, exactly once and unaltered",
    async () => {
      const database = await createTestDatabase(engine)
      const plan = { server: { databaseUrl: database.url }, cycles, seed: testSeed, budgetMs: budgetMs(cycles) }
      const report = await runKills(ownChildren(), plan)
      tell(engine, testSeed, report)

      assert.strictEqual(report.rowsAtStart, 0)
      assert.strictEqual(report.cycles, cycles, "the machine is too slow for that many cycles")
      assert.isAtLeast(report.acknowledged, cycles * 5)
      // Each kill interrupts savers: without them it would have hit an idle server.
      assert.isAtLeast(report.indeterminate, cycles * 3)
      assert.deepStrictEqual(report.findings, [])
      assert.deepStrictEqual(report.corruption, [])
      assert.deepStrictEqual(report.log, [])
      assert.isAbove(report.logged, 0)
      assert.isAbove(report.checkpoints, 0)
      assert.deepStrictEqual(report.unexpected, [])
      assert.strictEqual(report.unsettled, 0)
      assert.strictEqual(report.failedWhileAlive, 0)
      await database.drop()
    },
    budgetMs(cycles) + 60_000,
  )
})

describeEngines(
  "the kill test itself",
  (engine) => {
    it("finds out a server that acknowledges before it has stored", { timeout: 60_000 }, async () => {
      const database = await createTestDatabase(engine)
      const server = { databaseUrl: database.url, script: "EarlyAckServer" } as const
      const report = await runKills(ownChildren(), { server, cycles: 3, seed: testSeed, budgetMs: 30_000 })
      assert.isAbove(count(report.findings, "lost"), 0)
      await database.drop()
    })
  },
  ["sqlite"],
)
