import { inForm, testSeed } from "@consent-service/test-engines/form"
import {
  describeWith,
  mysqlQuery,
  startReplicatedMysql,
  startReplicatedPostgres,
  whyNoReplica,
  whyNoStandby,
} from "@consent-service/test-engines/private"
import { assert, it } from "@effect/vitest"
import { onTestFinished } from "vitest"
import { count } from "./Audit.js"
import { figures, problemsIn, runFaults } from "./FaultRun.js"
import { migrate } from "./Migrated.js"
import { ownChildren } from "./OwnChildren.js"
import { tell } from "./Results.js"
import { openSlowProxy } from "./SlowProxy.js"

const promotions = inForm({ short: 1, full: 5 })

/** A primary and the server that has all that the primary has acknowledged. */
interface Pair {
  readonly url: string
  readonly standbyUrl: string
  readonly crashPrimary: () => Promise<void>
  readonly promote: () => Promise<void>
}

/** Kills a primary under load, and makes its standby the primary behind the same address. */
const failOver = async (pair: Pair) => {
  await migrate(pair.url)
  const proxy = await openSlowProxy(pair.url, 0)
  onTestFinished(proxy.cut)
  let promotedUrl: string | null = null
  const promotion = {
    name: "a promotion",
    begin: async () => {
      await pair.crashPrimary()
      await pair.promote()
    },
    end: () => {
      promotedUrl = pair.standbyUrl
      proxy.redirect(pair.standbyUrl)
    },
  }
  const plan = {
    server: { databaseUrl: proxy.url },
    directUrl: () => promotedUrl ?? pair.url,
    faults: [promotion],
    rounds: 1,
    lastsMs: 200,
    seed: testSeed,
  }
  return runFaults(ownChildren(), plan)
}

const testPromotions = (suite: string, start: () => Promise<Pair>) => {
  for (let round = 1; round <= promotions; round += 1) {
    it(`keeps every acknowledged save when the primary is killed and the standby promoted, round ${round}`, {
      timeout: 240_000,
    }, async () => {
      const report = await failOver(await start())
      tell({ suite, runs: 1, ...report }, figures(report))
      assert.deepStrictEqual(problemsIn(report), [])
      assert.strictEqual(count(report.findings, "lost"), 0)
      assert.isAbove(report.acknowledged, 0)
      // From the moment when the address leads to the new primary.
      assert.isAtMost(report.slowestRecoveryMs, 5_000)
    })
  }
}

describeWith("PostgreSQL with a synchronous standby (threat: losing an acknowledged record)", whyNoStandby(), () => {
  testPromotions("promotion [postgres]", async () => {
    const pair = await startReplicatedPostgres(true)
    onTestFinished(pair.stop)
    return pair
  })
})

describeWith("MariaDB with a semi-synchronous replica (threat: losing an acknowledged record)", whyNoReplica(), () => {
  testPromotions("promotion [mysql]", async () => {
    const pair = await startReplicatedMysql()
    onTestFinished(pair.stop)
    await mysqlQuery(pair.url, "create database consent character set utf8mb4")
    const inside = (url: string) => new URL("/consent", url).href
    return { ...pair, url: inside(pair.url), standbyUrl: inside(pair.standbyUrl) }
  })
})
