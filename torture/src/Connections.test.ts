import { describeEngines } from "@consent-service/test-engines"
import { inForm, testSeed } from "@consent-service/test-engines/form"
import { assert, it } from "@effect/vitest"
import { onTestFinished } from "vitest"
import { type Fault, figures, problemsIn, runFaults } from "./FaultRun.js"
import { migratedDatabase } from "./Migrated.js"
import { ownChildren } from "./OwnChildren.js"
import { tell } from "./Results.js"
import { openSlowProxy } from "./SlowProxy.js"

const rounds = inForm({ short: 1, full: 10 })

/** Longer than the service waits for a database. */
const lastsMs = inForm({ short: 1_500, full: 8_000 })

describeEngines(
  "saves over connections that are slow, hung and cut (threat: losing an acknowledged record)",
  (engine) => {
    it("are never lost or doubled, and succeed again within five seconds", {
      timeout: 120_000 + rounds * 90_000,
    }, async () => {
      const url = await migratedDatabase(engine)
      const proxy = await openSlowProxy(url, 0)
      onTestFinished(proxy.cut)
      const cutting = { timer: setInterval(() => {}, 1_000_000) }
      const stopCutting = () => clearInterval(cutting.timer)
      onTestFinished(stopCutting)
      const faults: ReadonlyArray<Fault> = [
        { name: "slow", begin: () => proxy.delay(40), end: () => proxy.delay(0), serves: true },
        { name: "hung", begin: proxy.fallSilent, end: proxy.speak },
        { name: "cut", begin: () => void (cutting.timer = setInterval(proxy.reset, 100)), end: stopCutting },
      ]
      const plan = { server: { databaseUrl: proxy.url }, directUrl: () => url, faults, rounds, lastsMs, seed: testSeed }
      const report = await runFaults(ownChildren(), plan)
      tell({ suite: `connections [${engine}]`, runs: rounds, ...report }, figures(report))
      assert.deepStrictEqual(problemsIn(report), [])
      assert.isAbove(report.during["slow"]?.saved ?? 0, 0)
      assert.isAbove(report.during["cut"]?.failed ?? 0, 0)
      assert.isAtMost(report.slowestRecoveryMs, 5_000)
    })
  },
  ["postgres", "mysql"],
)
