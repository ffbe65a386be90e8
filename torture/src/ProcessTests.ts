/**
 * The race and the kill test of processes that reach one PostgreSQL database in some way: through a pooler, or as a cluster.
 *
 * @module
 */
import { inForm, testSeed } from "@consent-service/test-engines/form"
import { assert, it } from "vitest"
import { runKills } from "./KillRun.js"
import { ownChildren } from "./OwnChildren.js"
import { runRace } from "./RaceRun.js"
import { killCycles } from "./Random.js"
import { tell } from "./Results.js"

const budgetMs = inForm({ short: 120_000, full: 300_000 })
const timeout = budgetMs + 60_000

/** A database's URLs: as the processes reach it, and as the checker does. */
export interface ReachedDatabase {
  readonly served: string
  readonly direct: string
}

/** @param name - of the way, in the results @param database - of the test that runs */
export const processTests = (name: string, database: () => ReachedDatabase): void => {
  it("migrate an empty database together, then store one act that many send once", { timeout }, async () => {
    const { direct, served } = database()
    const children = ownChildren()
    const servers = await Promise.all(Array.from({ length: 3 }, () => children.start({ databaseUrl: served })))
    const rounds = inForm({ short: 4, full: 60 })
    const report = await runRace(servers, { databaseUrl: direct, rounds, senders: 100, seed: testSeed, budgetMs })
    console.log(
      `race [${name}] ${report.rounds} rounds of 100 over ${servers.length} processes: ` +
        `${report.saved} answered 200, ${report.conflicts} conflicts, ${report.wrong.length} wrong (seed ${testSeed})`,
    )
    assert.strictEqual(report.rounds, rounds, "the machine is too slow for that many rounds")
    assert.deepStrictEqual(report.wrong, [])
    assert.strictEqual(report.saved + report.conflicts, rounds * 100)
  })

  it("keep every acknowledged save when they are killed under load", { timeout }, async () => {
    const { direct, served } = database()
    const cycles = killCycles({ short: 4, full: 20 })
    const plan = { server: { databaseUrl: served }, directUrl: direct, cycles, seed: testSeed, budgetMs }
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
}
