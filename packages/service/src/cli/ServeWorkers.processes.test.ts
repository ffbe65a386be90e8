import { createTestDatabase, describeEngines, type Engine, serverEngines } from "@consent-service/test-engines"
import { inForm } from "@consent-service/test-engines/form"
import { assert, describe, it } from "@effect/vitest"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { onTestFinished } from "vitest"
import { projectFolder, runCommand, startCommand } from "../testing/CommandProcess.js"
import { startLoad } from "../testing/KeepAliveLoad.js"

const listening = /listens on (http:\S+)/

/** The processes that serve, by their parent's id. */
const childrenOf = (pid: number): ReadonlyArray<number> =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number)

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** One engine is enough for `npm test`: nothing here depends on it. */
const among: ReadonlyArray<Engine> = inForm({ short: ["postgres"], full: serverEngines })

const urlOn = async (engine: Engine): Promise<string> => {
  const database = await createTestDatabase(engine)
  onTestFinished(() => database.drop())
  return database.url
}

describeEngines(
  "consent-service serve --workers",
  (engine) => {
    it("loses no request while all its workers are replaced, and replaces one that dies", async () => {
      const folder = await projectFolder({
        "consent.config.json": '{"rateLimit": false, "observability": {"level": "info"}}',
      })
      const variables = { DATABASE_URL: await urlOn(engine) }
      const args = ["serve", "--workers", "2", "--migrate", "--port", "0", "--host", "127.0.0.1"]
      const server = startCommand(folder, args, variables)
      const [, url = ""] = await server.printed(listening)
      const before = childrenOf(server.pid)
      assert.lengthOf(before, 2)
      const load = startLoad(url, 16)
      await load.answers(200)
      server.signal("SIGHUP")
      await server.printed(/"event":"configuration-reloaded"/)
      await load.answers(200)
      const after = childrenOf(server.pid)
      assert.lengthOf(after, 2)
      assert.isEmpty(after.filter((pid) => before.includes(pid)))
      const { answered, failures } = await load.stop()
      console.log(`[${engine}] two workers replaced: ${answered} answered`)
      assert.deepStrictEqual(failures, [])
      assert.match(server.out(), /"worker":1,.*"event":"request"/)
      assert.match(server.out(), /"worker":2,.*"event":"request"/)

      process.kill(after[0] ?? 0, "SIGKILL")
      await until(() => server.error().includes('"event":"worker-exited"'))
      assert.match(server.error(), /"event":"worker-exited","worker":\d,"pid":\d+,"because":"SIGKILL","restartMs":100/)
      await until(() => childrenOf(server.pid).length === 2 && !childrenOf(server.pid).some((pid) => pid === after[0]))
      assert.strictEqual((await fetch(`${url}/status`)).status, 200)
      server.signal("SIGTERM")
      assert.strictEqual(await server.ended, 0)
    })

    it("gives up with a reason when its workers cannot serve", async () => {
      const other = createServer().listen(0, "127.0.0.1")
      onTestFinished(() => void other.close())
      await once(other, "listening")
      // A server that listens on a port has an address of this form.
      const { port } = other.address() as AddressInfo
      const args = ["serve", "--workers", "2", "--migrate", "--host", "127.0.0.1", "--port", String(port)]
      const { code, error, out } = await runCommand(await projectFolder(), args, { DATABASE_URL: await urlOn(engine) })
      assert.strictEqual(code, 1)
      assert.match(error, new RegExp(`port ${port} is taken by another program; choose another with --port`))
      assert.notInclude(out, "listens on")
    })
  },
  among,
)

describe("consent-service serve --workers, wrongly configured", () => {
  it("is refused on SQLite, with everything else that is wrong, and starts nothing", async () => {
    const folder = await projectFolder({ "consent.config.json": '{"colour": 1, "server": {"graceMs": "long"}}' })
    const { code, error, out } = await runCommand(folder, ["serve", "--workers", "2"], { CONSENT_API_KEYS_FILE: "/no" })
    assert.deepStrictEqual([code, out], [1, ""])
    for (const part of [
      "server.workers (--workers): SQLite is served by one process: leave workers out, or set database to a PostgreSQL or MySQL server",
      "colour (consent.config.json)",
      "server.graceMs (consent.config.json)",
      "CONSENT_API_KEYS_FILE",
    ]) {
      assert.include(error, part)
    }
  })
})
