/**
 * The race and the kill test of processes that reach one PostgreSQL database in some way: through a pooler, or as a cluster.
 *
 * @module
 */
import { inForm, testSeed } from "@consent-service/test-engines/form"
import { it } from "vitest"
import { runKills } from "./KillRun.js"
import { ownChildren } from "./OwnChildren.js"
import { runRace } from "./RaceRun.js"
import { killCycles } from "./Random.js"
import { requireSoundKills, requireSoundRace, tellKills, tellRace } from "./Sound.js"

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
    tellRace(name, report)
    requireSoundRace(report, rounds)
  })

  it("keep every acknowledged save when they are killed under load", { timeout }, async () => {
    const { direct, served } = database()
    const cycles = killCycles({ short: 4, full: 20 })
    const plan = { server: { databaseUrl: served }, directUrl: direct, cycles, seed: testSeed, budgetMs }
    const report = await runKills(ownChildren(), plan)
    tellKills(name, report)
    requireSoundKills(report, cycles)
  })
}
