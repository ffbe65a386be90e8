import { createTestDatabase, describeEngines } from "@consent-service/test-engines"
import { inForm, testSeed } from "@consent-service/test-engines/form"
import { describeWith } from "@consent-service/test-engines/private"
import { assert, it } from "@effect/vitest"
import { type Fault, figures, problemsIn, runFaults } from "./FaultRun.js"
import { openNativeFaults, whyNoNativeFaults } from "./NativeFaults.js"
import { ownChildren } from "./OwnChildren.js"
import { tell } from "./Results.js"

const rounds = inForm({ short: 1, full: 20 })
const hourMs = 3_600_000

describeWith("the server's wall clock", whyNoNativeFaults(), () => {
  describeEngines("that jumps under load (threat: a clock that jumps)", (engine) => {
    it("fails no save, and loses, alters and doubles none; the log's times never go back", {
      timeout: 120_000 + rounds * 60_000,
    }, async () => {
      const database = await createTestDatabase(engine)
      const native = openNativeFaults()
      const jump = (name: string, clockOffsetMs: number): Fault => ({
        name,
        begin: () => native.set({ clockOffsetMs }),
        end: () => native.set({ clockOffsetMs: 0 }),
      })
      // Saves are of almost three hours ago: the clock never goes back to before them.
      const faults = [
        jump("an hour back", -hourMs),
        jump("two days ahead", 48 * hourMs),
        jump("two hours back", -2 * hourMs),
      ]
      const server = { databaseUrl: database.url, env: native.env() }
      const plan = { server, faults, rounds, lastsMs: 800, seed: testSeed }
      const report = await runFaults(ownChildren(), plan)
      tell({ suite: `jumping clocks [${engine}]`, runs: rounds, ...report }, figures(report))
      assert.deepStrictEqual(problemsIn(report), [])
      for (const { name } of faults) {
        assert.deepInclude(report.during[name], { failed: 0 }, name)
        assert.isAbove(report.during[name]?.saved ?? 0, 0, name)
      }
      assert.isAbove(report.checkpoints, 0)
      // The service saw the jumps.
      assert.isTrue(report.receivedAt.some((at) => at > Date.now() + 47 * hourMs))
      assert.isTrue(report.receivedAt.some((at) => at < Date.now() - 1.9 * hourMs))
      await database.drop()
    })
  })
})
