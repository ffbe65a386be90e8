/** Database servers that are killed and start again. Runs under `npm run torture`: to start two takes most of what a short form may. */
import { testSeed } from "@consent-service/test-engines/form"
import {
  describeWith,
  mysqlQuery,
  type PrivateServer,
  startMysql,
  startPrivatePostgres,
  whyNoMysql,
} from "@consent-service/test-engines/private"
import { assert, it } from "@effect/vitest"
import { setTimeout as sleep } from "node:timers/promises"
import { describe, onTestFinished } from "vitest"
import { type Fault, figures, problemsIn, runFaults } from "./FaultRun.js"
import { migrate } from "./Migrated.js"
import { ownChildren } from "./OwnChildren.js"
import { killCycles, seededRandom } from "./Random.js"
import { tell } from "./Results.js"

const kills = killCycles({ short: 2, full: 200 })

/** How long saves are acknowledged between a start and the next kill, and how long the server stays down, at most. */
const [servesMs, awayMs] = [1_000, 300]

const killed = (server: PrivateServer): Fault => {
  const random = seededRandom(testSeed)
  return {
    name: "a kill",
    begin: async () => {
      await sleep(random.between(0, servesMs))
      await server.crash()
      await sleep(random.between(0, awayMs))
      await server.restart()
    },
    end: () => {},
  }
}

const testKills = (engine: string, start: () => Promise<readonly [PrivateServer, string]>) => {
  it("keeps every acknowledged save, and saves again within five seconds of its start", {
    timeout: 120_000 + kills * 30_000,
  }, async () => {
    const [server, databaseUrl] = await start()
    onTestFinished(server.stop)
    await migrate(databaseUrl)
    const plan = { server: { databaseUrl }, faults: [killed(server)], rounds: kills, lastsMs: 0, seed: testSeed }
    const report = await runFaults(ownChildren(), plan)
    tell({ suite: `kills of the database [${engine}]`, runs: kills, ...report }, figures(report))
    assert.deepStrictEqual(problemsIn(report), [])
    assert.isAbove(report.acknowledged, kills)
    // Each kill interrupts savers: otherwise it would have hit an idle server.
    assert.isAtLeast(report.during["a kill"]?.failed ?? 0, kills)
    // From the moment when the server accepts connections. On a busy machine two saves may take that long by themselves.
    const late = report.recoveriesMs.filter((ms) => ms > 5_000)
    assert.isAtMost(late.length, Math.floor(kills / 100), `recovered late: ${late.join(", ")}`)
    assert.isAtMost(report.during["a kill"]?.outageMs ?? Number.POSITIVE_INFINITY, 60_000)
  })
}

describe("PostgreSQL killed under load (threat: losing an acknowledged record)", () => {
  testKills("postgres", async () => {
    const server = await startPrivatePostgres()
    return [server, server.url]
  })
})

describeWith("MariaDB or MySQL killed under load (threat: losing an acknowledged record)", whyNoMysql(), () => {
  testKills("mysql", async () => {
    const server = await startMysql()
    await mysqlQuery(server.url, "create database consent character set utf8mb4")
    return [server, new URL("/consent", server.url).href]
  })
})
