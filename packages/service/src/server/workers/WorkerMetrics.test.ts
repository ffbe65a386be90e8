import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { metrics } from "../../metrics/Metrics.js"
import { mergedPage, prometheusMetrics } from "../../prometheus.js"
import type { WorkerProcess } from "./Fleet.js"
import type { FromWorker } from "./Messages.js"
import { makeWorkerMetrics } from "./WorkerMetrics.js"

/** Processes that count, in this one. */
const processes = () => {
  const living = new Map<number, ReturnType<typeof started>>()
  const own = prometheusMetrics()
  let handle: (from: WorkerProcess, message: FromWorker) => void = () => {}
  let farewell: (gone: WorkerProcess) => void = () => {}
  let newest = 0

  const started = (worker: number, process: number) => {
    const { recorder, snapshot, watch } = prometheusMetrics()
    watch(async () => [[metrics.ready, 1]])
    const record = recorder.counter(metrics.created)
    const time = recorder.histogram(metrics.requestDuration)
    const taken = async (id: number | null) =>
      handle({ worker, process }, { _tag: "MetricsTaken", id, snapshot: JSON.parse(JSON.stringify(await snapshot())) })
    const count = (): void => (record(1, []), time(3, ["GET", "/init", 200]))
    return { worker, process, taken, count, silent: false, answered: 0, counted: 0 }
  }
  const fleet = {
    post: (message: { readonly _tag: string; readonly id?: number }) => {
      const asked = Array.from(living.values())
      for (const each of asked) {
        if (each.silent) continue
        each.answered = each.counted
        void each.taken(message.id ?? null)
      }
      return asked
    },
    onMessage: (next: typeof handle) => void (handle = next),
    onGone: (next: typeof farewell) => void (farewell = next),
  }
  const gathered = makeWorkerMetrics(fleet, own, 5)
  return {
    living,
    readiness: gathered.readiness,
    start: (worker: number): void => {
      newest += 1
      living.set(worker, started(worker, newest))
    },
    /** Ends one, which sends its last counters unless it is killed. */
    end: async (worker: number, killed: boolean): Promise<void> => {
      const process = living.get(worker)
      if (process === undefined) return
      living.delete(worker)
      if (!killed) await process.taken(null)
      farewell(process)
    },
    page: async () => {
      const { text } = await mergedPage(await gathered.gather())
      const valueOf = (name: string): number => Number(new RegExp(`^${name}(?:{.*})? (\\d+)$`, "m").exec(text)?.[1])
      return {
        created: valueOf("cs_consent_created_total"),
        inits: valueOf("cs_http_request_duration_seconds_count"),
        silent: valueOf("cs_server_workers_silent_total"),
        ready: Array.from(text.matchAll(/^cs_service_ready{worker="(\d+)"}/gm), ([, worker]) => Number(worker)),
        cpu: /^nodejs_version_info{.*worker="primary"/m.test(text),
      }
    },
  }
}

const step = fc.oneof(
  fc.record({ _tag: fc.constant("count" as const), worker: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ _tag: fc.constant("replace" as const), worker: fc.integer({ min: 1, max: 3 }), killed: fc.boolean() }),
  fc.record({ _tag: fc.constant("silence" as const), worker: fc.integer({ min: 1, max: 3 }), silent: fc.boolean() }),
  fc.record({ _tag: fc.constant("page" as const) }),
)

describe("the metrics of workers", () => {
  it("are the sums of all processes, including those that exited or do not respond, and never decrease", () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { end, living, page, start } = processes()
        for (const worker of [1, 2, 3]) start(worker)
        let former = 0
        let before = 0
        for (const taken of [...steps, { _tag: "page" as const }]) {
          switch (taken._tag) {
            case "count":
              for (const each of living.values()) {
                if (each.worker !== taken.worker) continue
                each.count()
                each.counted += 1
              }
              break
            case "replace": {
              const { answered = 0, counted = 0 } = living.get(taken.worker) ?? {}
              await end(taken.worker, taken.killed)
              former += taken.killed ? answered : counted
              start(taken.worker)
              break
            }
            case "silence":
              for (const each of living.values()) if (each.worker === taken.worker) each.silent = taken.silent
              break
            case "page": {
              const { created, inits, ready } = await page()
              const all = Array.from(living.values())
              assert.strictEqual(
                created,
                all.reduce((sum, { answered }) => sum + answered, former),
              )
              assert.isTrue(created === inits || (created === 0 && Number.isNaN(inits)))
              assert.isAtLeast(created, before)
              before = created
              assert.sameMembers(
                ready,
                all.filter(({ silent }) => !silent).map(({ worker }) => worker),
              )
            }
          }
        }
      }),
      { numRuns: 25 },
    ))

  it("count a worker that does not answer in time, and leave its gauges out", async () => {
    const { living, page, readiness, start } = processes()
    for (const worker of [1, 2]) start(worker)
    living.get(1)?.count()
    assert.deepStrictEqual(await page(), { created: 1, inits: 1, silent: 0, ready: [1, 2], cpu: true })
    for (const each of living.values()) each.silent = each.worker === 1
    assert.deepStrictEqual(await page(), { created: 1, inits: 1, silent: 1, ready: [2], cpu: true })
    assert.isTrue((await readiness()).ready)
    for (const each of living.values()) each.silent = true
    assert.include((await readiness()).reason, "no worker can store records")
  })
})
