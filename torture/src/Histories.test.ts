import { createTestDatabase, describeAboveStores } from "@consent-service/test-engines"
import { inForm } from "@consent-service/test-engines/form"
import { assert, it } from "@effect/vitest"
import { onTestFinished } from "vitest"
import { fillHistories, type HistoriesPlan, readAlone, runHistories } from "./HistoriesRun.js"
import { quantile } from "./OpenLoop.js"
import { ownChildren } from "./OwnChildren.js"
import { tell } from "./Results.js"

const heapMb = 512

/** A process with the largest heap it may have; running histories take a small part of it. */
const mostMb = 450

const plan: HistoriesPlan = inForm({
  short: { full: 4, oldActs: 10_050, oldVendors: 1, readers: 16, quietMs: 500, loadedMs: 2_000 },
  full: { full: 100, oldActs: 20_000, oldVendors: 40, readers: 64, quietMs: 10_000, loadedMs: 40_000 },
})

const rounded = (values: ReadonlyArray<number>): string =>
  `p50 ${quantile(values, 0.5).toFixed(1)} ms, p99 ${quantile(values, 0.99).toFixed(1)} ms`

describeAboveStores("readers of subjects that are full (threat: endless acts of one subject)", (engine) => {
  it("end no process, are answered or refused, and leave others their answers", { timeout: 300_000 }, async () => {
    const database = await createTestDatabase(engine)
    onTestFinished(() => database.drop())
    const server = await ownChildren().start({ databaseUrl: database.url, heapMb })
    const subjects = await fillHistories(database.url, plan)
    const { answers, failures, loadedMs, peakMb, quietMs, readMs, unexpected } = await runHistories(
      server,
      subjects,
      plan,
    )
    const reads = Object.values(answers).reduce((sum, count) => sum + count, 0)
    tell(
      { suite: `long histories [${engine}]`, runs: 1, faults: reads, acknowledged: 0, findings: [] },
      `${plan.full} full, ${plan.readers} readers, reads ${JSON.stringify(answers)}, ${rounded(readMs)}, ` +
        `/init ${rounded(quietMs)} quiet, ${rounded(loadedMs)} under load, peak ${peakMb} MB`,
    )
    assert.deepStrictEqual(unexpected, [])
    assert.deepStrictEqual(failures, [])
    assert.isAbove(answers["200"] ?? 0, 0)
    if (peakMb !== null) assert.isBelow(peakMb, mostMb)
    const old = subjects.at(-1) ?? ""
    assert.isAbove(await readAlone(server, old), 1_000_000)
    await server.stop()
    assert.include(server.lines(), "truncated history")
  })
})
