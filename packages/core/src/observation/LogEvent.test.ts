import type { Observation } from "./Observation.js"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { aRequest } from "../testing/Observations.js"
import { toLogEvent } from "./LogEvent.js"

describe("the event of a request", () => {
  it("has no unknown fields", () => {
    assert.deepStrictEqual(toLogEvent(aRequest({ route: null, status: 404, code: "NOT_FOUND" })), {
      level: "warn",
      event: "request",
      method: "GET",
      status: 404,
      requestId: "req-1",
      code: "NOT_FOUND",
      durationMs: 1.235,
    })
  })

  it("has all known fields, under the names of the wide event", () => {
    const consent = {
      id: "cns_1",
      created: true,
      decisionId: null,
      decisionSource: null,
      receipts: ["marketing"],
      vendors: null,
    }
    const session = {
      source: "init",
      revision: "r",
      resolution: "no-match",
      policy: null,
      country: "DE",
      region: null,
      language: "de",
      gpc: false,
    } as const
    const event = toLogEvent(
      aRequest({
        tenant: "shop",
        consent,
        identity: { verified: true, verifiedBy: "api_key" },
        subjectsMatched: 0,
        session,
        journeyId: "5b0f1a3e-0000-4000-8000-000000000000",
      }),
    )
    assert.deepInclude(event, {
      tenant: "shop",
      consent,
      identity: { verified: true, verifiedBy: "api_key" },
      subject: { matched: 0 },
      session,
      journey: { id: "5b0f1a3e-0000-4000-8000-000000000000" },
    })
  })

  it("that asks a log without a key for what is signed is no error, since any client may ask", () => {
    assert.strictEqual(toLogEvent(aRequest({ status: 503, code: "LOG_UNSIGNED" })).level, "warn")
    assert.strictEqual(toLogEvent(aRequest({ status: 503, code: "SERVICE_UNAVAILABLE" })).level, "error")
  })

  it("has the level of its status", () => {
    const property = fc.property(fc.integer({ min: 100, max: 599 }), (status) => {
      const grave = { 1: "info", 2: "info", 3: "info", 4: "warn", 5: "error" }[String(status)[0] ?? ""]
      assert.strictEqual(toLogEvent(aRequest({ status })).level, grave)
    })
    fc.assert(property)
  })
})

describe("other events", () => {
  it.each<[Observation, object]>([
    [
      { _tag: "ResolutionReportFailed", source: "init", requestId: "r", failure: "Error: full" },
      {
        level: "error",
        event: "resolution-report-failed",
        session: { sink: "failed", source: "init" },
        requestId: "r",
      },
    ],
    [
      { _tag: "BackgroundTaskFailed", requestId: "r", failure: "Error: late" },
      { level: "error", event: "background-task-failed", requestId: "r", failure: "Error: late" },
    ],
    [
      { _tag: "OptionDeprecated", option: "appName", message: "write it as manifest.appName" },
      { level: "warn", event: "option-deprecated", option: "appName", message: "write it as manifest.appName" },
    ],
    [
      { _tag: "WeakSecret", option: "apiKeys.0", message: "has 5 characters" },
      { level: "warn", event: "weak-secret", option: "apiKeys.0", message: "has 5 characters" },
    ],
    [
      { _tag: "AnyOriginTrusted", option: "trustedOrigins.0", message: "lets every page call" },
      { level: "warn", event: "any-origin-trusted", option: "trustedOrigins.0", message: "lets every page call" },
    ],
  ])("say what happened: %j", (observation, expected) => {
    assert.deepInclude(toLogEvent(observation), expected)
  })
})
