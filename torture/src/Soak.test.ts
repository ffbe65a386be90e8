import { createTestDatabase, describeEngines, type Engine } from "@consent-service/test-engines"
import { inForm, numberFromEnvironment, testSeed } from "@consent-service/test-engines/form"
import { mysqlQuery, startMysql, startPrivatePostgres } from "@consent-service/test-engines/private"
import { assert, it } from "@effect/vitest"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { tell } from "./Results.js"
import { senders } from "./SoakLoad.js"
import { runSoak, type SoakPlan } from "./SoakRun.js"

const forMs = 1_000 * numberFromEnvironment("CONSENT_TORTURE_SOAK_SECONDS", inForm({ short: 10, full: 3_600 }))

/** Servers of its own, which it may crash. */
const databaseOn = async (engine: Engine): Promise<{ readonly url: string; readonly server: SoakPlan["database"] }> => {
  if (engine === "sqlite") {
    const { drop, url } = await createTestDatabase(engine)
    onTestFinished(drop)
    return { url, server: null }
  }
  const server = await (engine === "postgres" ? startPrivatePostgres() : startMysql())
  onTestFinished(server.stop)
  if (engine === "postgres") return { url: server.url, server }
  await mysqlQuery(server.url, "create database soak character set utf8mb4")
  return { url: new URL("/soak", server.url).href, server }
}

describeEngines(
  "a server under mixed load that is reloaded, whose workers are killed and whose database crashes",
  (engine) => {
    it(
      "loses no acknowledged save, answers everything else, and needs no more memory",
      async () => {
        const { server: database, url } = await databaseOn(engine)
        const folder = await mkdtemp(join(tmpdir(), "cs-soak-"))
        onTestFinished(() => rm(folder, { recursive: true }))
        const server = { databaseUrl: url, folder, workers: engine === "sqlite" ? 1 : 2 }
        const report = await runSoak({
          server,
          database,
          forMs,
          everyMs: inForm({ short: 1_000, full: 5_000 }),
          seed: testSeed,
        })
        const { acknowledged, cutOff, earlyMb, findings, lateMb, reads, refused, troubles } = report
        tell(
          {
            suite: `soak [${engine}]`,
            runs: 1,
            faults: troubles.reload + troubles.kill + troubles.database,
            acknowledged,
            findings,
          },
          `${forMs / 1_000} s, ${reads} reads, ${troubles.reload} reloads, ${troubles.kill} kills with ${cutOff} cut off, ` +
            `${troubles.database} crashes of the database with ${refused} refused, ` +
            `${Math.round(earlyMb)} then ${Math.round(lateMb)} MB, ${report.logged} in the log, ${report.checkpoints} checkpoints`,
        )
        assert.isAbove(acknowledged, forMs / 1_000)
        assert.isAbove(troubles.reload, 0)
        if (database !== null) assert.isAbove(Math.min(troubles.kill, troubles.database), 0)
        assert.deepStrictEqual(report.failed, [], report.failures.join("\n"))
        assert.deepStrictEqual(report.unanswered, [])
        // A kill breaks the connections of one worker, and no client is refused another one.
        assert.isAtMost(cutOff, troubles.kill * senders)
        assert.deepStrictEqual(report.unexpected, [])
        assert.deepStrictEqual(findings, [])
        assert.deepStrictEqual(report.corruption, [])
        assert.deepStrictEqual(report.log, [])
        assert.isAbove(report.logged, acknowledged)
        assert.isAbove(report.checkpoints, 0)
        assert.strictEqual(report.unsettled, 0)
        assert.strictEqual(report.exitCode, 0)
        // In the short form the heap is still growing to its size.
        if (forMs >= 300_000) assert.isBelow(lateMb, earlyMb * 1.2)
      },
      forMs + 300_000,
    )
  },
)
