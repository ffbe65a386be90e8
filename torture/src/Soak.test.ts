import { createTestDatabase, describeEngines, engines, type Engine } from "@consent-service/test-engines"
import { inForm, numberFromEnvironment, testSeed } from "@consent-service/test-engines/form"
import { assert, it } from "@effect/vitest"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { count } from "./Audit.js"
import { runSoak } from "./SoakRun.js"

const forMs = 1_000 * numberFromEnvironment("CONSENT_TORTURE_SOAK_SECONDS", inForm({ short: 10, full: 3_600 }))

const among = inForm<ReadonlyArray<Engine>>({ short: ["sqlite"], full: engines })

describeEngines(
  "a server under mixed load whose configuration is reloaded and whose workers are killed",
  (engine) => {
    it(
      "loses no acknowledged save, answers everything else, and needs no more memory",
      async () => {
        const database = await createTestDatabase(engine)
        onTestFinished(() => database.drop())
        const folder = await mkdtemp(join(tmpdir(), "cs-soak-"))
        onTestFinished(() => rm(folder, { recursive: true }))
        const workers = engine === "sqlite" ? 1 : 2
        const everyMs = inForm({ short: 500, full: 5_000 })
        const report = await runSoak({ databaseUrl: database.url, folder, workers, forMs, everyMs, seed: testSeed })
        const { acknowledged, cutOff, earlyMb, findings, kills, lateMb, reads, reloads } = report
        console.log(
          `soak [${engine}] ${forMs / 1_000} s, ${acknowledged} acknowledged, ${count(findings, "lost")} lost, ${reads} reads, ` +
            `${reloads} reloads, ${kills} kills with ${cutOff} cut off, ${Math.round(earlyMb)} then ${Math.round(lateMb)} MB`,
        )
        assert.isAbove(acknowledged, forMs / 1_000)
        assert.isAbove(reloads, 0)
        assert.deepStrictEqual(report.failed, [])
        assert.deepStrictEqual(report.unanswered, [])
        assert.deepStrictEqual(report.unexpected, [])
        assert.deepStrictEqual(findings, [])
        assert.deepStrictEqual(report.corruption, [])
        assert.strictEqual(report.unsettled, 0)
        assert.strictEqual(report.exitCode, 0)
        // In the short form the heap is still growing to its size.
        if (forMs >= 300_000) assert.isBelow(lateMb, earlyMb * 1.5)
      },
      forMs + 300_000,
    )
  },
  among,
)
