import { inForm, isFullForm, testSeed } from "@consent-service/test-engines/form"
import {
  describeWith,
  mysqlQuery,
  postgresQuery,
  startReplicatedMysql,
  startReplicatedPostgres,
  whyNoReplica,
  whyNoStandby,
} from "@consent-service/test-engines/private"
import { assert, it } from "@effect/vitest"
import { onTestFinished } from "vitest"
import { count } from "./Audit.js"
import { type Fault, figures, problemsIn, runFaults } from "./FaultRun.js"
import { migrate } from "./Migrated.js"
import { ownChildren } from "./OwnChildren.js"
import { tell } from "./Results.js"
import { openSlowProxy } from "./SlowProxy.js"

const promotions = inForm({ short: 1, full: 5 })

const promotionName = "a promotion"

/** A primary and the server that has all that the primary has acknowledged. */
interface Pair {
  readonly url: string
  readonly standbyUrl: string
  readonly crashPrimary: () => Promise<void>
  readonly promote: () => Promise<void>
}

/** Makes the standby the primary behind the same address. */
const promotionOf = async (pair: Pair) => {
  await migrate(pair.url)
  const proxy = await openSlowProxy(pair.url, 0)
  onTestFinished(proxy.cut)
  let url = pair.url
  const promote = async () => {
    await pair.crashPrimary()
    await pair.promote()
  }
  const redirect = () => {
    url = pair.standbyUrl
    proxy.redirect(url)
  }
  const plan = { server: { databaseUrl: proxy.url }, directUrl: () => url, rounds: 1, seed: testSeed }
  return { promote, redirect, plan }
}

/** Kills a primary under load. */
const failOver = async (pair: Pair) => {
  const { plan, promote, redirect } = await promotionOf(pair)
  const promotion: Fault = { name: promotionName, begin: promote, end: redirect }
  return runFaults(ownChildren(), { ...plan, faults: [promotion], lastsMs: 200 })
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
      // From the death of the old one.
      assert.isAtMost(report.during[promotionName]?.outageMs ?? Number.POSITIVE_INFINITY, 60_000)
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

/** Kills a primary under load whose standby acknowledges commits before they are on its disk, and makes that durable later. */
const failOverToLossy = async (pair: Pair) => {
  const rows: Array<unknown> = []
  const onStandby = (statement: string) => postgresQuery(pair.standbyUrl, statement)
  const countRows = async () => void rows.push((await onStandby("select count(*) as n from cs_consent"))[0]?.["n"])
  const { plan, promote, redirect } = await promotionOf(pair)
  await onStandby("alter system set synchronous_commit = off")
  await onStandby("select pg_reload_conf()")
  const promotion: Fault = {
    name: promotionName,
    begin: async () => {
      await promote()
      await countRows()
      redirect()
    },
    end: async () => {
      await countRows()
      await onStandby("alter system reset synchronous_commit")
      await onStandby("select pg_reload_conf()")
    },
  }
  return { rows, report: await runFaults(ownChildren(), { ...plan, faults: [promotion], lastsMs: 3_000 }) }
}

if (isFullForm) {
  describeWith("PostgreSQL with a synchronous standby that is promoted with other settings", whyNoStandby(), () => {
    it("stores nothing on a new primary that could lose it, until it no longer could", {
      timeout: 240_000,
    }, async () => {
      const pair = await startReplicatedPostgres(true)
      onTestFinished(pair.stop)
      const { report, rows } = await failOverToLossy(pair)
      tell({ suite: "promotion with other settings [postgres]", runs: 1, ...report }, figures(report))
      assert.deepStrictEqual(problemsIn(report), [])
      assert.isAbove(Number(rows[0]), 0)
      assert.deepStrictEqual(rows, [rows[0], rows[0]])
      assert.isAbove(report.acknowledged, Number(rows[0]))
    })
  })
}

describeWith("MariaDB with a semi-synchronous replica (threat: losing an acknowledged record)", whyNoReplica(), () => {
  testPromotions("promotion [mysql]", async () => {
    const pair = await startReplicatedMysql()
    onTestFinished(pair.stop)
    await mysqlQuery(pair.url, "create database consent character set utf8mb4")
    const inside = (url: string) => new URL("/consent", url).href
    return { ...pair, url: inside(pair.url), standbyUrl: inside(pair.standbyUrl) }
  })
})
