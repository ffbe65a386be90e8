import { createTestDatabase, describeEngines } from "@consent-service/test-engines"
import { testSeed } from "@consent-service/test-engines/form"
import { assert, it } from "@effect/vitest"
import { count } from "./Audit.js"
import { runKills } from "./KillRun.js"
import { ownChildren } from "./OwnChildren.js"
import { killCycles } from "./Random.js"
import { requireSoundKills, tellKills } from "./Sound.js"

const budgetMs = (cycles: number): number => cycles * 10_000

describeEngines("a server killed under load (threat: losing an acknowledged record)", (engine) => {
  const cycles = killCycles({ short: 4, full: 100 })

  it(
    "keeps every acknowledged save, exactly once and unaltered",
    async () => {
      const database = await createTestDatabase(engine)
      const plan = { server: { databaseUrl: database.url }, cycles, seed: testSeed, budgetMs: budgetMs(cycles) }
      const report = await runKills(ownChildren(), plan)
      tellKills(engine, report)
      requireSoundKills(report, cycles)
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

      requireSoundKills(report, cycles)
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
