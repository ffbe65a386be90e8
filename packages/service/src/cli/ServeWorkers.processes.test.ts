import { createTestDatabase, describeEngines, type Engine, serverEngines } from "@consent-service/test-engines"
import { inForm } from "@consent-service/test-engines/form"
import { assert, describe, it } from "@effect/vitest"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { projectFolder, runCommand, startCommand } from "../testing/CommandProcess.js"
import { statementsOn } from "../testing/Statements.js"
import { startLoad } from "../testing/KeepAliveLoad.js"

const listening = /listens on (http:\S+)/

/** The processes that serve, by their parent's id. */
const childrenOf = (pid: number): ReadonlyArray<number> =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number)

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** What the page of metrics counted: records, those of them that grant or refuse, and the workers with gauges. */
const countedAt = async (metrics: string) => {
  const page = await (await fetch(metrics)).text()
  const valueOf = (name: string): number => Number(new RegExp(`^${name} (\\d+)$`, "m").exec(page)?.[1])
  return {
    created: valueOf("cs_consent_created_total"),
    decided: valueOf("cs_consent_accepted_total") + valueOf("cs_consent_rejected_total"),
    gauges: Array.from(page.matchAll(/^cs_service_ready\{worker="(\d)"\} 1$/gm), ([, worker]) => worker).sort(),
  }
}

const urlOn = async (engine: Engine): Promise<string> => {
  const database = await createTestDatabase(engine)
  onTestFinished(() => database.drop())
  return database.url
}

describeEngines(
  "consent-service serve --workers",
  (engine) => {
    it("ends in order on a SIGTERM that arrives when some workers serve and others do not yet", async () => {
      const folder = await projectFolder({ "consent.config.json": '{"observability": {"level": "info"}}' })
      const args = ["serve", "--workers", "3", "--migrate", "--port", "0", "--host", "127.0.0.1"]
      const server = startCommand(folder, args, { DATABASE_URL: await urlOn(engine) })
      await server.printed(/"event":"server-listening"/)
      server.signal("SIGTERM")
      assert.strictEqual(await server.ended, 0)
      assert.strictEqual(server.error(), "")
    })

    it("loses no request while workers are replaced and on SIGTERM, replaces one that dies, and adds up what all counted", async () => {
      const folder = await projectFolder({
        "consent.config.json":
          '{"rateLimit": false, "observability": {"level": "info"}, "server": {"metrics": {"port": 0}}}',
      })
      const variables = { DATABASE_URL: await urlOn(engine) }
      const args = ["serve", "--workers", "2", "--migrate", "--port", "0", "--host", "127.0.0.1"]
      const server = startCommand(folder, args, variables)
      const [, url = ""] = await server.printed(listening)
      const [, metrics = ""] = await server.printed(/metrics {8}(http:\S+)/)
      const statusOf = async (path: string) => (await fetch(new URL(path, metrics))).status
      assert.deepStrictEqual(
        [await statusOf("/readyz"), await statusOf("/livez"), await statusOf("/init")],
        [200, 200, 404],
      )
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
      const { answered, failures, resent, saved } = await load.stop()
      console.log(`[${engine}] two workers replaced: ${answered} answered, ${resent} sent again`)
      assert.deepStrictEqual(failures, [])
      assert.deepStrictEqual(await countedAt(metrics), { created: saved, decided: saved, gauges: ["1", "2"] })
      assert.match(server.out(), /"worker":1,.*"event":"request"/)
      assert.match(server.out(), /"worker":2,.*"event":"request"/)

      process.kill(after[0] ?? 0, "SIGKILL")
      await until(() => server.error().includes('"event":"worker-exited"'))
      assert.match(server.error(), /"event":"worker-exited","worker":\d,"pid":\d+,"because":"SIGKILL","restartMs":100/)
      await until(() => childrenOf(server.pid).length === 2 && !childrenOf(server.pid).some((pid) => pid === after[0]))
      assert.strictEqual((await fetch(`${url}/status`)).status, 200)
      for (;;) {
        const { gauges, ...counted } = await countedAt(metrics)
        assert.deepStrictEqual(counted, { created: saved, decided: saved })
        if (gauges.length === 2) break
      }

      const last = startLoad(url, 16)
      await last.answers(200)
      server.signal("SIGTERM")
      const atEnd = await last.refused()
      console.log(`[${engine}] stopped under load: ${atEnd.answered} answered, ${atEnd.resent} sent again`)
      assert.deepStrictEqual(atEnd.failures, [])
      assert.strictEqual(await server.ended, 0)
    })
  },
  serverEngines,
)

const rulesOf = (model: string): string =>
  `{ "policyRules": [{ "id": "all", "match": { "isDefault": true }, "model": "${model}", "prompt": "choice" }] }`

/** A configuration as values, and one as code, each with what the log says when a worker dies after it was edited. */
const edited = {
  "consent.config.json": {
    of: (model: string) => `{ "manifest": ${rulesOf(model)} }`,
    held: null,
  },
  "rules.mjs": {
    of: (model: string) => `export const manifest = ${rulesOf(model)}`,
    held: /"because":"not started with a changed configuration that was not reloaded: rules\.mjs;/,
  },
}

const modelAt = async (url: string): Promise<string | undefined> => {
  const response = await fetch(`${url}/init?country=DE`, { headers: { connection: "close" } })
  return /"model":"([a-z-]+)"/.exec(await response.text())?.[1]
}

describeEngines(
  "consent-service serve --workers, when a worker dies after an edit that was not reloaded",
  (engine) => {
    it.each(["consent.config.json", "rules.mjs"] as const)(
      "serves with the configuration in force until it is reloaded: %s",
      async (name) => {
        const { held, of } = edited[name]
        const module = {
          "consent.config.mjs": 'import { manifest } from "./rules.mjs"\nexport default { manifest }',
        }
        const folder = await projectFolder({ ...(held === null ? {} : module), [name]: of("opt-in") })
        const args = ["serve", "--workers", "2", "--migrate", "--port", "0", "--host", "127.0.0.1"]
        const server = startCommand(folder, args, { DATABASE_URL: await urlOn(engine) })
        const [, url = ""] = await server.printed(listening)
        let starts = 2
        const started = (): number => server.out().split('"event":"server-listening"').length - 1
        for (const content of ["broken {", of("opt-out")]) {
          await writeFile(join(folder, name), content)
          const [victim = 0] = childrenOf(server.pid)
          process.kill(victim, "SIGKILL")
          if (held === null) {
            starts += 1
            await until(() => started() === starts)
          } else {
            await until(() => held.test(server.error()))
            break
          }
        }
        await writeFile(join(folder, name), of("opt-out"))
        assert.deepStrictEqual(
          await Promise.all(Array.from({ length: 8 }, () => modelAt(url))),
          Array(8).fill("opt-in"),
        )
        server.signal("SIGHUP")
        await server.printed(/"event":"configuration-reloaded"/)
        assert.strictEqual(await modelAt(url), "opt-out")
        assert.lengthOf(childrenOf(server.pid), 2)
        server.signal("SIGTERM")
        assert.strictEqual(await server.ended, 0)
      },
    )
  },
  // The short form has the same by worker, in server/workers.
  inForm<ReadonlyArray<Engine>>({ short: [], full: ["postgres"] }),
)

describeEngines(
  "consent-service serve --workers that cannot serve",
  (engine) => {
    it("gives up with a reason when its workers cannot serve", async () => {
      const other = createServer().listen(0, "127.0.0.1")
      onTestFinished(() => void other.close())
      await once(other, "listening")
      // A server that listens on a port has an address of this form.
      const { port } = other.address() as AddressInfo
      const args = ["serve", "--workers", "2", "--migrate", "--host", "127.0.0.1", "--port", String(port)]
      const { code, error, out } = await runCommand(await projectFolder(), args, { DATABASE_URL: await urlOn(engine) })
      assert.strictEqual(code, 1)
      assert.match(
        error,
        new RegExp(`port ${port} is already in use by another program; .* choose another port with --port`),
      )
      assert.notInclude(out, "listens on")
    })

    it("says that the port for metrics is taken, and leaves no process", async () => {
      const other = createServer().listen(0, "127.0.0.1")
      onTestFinished(() => void other.close())
      await once(other, "listening")
      // A server that listens on a port has an address of this form.
      const { port } = other.address() as AddressInfo
      const variables = { DATABASE_URL: await urlOn(engine), CONSENT_SERVER_METRICS_PORT: String(port) }
      const args = ["serve", "--workers", "2", "--migrate", "--port", "0"]
      const { code, error, out } = await runCommand(await projectFolder(), args, variables)
      assert.deepStrictEqual([code, out], [1, ""])
      assert.include(error, `port ${port} for metrics is already in use by another program`)
    })

    it("names a database of a newer version and an unreadable file once, and leaves no process", async () => {
      const url = await urlOn(engine)
      const folder = await projectFolder({ "broken.json": '{"rateLimit": ' })
      const migrated = await runCommand(folder, ["migrate"], { DATABASE_URL: url })
      assert.strictEqual(migrated.code, 0)
      await statementsOn(url, ["insert into cs_migrations (id, checksum, applied_at) values ('9999-later', 'x', 1)"])
      for (const [more, why, exitCode] of [
        [[], /9999-later/g, 1],
        [["--config", "broken.json"], /broken\.json/g, 2],
      ] as const) {
        // It has ended when nothing holds its output any more, which each of its processes would.
        const args = ["serve", "--workers", "2", "--port", "0", ...more]
        const { code, error, out } = await runCommand(folder, args, { DATABASE_URL: url })
        assert.deepStrictEqual([code, out], [exitCode, ""])
        assert.lengthOf(error.match(why) ?? [], 1, error)
      }
    })
  },
  ["postgres"],
)

describe("consent-service serve --workers, wrongly configured", () => {
  it("is refused on SQLite, with everything else that is wrong, and starts nothing", async () => {
    const folder = await projectFolder({ "consent.config.json": '{"colour": 1, "server": {"graceMs": "long"}}' })
    const { code, error, out } = await runCommand(folder, ["serve", "--workers", "2"], { CONSENT_API_KEYS_FILE: "/no" })
    assert.deepStrictEqual([code, out], [2, ""])
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
