import { type LogEvent, logLevels, severityOf } from "@consent-service/core/ports"
import { assert, describe, it, vi } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { aRequest } from "../testing/Observations.js"
import { makeLog } from "./Log.js"
import { ObservabilityOptions } from "../options/ObservabilityOptions.js"
import * as Schema from "effect/Schema"

const resolveObservability = Schema.decodeSync(ObservabilityOptions)

const logOf = (options: ObservabilityOptions) => makeLog(resolveObservability(options))

/** The drained events of a log. */
const logging = (options: ObservabilityOptions) => {
  const events: Array<LogEvent> = []
  return { ...logOf({ drain: (event) => events.push(event), ...options }), events }
}

/** The console output meanwhile. */
const consoleLinesOf = async (act: () => void): Promise<ReadonlyArray<unknown>> => {
  const spies = (["error", "warn", "info"] as const).map((level) =>
    vi.spyOn(globalThis.console, level).mockImplementation(() => {}),
  )
  try {
    act()
    await Promise.resolve()
    return spies.flatMap((spy) => spy.mock.calls.map(([line]): unknown => JSON.parse(String(line))))
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

const failed = aRequest({ status: 500, failure: "connect 10.0.0.7 as Bearer k3y" })

describe("without a drain", () => {
  it("an event is one line on the console, redacted, with its time", async () => {
    const lines = await consoleLinesOf(() => logOf({}).observe(failed))
    assert.strictEqual(lines.length, 1)
    assert.deepInclude(lines[0], { level: "error", failure: "connect [ip] as Bearer [credentials]" })
    assert.property(lines[0], "time")
  })
})

describe("which addresses are trusted", () => {
  const believed = {
    _tag: "AddressesConfigured",
    trustedProxies: null,
    headers: ["x-forwarded-for"],
    limited: true,
  } as const

  const listening = { _tag: "ServerListening", url: "http://h:1", address: "::1", port: 1 } as const

  it.each(["error", "warn", "info", undefined] as const)(
    "is logged once, when a server starts at level %s",
    (level) => {
      const { events, observe } = logging(level === undefined ? {} : { level })
      for (const observation of [believed, listening, listening]) observe(observation)
      assert.lengthOf(
        events.filter(({ event }) => event === "client-addresses"),
        1,
      )
      assert.lengthOf(events, 3)
    },
  )

  it("is not logged below level info without a server", () => {
    const { events, observe } = logging({ level: "warn" })
    observe(believed)
    assert.isEmpty(events)
  })

  it("is not logged by a silent log", () => {
    const { events, observe } = logging({ level: "silent" })
    for (const observation of [believed, listening]) observe(observation)
    assert.isEmpty(events)
  })
})

describe("a drain of the integrator's own", () => {
  it.each<[string, () => unknown]>([
    [
      "throws",
      () => {
        throw new Error("full, said ann@shop.example")
      },
    ],
    ["rejects later", () => Promise.reject(new Error("full, said ann@shop.example"))],
  ])("that %s fails nothing but itself, and the event is on the console", async (_, drain) => {
    const [line, event, ...more] = await consoleLinesOf(() => logOf({ drain }).observe(failed))
    assert.deepInclude(line, { level: "error", event: "log-drain-failed", failure: "Error: full, said [email]" })
    assert.deepInclude(event, { level: "error", event: "request", failure: "connect [ip] as Bearer [credentials]" })
    assert.isEmpty(more)
  })

  it("fails only itself when it throws a value without text", async () => {
    const drain = () => Promise.reject(Object.create(null))
    const [line] = await consoleLinesOf(() => logOf({ drain }).observe(failed))
    assert.deepInclude(line, { event: "log-drain-failed", failure: "a cause that cannot be described" })
  })

  it("gets redacted events", () => {
    const { events, observe, report } = logging({ service: "consent of ann@shop.example" })
    observe(failed)
    report({ level: "error", event: "other", failure: "sub_4fGh" })
    assert.deepInclude(events[0], { service: "consent of [email]", failure: "connect [ip] as Bearer [credentials]" })
    assert.deepInclude(events[1], { event: "other", failure: "[subject]", service: "consent of [email]" })
  })
})

describe("the logged events", () => {
  const request = fc.record({
    status: fc.constantFrom(200, 304, 404, 409, 500, 503),
    route: fc.constantFrom("/status", "/init", "/subjects/:id", null),
  })
  const templates = fc.uniqueArray(fc.constantFrom("/status", "/init", "/subjects/:id"))

  it("is what is severe enough, of the routes included and not excluded, and every 5xx", () => {
    const options = fc.record(
      { level: fc.constantFrom(...logLevels), include: templates, exclude: templates },
      { requiredKeys: ["level"] },
    )
    const property = fc.property(options, request, (chosen, { route, status }) => {
      const { events, observe } = logging(chosen)
      observe(aRequest({ status, route }))
      const least = { silent: 1_000, error: 500, warn: 400, info: 0 }[chosen.level]
      const included = chosen.include === undefined || (route !== null && chosen.include.includes(route))
      const excluded = route !== null && (chosen.exclude ?? []).includes(route)
      assert.strictEqual(events.length, status >= least && (status >= 500 || (included && !excluded)) ? 1 : 0)
    })
    fc.assert(property, { numRuns: 1_000 })
  })

  it("also includes `keep` wants, except where nothing is logged at all", () => {
    const property = fc.property(fc.constantFrom(...logLevels), request, fc.boolean(), (level, { status }, kept) => {
      const { events, observe } = logging({
        level,
        exclude: ["/init"],
        keep: (event) => kept && event["status"] === status,
      })
      const without = logging({ level, exclude: ["/init"] })
      const observation = aRequest({ status })
      observe(observation)
      without.observe(observation)
      assert.strictEqual(events.length, level !== "silent" && kept ? 1 : without.events.length)
    })
    fc.assert(property)
  })

  it("is nothing more when `keep` fails", () => {
    const keep = () => {
      throw new Error("no")
    }
    const { events, observe } = logging({ keep })
    observe(aRequest())
    assert.deepStrictEqual(events, [])
  })

  it("is, of what is reported, what is grave enough", () => {
    const { events, report } = logging({ level: "error" })
    for (const level of ["info", "warn", "error"] as const) report({ level, event: level })
    assert.deepStrictEqual(events, [{ level: "error", event: "error" }])
  })

  it("has the level that its observation has", () => {
    const { events, observe } = logging({ level: "info" })
    const property = fc.property(request, ({ route, status }) => {
      const observation = aRequest({ status, route })
      observe(observation)
      assert.strictEqual(events.at(-1)?.level, severityOf(observation))
    })
    fc.assert(property)
  })
})

describe("enriching", () => {
  const enriched = (enrich: (event: LogEvent) => unknown): LogEvent | undefined => {
    const events: Array<LogEvent> = []
    const settings = resolveObservability({ level: "info", drain: (event) => events.push(event) })
    makeLog({ ...settings, enrich }).observe(aRequest())
    return events[0]
  }

  it("adds fields, redacted, and replaces none", () => {
    const event = enriched(({ route }: LogEvent) => ({ seen: route, region: "eu", who: "ann@shop.example", status: 1 }))
    assert.deepInclude(event, { seen: "/init", region: "eu", who: "[email]", status: 200 })
  })

  it("sees a redacted event", () => {
    const seen: Array<LogEvent> = []
    logging({
      enrich: (event) => {
        seen.push(event)
        return {}
      },
    }).observe(failed)
    assert.deepInclude(seen[0], { failure: "connect [ip] as Bearer [credentials]" })
  })

  const cyclic: { self?: object } = {}
  cyclic.self = cyclic

  it.each<[string, () => unknown]>([
    ["throws", () => assert.fail("no")],
    ["gives a cycle", () => cyclic],
    ["gives what is not JSON", () => ({ big: 1n })],
    ["gives nothing", () => undefined],
    ["gives null", () => null],
  ])("that %s leaves the event as it is", (_, enrich) => {
    assert.deepEqual(
      enriched(enrich),
      enriched(() => ({})),
    )
  })
})
