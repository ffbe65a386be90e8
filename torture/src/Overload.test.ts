import { createTestDatabase, describeEngines, type TestDatabase } from "@consent-service/test-engines"
import { testSeed } from "@consent-service/test-engines/form"
import { assert, it } from "@effect/vitest"
import Sqlite from "better-sqlite3"
import { onTestFinished } from "vitest"
import type { ServerSettings } from "./Children.js"
import { judgeOverload, type OverloadPlan, type OverloadReport, runOverload, summary } from "./OverloadRun.js"
import { ownChildren } from "./OwnChildren.js"
import { openSlowProxy } from "./SlowProxy.js"

type Limits = NonNullable<ServerSettings["limits"]>

const unlimited: Limits = { maxConcurrentSaves: 65_536, maxQueuedSaves: 1_048_576 }

const roomFor = ({ maxConcurrentSaves = 0, maxQueuedSaves = 0 }: Limits): number => maxConcurrentSaves + maxQueuedSaves

/**
 * PostgreSQL commits in five steps, so in 600 ms, and at most 128 saves together, 213 a second. MySQL takes two steps
 * more for each save: eight of them go together in 180 ms, 45 a second.
 */
const farAway = {
  postgres: { delayMs: 60, savesPerSecond: 500, limits: { maxConcurrentSaves: 24, maxQueuedSaves: 16 } },
  mysql: { delayMs: 5, savesPerSecond: 300, limits: { maxConcurrentSaves: 8, maxQueuedSaves: 16 } },
}

const ownDatabase = async (engine: Parameters<typeof createTestDatabase>[0]): Promise<TestDatabase> => {
  const database = await createTestDatabase(engine)
  onTestFinished(() => database.drop())
  return database
}

const run = async (limits: Limits, serverUrl: string, plan: OverloadPlan): Promise<OverloadReport> => {
  const settings = { databaseUrl: serverUrl, script: "DrainServer", limits } as const
  const report = await runOverload(await ownChildren().start(settings), plan)
  console.log(`overload [${JSON.stringify(limits)}] ${summary(report)} (seed ${plan.seed})`)
  return report
}

/** Of the three seconds of a load. */
const tooStillMs = 700

/** An attempt during which the machine ran, or in which all was well even so; of three, else the last. */
const onARunningMachine = async (attempt: () => Promise<OverloadReport>, room: number): Promise<OverloadReport> => {
  for (let left = 2; left > 0; left--) {
    const report = await attempt()
    if (report.stoodStillMs < tooStillMs || judgeOverload(report, room).length === 0) return report
  }
  return attempt()
}

const runFarAway = async (engine: keyof typeof farAway, changed?: Limits): Promise<OverloadReport> => {
  const { delayMs, limits, savesPerSecond } = farAway[engine]
  const { url } = await ownDatabase(engine)
  // Migrates it, which takes its time from far away.
  await (await ownChildren().start({ databaseUrl: url })).stop()
  const proxy = await openSlowProxy(url, delayMs)
  onTestFinished(proxy.cut)
  const load = { savesPerSecond, forMs: 3_000, connections: 500 }
  return run(changed ?? limits, proxy.url, { ...load, databaseUrl: url, seed: testSeed })
}

/** Another writer, which locks an SQLite file for three quarters of the time. */
const crowdOut = (url: string) => (): (() => void) => {
  const other = new Sqlite(url.slice("sqlite:".length), { timeout: 50 })
  const hold = () => {
    try {
      other.exec("begin immediate")
      setTimeout(() => other.exec("rollback"), 150)
    } catch {
      // The server is writing. The next time, then.
    }
  }
  const timer = setInterval(hold, 200)
  return () => {
    clearInterval(timer)
    setTimeout(() => other.close(), 200)
  }
}

for (const engine of ["postgres", "mysql"] as const) {
  describeEngines("more saves than a database far away can take", () => {
    it("most are refused immediately, the others are answered in time and stored", { timeout: 120_000 }, async () => {
      const room = roomFor(farAway[engine].limits)
      const report = await onARunningMachine(() => runFarAway(engine), room)
      assert.deepStrictEqual(judgeOverload(report, room), [])
      assert.isAbove(report.refused.length, report.sent / 2)
    })
  }, [engine])
}

describeEngines("the overload test itself", () => {
  it("finds out a server that admits everything", { timeout: 60_000 }, async () => {
    const room = roomFor(farAway.postgres.limits)
    const problems = judgeOverload(await runFarAway("postgres", unlimited), room).join("\n")
    assert.include(problems, `saves waited, with room for ${room}`)
  })
}, ["postgres"])

describeEngines(
  "more saves than there is room for",
  (engine) => {
    it("with a file that is mostly locked, as many as fit are stored, and the others refused immediately", {
      timeout: 60_000,
    }, async () => {
      const { url } = await ownDatabase(engine)
      const load = { savesPerSecond: 400, forMs: 3_000, connections: 500, alongside: crowdOut(url) }
      const limits = { maxConcurrentSaves: 8, maxQueuedSaves: 16 }
      const report = await run(limits, url, { ...load, databaseUrl: url, seed: testSeed })
      assert.deepStrictEqual(judgeOverload(report, roomFor(limits)), [])
    })

    it("with the default limits, on 2,000 concurrent connections, each is answered", { timeout: 60_000 }, async () => {
      const { url } = await ownDatabase(engine)
      const load = { savesPerSecond: 20_000, forMs: 100, connections: 2_000 }
      const report = await run({}, url, { ...load, databaseUrl: url, seed: testSeed })
      assert.deepStrictEqual(report.unexpected, [])
      assert.deepStrictEqual(report.findings, [])
      assert.strictEqual(report.accepted.length + report.refused.length, 2_000)
      assert.deepStrictEqual(report.failures, [])
    })
  },
  ["sqlite"],
)
