import type { createTestDatabase } from "@consent-service/test-engines"
import { inForm, testSeed } from "@consent-service/test-engines/form"
import { describeClusters, distributedUrl } from "@consent-service/test-engines/private"
import { afterEach, assert, beforeEach, it } from "vitest"
import { runKills } from "./KillRun.js"
import { ownChildren } from "./OwnChildren.js"
import { runRace } from "./RaceRun.js"
import { killCycles } from "./Random.js"
import { tell } from "./Results.js"

const budgetMs = inForm({ short: 120_000, full: 300_000 })

describeClusters("processes on a cluster", ({ create, isStandIn }) => {
  const name = isStandIn ? "stand-in for Citus" : "Citus"
  let database: Awaited<ReturnType<typeof createTestDatabase>>

  beforeEach(async () => {
    database = await create("cs_")
  })
  afterEach(() => database.drop())

  it("migrate an empty database together, then store one act that many send once", {
    timeout: budgetMs + 60_000,
  }, async () => {
    const children = ownChildren()
    const databaseUrl = distributedUrl(database.url)
    const servers = await Promise.all(Array.from({ length: 3 }, () => children.start({ databaseUrl })))
    const plan = {
      databaseUrl: database.url,
      rounds: inForm({ short: 4, full: 60 }),
      senders: 100,
      seed: testSeed,
      budgetMs,
    }
    const report = await runRace(servers, plan)
    console.log(
      `race [${name}] ${report.rounds} rounds of 100 over ${servers.length} processes: ` +
        `${report.saved} answered 200, ${report.conflicts} conflicts, ${report.wrong.length} wrong (seed ${testSeed})`,
    )
    assert.strictEqual(report.rounds, plan.rounds, "the machine is too slow for that many rounds")
    assert.deepStrictEqual(report.wrong, [])
    assert.strictEqual(report.saved + report.conflicts, plan.rounds * 100)
  })

  it("keep every acknowledged save when they are killed under load", { timeout: budgetMs + 60_000 }, async () => {
    const cycles = killCycles({ short: 4, full: 20 })
    const plan = {
      server: { databaseUrl: distributedUrl(database.url) },
      directUrl: database.url,
      cycles,
      seed: testSeed,
      budgetMs,
    }
    const report = await runKills(ownChildren(), plan)
    tell(
      { suite: `kill -9 [${name}]`, runs: report.cycles, faults: report.cycles, ...report },
      `${report.landed} of ${report.indeterminate} indeterminate landed, ${report.failedWhileAlive.length} failed while alive`,
    )
    assert.strictEqual(report.cycles, cycles, "the machine is too slow for that many cycles")
    assert.isAtLeast(report.acknowledged, cycles * 5)
    assert.deepStrictEqual(report.findings, [])
    assert.deepStrictEqual(report.unexpected, [])
    assert.strictEqual(report.unsettled, 0)
    assert.deepStrictEqual(report.failedWhileAlive, [])
  })
})
