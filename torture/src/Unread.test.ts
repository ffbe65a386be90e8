import { createTestDatabase, describeEngines } from "@consent-service/test-engines"
import { inForm } from "@consent-service/test-engines/form"
import { assert, it } from "@effect/vitest"
import { onTestFinished } from "vitest"
import { quantile } from "./OpenLoop.js"
import { ownChildren } from "./OwnChildren.js"
import { tell } from "./Results.js"
import { patienceMs, runUnread, type UnreadPlan } from "./UnreadRun.js"

const heapMb = 512

/** A process with the largest heap it may have; of which unread answers may take a quarter. */
const mostMb = 400

const plan: UnreadPlan = inForm({
  short: { greedy: 40, modest: 40, perSecond: 200 },
  full: { greedy: 1_000, modest: 1_000, perSecond: 150 },
})

describeEngines(
  "clients that do not read their answers (threat: slow clients and floods of connections)",
  (engine) => {
    it("are closed in time, and cost neither memory nor others' answers", { timeout: 120_000 }, async () => {
      const database = await createTestDatabase(engine)
      onTestFinished(() => database.drop())
      const server = await ownChildren().start({ databaseUrl: database.url, script: "DrainServer", heapMb })
      const report = await runUnread(server, plan)
      const { closedAfterMs, failures, leftOpen, peakMb, statusMs } = report
      tell(
        {
          suite: `unread answers [${engine}]`,
          runs: 1,
          faults: plan.greedy + plan.modest,
          acknowledged: 0,
          findings: [],
        },
        `${leftOpen} left open after ${Math.round(closedAfterMs)} ms, peak ${peakMb} MB, ` +
          `/status p50 ${Math.round(quantile(statusMs, 0.5))} ms, p99 ${Math.round(quantile(statusMs, 0.99))} ms`,
      )
      assert.deepStrictEqual(failures, [])
      assert.strictEqual(leftOpen, 0, `${leftOpen} connections were open after ${patienceMs} ms`)
      if (peakMb !== null) assert.isBelow(peakMb, mostMb)
      await server.stop()
    })
  },
  ["sqlite"],
)
