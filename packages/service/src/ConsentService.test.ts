import type { LogEvent } from "@consent-service/core/ports"
import { afterEach, assert, describe, it } from "@effect/vitest"
import { writeFileSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inspect } from "node:util"
import { createConsentService } from "./ConsentService.js"
import type { ConsentServiceOptions } from "./options/Options.js"
import { openTelemetry } from "./otel.js"
import { inMemoryMeter, inMemoryTracer } from "./testing/Otel.js"
import { aSave, withOlderNames } from "./testing/TestInstance.js"

const disposals: Array<() => Promise<unknown>> = []

afterEach(async () => {
  for (const dispose of disposals.splice(0)) await dispose()
})

const start = async (options: Partial<ConsentServiceOptions> = {}) => {
  const events: Array<LogEvent> = []
  const service = createConsentService({
    observability: { level: "info", drain: (event) => events.push(event) },
    ...options,
    database: "sqlite::memory:",
  })
  disposals.push(service.dispose)
  await service.migrate()
  const send = (path: string, init: RequestInit = {}, context = {}) =>
    service.handler(new Request(`http://consent.test${path}`, init), context)
  const statusOf = async (path: string, init?: RequestInit) => (await send(path, init)).status
  return { service, events, send, statusOf }
}

describe("an instance from its options", () => {
  it("says once, at build, of each older option what to write instead", async () => {
    const { events } = await start(withOlderNames({ appName: "Shop", background: () => {} }))
    const notices = events.filter(({ event }) => event === "option-deprecated").map(({ option }) => option)
    assert.deepStrictEqual(notices, ["appName", "background"])
  })

  it("has no page and no document where these are turned off, and no scripts either", async () => {
    const { statusOf } = await start({ openapi: { enabled: false }, script: { enabled: false } })
    for (const path of ["/spec.json", "/docs", "/docs/start.js", "/cs.js", "/cs.headless.js", "/cs.iab.js"])
      assert.strictEqual(await statusOf(path), 404, path)
  })

  it("has them where the options put them, and nowhere else", async () => {
    const folder = await mkdtemp(join(tmpdir(), "cs-bundles-"))
    disposals.push(() => rm(folder, { recursive: true }))
    const full = join(folder, "full.js")
    writeFileSync(full, "/* the bundle */")
    const { send, service, statusOf } = await start({
      basePath: "/consent",
      openapi: { specPath: "/api.json", docsPath: "/reference", title: "Shop API" },
      script: { path: "/banner.js", bundles: { full } },
    })
    for (const path of ["/spec.json", "/docs", "/cs.js"])
      assert.strictEqual(await statusOf(`/consent${path}`), 404, path)
    const spec = await (await send("/consent/api.json")).json()
    assert.deepStrictEqual(spec, JSON.parse(JSON.stringify(service.getOpenAPISpec())))
    assert.strictEqual(spec.info.title, "Shop API")
    assert.containsAllKeys(spec.paths, ["/api.json", "/reference", "/banner.js"])
    assert.notProperty(spec.paths, "/cs.js")
    const page = await (await send("/consent/reference")).text()
    assert.strictEqual(page, service.getDocsUI())
    assert.include(page, "/consent/api.json")
    const script = await (await send("/consent/banner.js")).text()
    assert.include(script, "http://consent.test/consent")
    assert.isTrue(script.endsWith("/* the bundle */"))
  })

  it("accepts requests with a key, and refuses those without one", async () => {
    const { statusOf } = await start({ apiKeys: ["a-long-enough-key", "another-long-key"] })
    const headers = { authorization: "Bearer another-long-key" }
    assert.strictEqual(await statusOf("/subjects?externalId=u"), 401)
    assert.strictEqual(await statusOf("/subjects?externalId=u", { headers }), 200)
  })

  it("delivers the reports of /init after its answer, kept alive by the runtime", async () => {
    const reports: Array<string> = []
    const tasks: Array<Promise<unknown>> = []
    const { send } = await start({ sessions: { onReport: ({ source }) => reports.push(source) } })
    await send("/init", {}, { waitUntil: (task: Promise<unknown>) => tasks.push(task) })
    await Promise.all(tasks)
    assert.deepStrictEqual(reports, ["init"])
    assert.lengthOf(tasks, 1)
  })

  it("traces a save down to its database operation, and counts it, without a word of the visitor", async () => {
    const { spans, tracer } = inMemoryTracer()
    const { measured, meter, stop } = inMemoryMeter()
    disposals.push(stop)
    const { send } = await start({ telemetry: { enabled: true, tracer, meter, openTelemetry } })
    await send("/init")
    const save = aSave()
    await send("/subjects", { method: "POST", body: JSON.stringify(save) })
    const request = spans().find(({ name }) => name === "POST /subjects")
    const append = spans().find(({ name }) => name === "cs.db.append")
    assert.strictEqual(append?.parentSpanContext?.spanId, request?.spanContext().spanId)
    assert.strictEqual(request?.attributes["http.status_code"], 200)
    assert.notInclude(
      JSON.stringify(spans().map(({ attributes, events, name }) => [name, attributes, events])),
      save.subjectId,
    )
    const names = (await measured()).map(({ name }) => name)
    assert.includeMembers(names, ["cs.http.request.count", "cs.consent.created", "cs.db.query.count", "cs.init.count"])
  })

  it("is disposed of once, and what needs its database says so afterwards", async () => {
    const { send, service } = await start()
    const disposed = service.dispose()
    assert.strictEqual(service.dispose(), disposed)
    await disposed
    assert.strictEqual((await send("/init")).status, 200)
    assert.strictEqual((await send("/subjects", { method: "POST", body: JSON.stringify(aSave()) })).status, 503)
    for (const use of [service.migrate, () => service.reconstructNotice("ci_unknown")]) {
      const error: unknown = await use().catch((reason: unknown) => reason)
      assert.include(inspect(error, { depth: 5 }), "disposed")
    }
  })

  it("ends after running work, including reports, and not before", async () => {
    const ended: Array<string> = []
    let release: () => void = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const { send, service } = await start({
      sessions: { onReport: () => gate.then(() => ended.push("report")) },
    })
    await send("/init")
    const saved = send("/subjects", { method: "POST", body: JSON.stringify(aSave()) }).then(({ status }) =>
      ended.push(`save ${status}`),
    )
    const disposed = service.dispose().then(() => ended.push("disposed"))
    await saved
    release()
    await disposed
    assert.deepStrictEqual(ended, ["save 200", "report", "disposed"])
  })
})
