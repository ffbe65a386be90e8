import { inForm } from "@consent-service/test-engines/form"
import { assert, describe, it } from "@effect/vitest"
import { rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { type CommandProcess, projectFolder, startCommand } from "../testing/CommandProcess.js"
import { heapMb, heapProbe } from "../testing/HeapProbe.js"
import { startLoad } from "../testing/KeepAliveLoad.js"

const listening = /listens on (http:\S+)/

const start = async (folder: string, ...more: ReadonlyArray<string>) => {
  const args = ["serve", "--port", "0", "--host", "127.0.0.1", "--migrate", ...more]
  const server = startCommand(folder, args, heapProbe)
  const [, url = ""] = await server.printed(listening)
  return { server, url }
}

/** Files are replaced as editors and deployments do it. */
const replace = async (path: string, content: string): Promise<void> => {
  await writeFile(`${path}.new`, content)
  await rename(`${path}.new`, path)
}

/** Waits for that many log lines of an event, standard error included, and gives the last. */
const logged = async ({ error, out }: CommandProcess, event: string, count: number) => {
  for (;;) {
    const lines = `${out()}\n${error()}`.split("\n").filter((line) => line.includes(`"event":"${event}"`))
    if (lines.length >= count) return JSON.parse(lines[count - 1] ?? "")
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** What a reload needs a restart for. A change may be noticed twice, so that one reload more than changes may come first. */
const firstNeedingRestart = async (server: CommandProcess, from: number): Promise<ReadonlyArray<string>> => {
  for (let count = from; ; count += 1) {
    const { needRestart } = await logged(server, "configuration-reloaded", count)
    if (needRestart !== undefined) return needRestart
  }
}

const configured = (model: string, more: object = {}): string =>
  JSON.stringify({
    database: "sqlite:./a.db",
    rateLimit: false,
    manifest: {
      policyRules: [{ id: "all", match: { isDefault: true }, model, prompt: model === "none" ? "none" : "choice" }],
    },
    ...more,
  })

const modelAt = async (url: string): Promise<string | undefined> =>
  /"model":"([a-z-]+)"/.exec(await (await fetch(`${url}/init?country=DE`)).text())?.[1]

describe("a server whose configuration is reloaded", () => {
  const reloads = inForm({ short: 32, full: 400 })

  /** How much the heap may differ, in megabytes: what four instances have. */
  const mostGrowthMb = 4

  it("answers every request meanwhile, and keeps nothing of the instances before", async () => {
    const folder = await projectFolder({ "consent.config.json": configured("opt-in") })
    const file = join(folder, "consent.config.json")
    const { server, url } = await start(folder)
    const load = startLoad(url, 8)
    const heap: Array<number> = []
    for (let reload = 1; reload <= reloads; reload += 1) {
      await load.answers(20)
      const model = reload % 2 === 0 ? "opt-in" : "none"
      await replace(file, configured(model))
      server.signal("SIGHUP")
      const line = await logged(server, "configuration-reloaded", reload)
      assert.isAtLeast(line.durationMs, 0)
      assert.strictEqual(await modelAt(url), model)
      if (reload % (reloads / 4) === 0) heap.push(await heapMb(server, heap.length))
    }
    const [early = 0, , , late = 0] = heap
    const { answered, failures, resent } = await load.stop()
    const heaps = heap.map((each) => each.toFixed(1)).join(", ")
    console.log(`${reloads} reloads: ${answered} answered, ${resent} sent again, heap ${heaps} MB`)
    assert.deepStrictEqual(failures, [])
    assert.isAtLeast(answered, reloads * 20)
    assert.isBelow(late, early + mostGrowthMb, heaps)

    await replace(file, configured("opt-in", { colour: "red", limits: { maxBodyBytes: "big" } }))
    server.signal("SIGHUP")
    const refused = await logged(server, "reload-refused", 1)
    assert.strictEqual(refused.level, "error")
    assert.match(refused.issues.join("\n"), /colour \(consent\.config\.json\)[^]*limits\.maxBodyBytes/)
    assert.strictEqual(await modelAt(url), "opt-in")

    await replace(file, configured("opt-inn"))
    server.signal("SIGHUP")
    const { issues } = await logged(server, "reload-refused", 2)
    assert.match(issues.join("\n"), /manifest\.policyRules \(consent\.config\.json\): rule 'all': model/)
    assert.strictEqual(await modelAt(url), "opt-in")

    await replace(
      file,
      configured("none", { server: { graceMs: 1_000, workers: 1, metrics: { port: 9, host: "::1" } } }),
    )
    server.signal("SIGHUP")
    const { level, needRestart } = await logged(server, "configuration-reloaded", reloads + 1)
    assert.deepStrictEqual(
      [level, needRestart],
      ["warn", ["server.graceMs", "server.metrics.port", "server.metrics.host"]],
    )
    assert.strictEqual(await modelAt(url), "none")
    server.signal("SIGTERM")
    assert.strictEqual(await server.ended, 0)
  })

  it("with --watch notices a file that a configuration module imports, and one that it requires a restart for", async () => {
    const rules = (model: string): string =>
      `export const rules = [{ id: "all", match: { isDefault: true }, model: "${model}", prompt: "choice" }]`
    const folder = await projectFolder({
      "consent.config.mjs": `import { rules } from "./policy/index.mjs"
import legacy from "./legacy.cjs"
export default { database: "sqlite:./a.db", appName: legacy, manifest: { policyRules: rules, appName: legacy } }`,
      "legacy.cjs": "module.exports = 'one'",
      "rules.mjs": rules("opt-in"),
    })
    const { mkdir } = await import("node:fs/promises")
    await mkdir(join(folder, "policy"))
    await writeFile(join(folder, "policy", "index.mjs"), 'export { rules } from "../rules.mjs"')
    const { server, url } = await start(folder, "--watch")
    assert.strictEqual(await modelAt(url), "opt-in")
    await replace(join(folder, "rules.mjs"), rules("opt-out"))
    await logged(server, "configuration-reloaded", 1)
    assert.strictEqual(await modelAt(url), "opt-out")
    await replace(join(folder, "rules.mjs"), "export const rules = [a S3CRETKEY]")
    assert.match((await logged(server, "reload-refused", 1)).issues.join(), /Unexpected identifier$/)
    assert.notInclude(server.out() + server.error(), "S3CRET")
    assert.strictEqual(await modelAt(url), "opt-out")
    await replace(join(folder, "rules.mjs"), rules("opt-in"))
    await logged(server, "configuration-reloaded", 2)
    assert.strictEqual(await modelAt(url), "opt-in")
    await replace(join(folder, "legacy.cjs"), "module.exports = 'two'")
    assert.match((await firstNeedingRestart(server, 3)).join(), /legacy\.cjs$/)
    await writeFile(join(folder, ".env"), "CONSENT_LIMITS_MAX_BODY_BYTES=many\n")
    const { issues } = await logged(server, "reload-refused", 2)
    assert.match(issues.join(), /CONSENT_LIMITS_MAX_BODY_BYTES: must be a number/)
  })

  it("with --watch notices a file that changed after it was read, while the server still started", async () => {
    const folder = await projectFolder({
      "consent.config.mjs": `import { readFileSync, writeFileSync } from "node:fs"
const file = new URL("model.txt", import.meta.url)
const model = readFileSync(file, "utf8")
import "./rules.mjs"
if (model === "opt-in") setTimeout(() => {
  writeFileSync(file, "opt-out")
  writeFileSync(new URL("rules.mjs", import.meta.url), "export {}")
}, 20)
export default { database: "sqlite:./a.db", manifest: { policyRules: [
  { id: "all", match: { isDefault: true }, model, prompt: "choice" }
] } }`,
      "model.txt": "opt-in",
      "rules.mjs": "",
    })
    const { server, url } = await start(folder, "--watch")
    await logged(server, "configuration-reloaded", 1)
    assert.strictEqual(await modelAt(url), "opt-out")
  })

  it("takes a SIGHUP that arrives while it reads its configuration, and reloads when it serves", async () => {
    const folder = await projectFolder({
      "consent.config.mjs": `const isFirst = globalThis.wasRead !== true
globalThis.wasRead = true
if (isFirst) {
  process.kill(process.pid, "SIGHUP")
  process.kill(process.pid, "SIGHUP")
  await new Promise((resolve) => setTimeout(resolve, 50))
}
export default { database: "sqlite:./a.db", manifest: { policyRules: [
  { id: "all", match: { isDefault: true }, model: isFirst ? "opt-in" : "opt-out", prompt: "choice" }
] } }`,
    })
    const { server, url } = await start(folder)
    await logged(server, "configuration-reloaded", 1)
    assert.strictEqual(await modelAt(url), "opt-out")
  })

  it("in memory is not reloaded, since its records would be lost", async () => {
    const folder = await projectFolder({ "consent.config.json": configured("opt-in", { database: "sqlite::memory:" }) })
    const { server } = await start(folder)
    server.signal("SIGHUP")
    assert.match((await logged(server, "reload-refused", 1)).issues.join(), /kept in memory/)
    await replace(join(folder, "consent.config.json"), '{"apiKeys": [S3CRETKEY]}')
    server.signal("SIGHUP")
    const { issues } = await logged(server, "reload-refused", 2)
    assert.match(issues.join("\n"), /consent\.config\.json: is not valid JSON: .* line 1, column 14/)
    assert.notInclude(server.out() + server.error(), "S3CRET")
  })
})
