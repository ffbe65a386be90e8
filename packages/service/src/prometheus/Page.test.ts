import { assert, describe, it, vi } from "@effect/vitest"
import { onTestFinished } from "vitest"
import { createConsentService } from "../index.js"
import { serve, type ServeOptions } from "../node.js"
import { mergedPage, prometheusMetrics } from "../prometheus.js"
import { metrics } from "../metrics/Metrics.js"
import { bucketsOf, readPage } from "../testing/PrometheusText.js"
import { aSave, policyRules } from "../testing/TestInstance.js"
import { prometheusLabel, prometheusName } from "./Names.js"

const started = async (options: Partial<ServeOptions> = {}) => {
  const service = createConsentService({
    database: "sqlite::memory:",
    metrics: prometheusMetrics(),
    cache: { get: () => null, set: () => {}, delete: () => {} },
    rateLimit: true,
    manifest: { policyRules },
    observability: { level: "silent" },
  })
  await service.migrate()
  const at = { port: 0, host: "127.0.0.1" }
  const server = await serve(service, { ...at, metrics: at, ...options })
  onTestFinished(() => server.close())
  const scrape = async () => {
    const answer = await fetch(`${server.metricsUrl}/metrics`)
    return { answer, text: await answer.text() }
  }
  const post = (body: object) =>
    fetch(`${server.url}/subjects?country=DE`, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "canary-agent", "x-forwarded-for": "203.0.113.77" },
      body: JSON.stringify(body),
    })
  return { service, server, scrape, post }
}

describe("the page for Prometheus", () => {
  it("is in the format, has every declared metric and counts known acts", async () => {
    const { post, scrape, server } = await started()
    for (const country of ["DE", "GB", "US"]) await fetch(`${server.url}/init?country=${country}`)
    await fetch(`${server.url}/no-such-page/canary-path`)
    const granting = { ...aSave(), preferences: { necessary: true, marketing: true, measurement: false } }
    const refusing = { ...aSave(), preferences: { necessary: true, marketing: false, measurement: false } }
    const later = { ...refusing, subjectId: granting.subjectId, givenAt: granting.givenAt - 1 }
    for (const body of [granting, granting, refusing, later]) assert.strictEqual((await post(body)).status, 200)
    const { answer, text } = await vi.waitFor(async () => {
      const scraped = await scrape()
      assert.include(scraped.text, "cs_log_size", "the log is looked at after a second")
      return scraped
    }, 20_000)
    assert.strictEqual(answer.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8")
    const page = readPage(text)
    const absent = new Set<object>([metrics.poolLimit, metrics.poolUsed, metrics.poolWaiting, metrics.silentWorkers])
    for (const metric of Object.values(metrics)) {
      const family = page.get(prometheusName(metric))
      // SQLite has no pool, and this process no workers.
      if (absent.has(metric)) assert.isUndefined(family)
      else assert.deepInclude(family, { type: metric.type, help: `${metric.help}.` })
    }
    const value = (name: string, labels: Readonly<Record<string, string>> = {}) =>
      page
        .get(name)
        ?.samples.find((sample) => Object.entries(labels).every(([key, each]) => sample.labels[key] === each))?.value
    assert.strictEqual(value("cs_init_count_total"), 3)
    assert.strictEqual(value("cs_consent_created_total"), 3)
    assert.strictEqual(value("cs_consent_accepted_total"), 1)
    assert.strictEqual(value("cs_consent_rejected_total"), 2)
    assert.strictEqual(value("cs_subject_created_total"), 2)
    assert.strictEqual(value("cs_http_error_count_total", { http_route: "", error_type: "NOT_FOUND" }), 1)
    assert.strictEqual(value("cs_http_request_count_total", { http_route: "/subjects", http_status_code: "200" }), 4)
    assert.strictEqual(value("cs_db_query_count_total", { db_operation: "append" }), 4)
    assert.isAbove(value("cs_cache_miss_total") ?? 0, 0)
    assert.isAtLeast(value("cs_log_size") ?? 0, 4)
    assert.strictEqual(value("cs_service_ready"), 1)
    assert.strictEqual(value("cs_server_draining"), 0)
    assert.isAbove(value("process_resident_memory_bytes") ?? 0, 1_000_000)
    for (const name of ["canary", "203.0.113", granting.subjectId, refusing.domain]) assert.notInclude(text, name)
  })

  it("has cumulative histograms, and declared labels", async () => {
    const { post, scrape, server } = await started()
    for (let visit = 0; visit < 20; visit += 1) await fetch(`${server.url}/init`)
    await post(aSave())
    const page = readPage((await scrape()).text)
    for (const metric of Object.values(metrics)) {
      const family = page.get(prometheusName(metric))
      if (family === undefined) continue
      const declared = [...metric.labels.map(prometheusLabel), ...(metric.type === "histogram" ? ["le"] : [])]
      for (const { labels } of family.samples) assert.includeMembers(declared, Object.keys(labels))
      if (metric.type !== "histogram") continue
      for (const { buckets, count } of bucketsOf(family)) {
        assert.strictEqual(buckets.at(-1)?.[0], Infinity)
        assert.strictEqual(buckets.at(-1)?.[1], count)
        assert.isTrue(
          buckets.every(([bound, at], index) => {
            const [before, below] = buckets[index - 1] ?? [-Infinity, 0]
            return bound > before && at >= below
          }),
        )
      }
    }
    assert.strictEqual(bucketsOf(page.get("cs_http_request_duration_seconds") ?? assert.fail())[0]?.count, 20)
  })

  it("adds up the counters and histograms of workers, and has the gauges of each", async () => {
    const workers = await Promise.all([started(), started()])
    for (const [index, { server }] of workers.entries()) {
      for (let visit = 0; visit <= index; visit += 1) await fetch(`${server.url}/init`)
    }
    const snapshots = await Promise.all(workers.map(({ service }) => service.metrics?.snapshot()))
    // As it arrives from another process.
    const sent: ReadonlyArray<unknown> = JSON.parse(JSON.stringify(snapshots))
    const page = readPage((await mergedPage(new Map(sent.map((each, index) => [String(index + 1), each])))).text)
    assert.strictEqual(page.get("cs_init_count_total")?.samples[0]?.value, 3)
    const [inits] = bucketsOf(page.get("cs_http_request_duration_seconds") ?? assert.fail())
    assert.strictEqual(inits?.count, 3)
    for (const name of ["cs_service_ready", "cs_server_connections", "nodejs_eventloop_lag_p99_seconds"]) {
      assert.deepStrictEqual(
        page.get(name)?.samples.map(({ labels }) => labels),
        [{ worker: "1" }, { worker: "2" }],
      )
    }
    assert.lengthOf(page.get("process_cpu_seconds_total")?.samples ?? [], 1)
  })

  it("escapes special characters of labels and help texts", async () => {
    const hostile = 'a "quoted" \\ back\nline'
    const family = {
      name: "a",
      help: "two\nlines \\",
      type: "counter",
      aggregator: "sum",
      values: [{ labels: { of: hostile }, value: 1 }],
    }
    const page = readPage((await mergedPage(new Map([["1", [family]]]))).text)
    assert.deepStrictEqual(page.get("a"), {
      name: "a",
      help: "two\nlines \\",
      type: "counter",
      samples: [{ name: "a", labels: { of: hostile }, value: 1 }],
    })
  })
})

describe("the port of metrics", () => {
  it("answers metrics and probes and nothing else, from this machine, until the service has ended", async () => {
    const { server, service } = await started({ metrics: { port: 0 } })
    assert.match(String(server.metricsUrl), /^http:\/\/127\.0\.0\.1:/)
    const status = async (path: string, method = "GET") =>
      (await fetch(`${server.metricsUrl}${path}`, { method })).status
    assert.deepStrictEqual(
      [await status("/livez"), await status("/readyz"), await status("/metrics?a=b"), await status("/init")],
      [200, 200, 200, 404],
    )
    assert.strictEqual(await status("/metrics", "DELETE"), 405)
    assert.strictEqual((await fetch(`${server.url}/metrics`)).status, 404)
    await server.close()
    assert.isNull(await fetch(`${server.metricsUrl}/metrics`).catch(() => null))
    const page = await service.metrics?.page()
    assert.isFalse(readPage(page?.text ?? "").has("cs_service_ready"))
  })

  it("is refused without the metrics of the service", async () => {
    const service = createConsentService({ database: "sqlite::memory:" })
    const refused: unknown = await serve(service, { port: 0, metrics: { port: 0 } }).catch((error: unknown) => error)
    assert.include(String(refused), "needs metrics: prometheusMetrics() of consent-service/prometheus")
    await service.dispose()
  })
})
