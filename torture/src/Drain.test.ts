import { describeAboveStores, describeEngines, type Engine, serverEngines } from "@consent-service/test-engines"
import { inForm, testSeed } from "@consent-service/test-engines/form"
import { assert, it } from "@effect/vitest"
import { once } from "node:events"
import { connect } from "node:net"
import { onTestFinished } from "vitest"
import { count } from "./Audit.js"
import { type DrainReport, judgeDrain, mostExitMs, runDrain } from "./DrainRun.js"
import { migratedDatabase } from "./Migrated.js"
import { ownChildren } from "./OwnChildren.js"
import { tell } from "./Results.js"
import { openSlowProxy, type SlowProxy } from "./SlowProxy.js"

const tellDrain = (engine: Engine, report: DrainReport): void => {
  const { exitCode, exitMs, failed, unanswered } = report
  tell(
    { suite: `drain [${engine}]`, runs: 1, faults: 1, ...report },
    `${unanswered.length} unanswered, ${failed} failed, exit code ${exitCode} after ${Math.round(exitMs)} ms`,
  )
}

describeAboveStores("a server under load that shuts down", (engine) => {
  it("answers what it has received, refuses what is new, and exits with 0", async () => {
    const url = await migratedDatabase(engine)
    // Through a proxy, many saves are in flight at any time, instead of few.
    const proxy = engine === "sqlite" ? null : await openSlowProxy(url, 5)
    if (proxy !== null) onTestFinished(proxy.cut)
    const server = await ownChildren().start({ databaseUrl: proxy?.url ?? url, script: "DrainServer" })
    const report = await runDrain(server, { databaseUrl: url, seed: testSeed })
    tellDrain(engine, report)
    assert.deepStrictEqual(judgeDrain(report), [])
  })
})

const outages: ReadonlyArray<readonly [string, (proxy: SlowProxy) => Promise<void> | void]> = [
  ["gone", ({ cut }) => cut()],
  ["silent", ({ fallSilent }) => fallSilent()],
]

describeEngines(
  "a server under load whose database is unavailable",
  (engine) => {
    it.for(outages)("%s: exits with 0 in time, and loses nothing", async ([, outage]) => {
      const url = await migratedDatabase(engine)
      const proxy = await openSlowProxy(url, 5)
      onTestFinished(proxy.cut)
      const server = await ownChildren().start({ databaseUrl: proxy.url, script: "DrainServer" })
      const report = await runDrain(server, { databaseUrl: url, seed: testSeed, before: () => outage(proxy) })
      tellDrain(engine, report)
      assert.strictEqual(report.exitCode, 0)
      assert.isBelow(report.exitMs, mostExitMs)
      assert.isAbove(report.failed, 0, "the outage was not noticed")
      assert.strictEqual(count(report.findings, "lost"), 0)
      assert.deepStrictEqual(report.unanswered, [])
    })
  },
  inForm({ short: ["postgres"], full: serverEngines }),
)

describeEngines(
  "a server that is ending",
  (engine) => {
    it("exits immediately on a second signal", async () => {
      const server = await ownChildren().start({ databaseUrl: await migratedDatabase(engine), script: "DrainServer" })
      const slow = connect(server.port, "127.0.0.1")
      slow.on("error", () => {})
      await once(slow, "connect")
      slow.write("POST /subjects HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{")
      // The server has that once it answers another.
      await fetch(`http://127.0.0.1:${server.port}/manifest`)
      server.signal("SIGTERM")
      // It waits for the rest of the body, and takes no new connections any more.
      while (
        await fetch(`http://127.0.0.1:${server.port}/manifest`).then(
          () => true,
          () => false,
        )
      );
      server.signal("SIGTERM")
      assert.strictEqual(await server.exited, 143)
      slow.destroy()
    })
  },
  ["sqlite"],
)

describeEngines(
  "the drain test itself",
  (engine) => {
    it("finds out a server that just dies", async () => {
      const url = await migratedDatabase(engine)
      const report = await runDrain(await ownChildren().start({ databaseUrl: url }), {
        databaseUrl: url,
        seed: testSeed,
      })
      assert.include(judgeDrain(report).join("\n"), "were not answered")
    })
  },
  ["sqlite"],
)
