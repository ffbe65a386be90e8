import { assert, describe, it } from "@effect/vitest"
import { aRequest } from "../testing/Observations.js"
import { toLogEvent } from "./LogEvent.js"
import type { Observation } from "./Observation.js"

const durationMs = 12

const failure = "Error: away"

/** Observations whose event has exactly their members. */
const plain: ReadonlyArray<readonly ["error" | "info" | "warn", string, Observation]> = [
  ["warn", "subject-history-truncated", { _tag: "SubjectHistoryTruncated", requestId: "r", acts: 500 }],
  ["error", "background-task-failed", { _tag: "BackgroundTaskFailed", requestId: "r", failure }],
  ["error", "policy-rules-invalid", { _tag: "PolicyRulesInvalid", errors: ["policyRules must be an array"] }],
  ["warn", "translations-questionable", { _tag: "TranslationsQuestionable", problems: ["de: no title"] }],
  ["warn", "option-deprecated", { _tag: "OptionDeprecated", option: "appName", message: "write manifest.appName" }],
  ["warn", "weak-secret", { _tag: "WeakSecret", option: "apiKeys.0", message: "has 5 characters" }],
  ["warn", "any-origin-trusted", { _tag: "AnyOriginTrusted", option: "trustedOrigins.0", message: "lets all call" }],
  ["warn", "option-ineffective", { _tag: "OptionIneffective", option: "workers", message: "has no effect" }],
  [
    "info",
    "vendor-list-loaded",
    { _tag: "VendorListLoaded", language: "de", from: "cache", version: 3, vendors: 800, durationMs },
  ],
  [
    "warn",
    "vendor-list-failed",
    { _tag: "VendorListFailed", language: "de", reason: "http", failure, durationMs, retryInMs: 60_000, serving: true },
  ],
  ["warn", "vendor-list-dropped", { _tag: "VendorListDropped", language: "de", because: "too-old" }],
  // That a list was not used is no reason to look.
  ["info", "vendor-list-dropped", { _tag: "VendorListDropped", language: "de", because: "unused" }],
  ["warn", "vendor-list-cache-failed", { _tag: "VendorListCacheFailed", operation: "read", failure }],
  ["info", "migration-applied", { _tag: "MigrationApplied", id: "0001_initial", durationMs }],
  ["error", "migration-failed", { _tag: "MigrationFailed", failure }],
  ["info", "server-listening", { _tag: "ServerListening", url: "http://localhost:3000", address: "::", port: 3_000 }],
  ["warn", "connections-refused", { _tag: "ConnectionsRefused", count: 3, maxConnections: 1_000 }],
  [
    "warn",
    "requests-refused",
    { _tag: "RequestsRefused", status: 431, code: "HEADERS", reason: "HPE_OVERFLOW", requestId: "r", count: 2 },
  ],
  // The change of the operator is not in force.
  ["warn", "configuration-reloaded", { _tag: "ConfigurationReloaded", durationMs, needRestart: ["port"] }],
  ["error", "reload-refused", { _tag: "ReloadRefused", durationMs, issues: ["port: must be a whole number"] }],
  ["error", "reload-incomplete", { _tag: "ReloadIncomplete", replaced: 1, former: 3, because: "exit 1", retryMs: 500 }],
  ["error", "worker-exited", { _tag: "WorkerExited", worker: 2, pid: 77, because: "SIGKILL", restartMs: 100 }],
  ["warn", "evidence-log-behind", { _tag: "EvidenceLogBehind", ageMs: 60_000, queued: 12 }],
  ["warn", "evidence-log-failed", { _tag: "EvidenceLogFailed", failure }],
  ["warn", "evidence-publish-failed", { _tag: "EvidencePublishFailed", failure }],
  ["warn", "evidence-witness-failed", { _tag: "EvidenceWitnessFailed", witness: "witness.example", failure }],
  ["warn", "evidence-timestamp-failed", { _tag: "EvidenceTimestampFailed", authority: "tsa.example", failure }],
  ["info", "evidence-backfilled", { _tag: "EvidenceBackfilled", records: 40 }],
  ["info", "retention-applied", { _tag: "RetentionApplied", records: 3, erased: 2, traces: 1 }],
  ["warn", "retention-failed", { _tag: "RetentionFailed", failure }],
  ["warn", "read-replica-failed", { _tag: "ReadReplicaFailed", failure }],
  ["error", "evidence-clock-suspicious", { _tag: "EvidenceClockSuspicious", offsetMs: -90_000 }],
]

describe("an event of the log", () => {
  it.each(plain)("of level %s is %s, with all that was observed: %j", (level, event, observation) => {
    const { _tag, ...fields } = observation
    assert.deepStrictEqual(toLogEvent(observation), { level, event, ...fields })
  })

  it("says in its session that the receiver of resolutions failed", () => {
    assert.deepStrictEqual(toLogEvent({ _tag: "ResolutionReportFailed", source: "init", requestId: "r", failure }), {
      level: "error",
      event: "resolution-report-failed",
      requestId: "r",
      session: { sink: "failed", source: "init" },
      failure,
    })
  })

  it("names no options after a reload that put all of them in force", () => {
    assert.deepStrictEqual(toLogEvent({ _tag: "ConfigurationReloaded", durationMs, needRestart: [] }), {
      level: "info",
      event: "configuration-reloaded",
      durationMs,
    })
  })

  it("says of a log under another name both names and what to do", () => {
    assert.deepStrictEqual(
      toLogEvent({ _tag: "EvidenceLogForeign", origin: "log.example/b", stored: "log.example/a" }),
      {
        level: "error",
        event: "evidence-log-foreign",
        origin: "log.example/b",
        stored: "log.example/a",
        message:
          "the log of this database is named log.example/a, and evidence.origin says log.example/b: set it, or use another database",
      },
    )
  })

  it.each<[Observation, string, RegExp]>([
    [{ _tag: "EvidenceLogForked", problem: "two roots" }, "error evidence-log-forked", /consent-service log recover/],
    [{ _tag: "ProxyUnnamed" }, "warn trusted-proxies-missing", /set trustedProxies to the number of proxies/],
    [{ _tag: "EdgeKeyUnknown" }, "warn edge-key-unknown", /add the key to edgeKeys/],
    [{ _tag: "RateLimitOff" }, "warn rate-limit-off", /limit requests in front of the service/],
  ])("says what to do: %j", (observation, name, advice) => {
    const { event, level, message } = toLogEvent(observation)
    assert.strictEqual(`${level} ${event}`, name)
    assert.match(String(message), advice)
  })

  it.each<[Observation, string]>([
    [{ _tag: "ProxyUnnamed" }, "trustedProxies"],
    [{ _tag: "EdgeKeyUnknown" }, "edgeKeys"],
    [{ _tag: "RateLimitOff" }, "rateLimit"],
  ])("names the option that is meant: %j", (observation, option) => {
    assert.strictEqual(toLogEvent(observation)["option"], option)
  })

  it("names the problem of a forked log", () => {
    assert.strictEqual(toLogEvent({ _tag: "EvidenceLogForked", problem: "two roots" })["problem"], "two roots")
  })

  it("of a request is an error from status 500, and a warning from 400", () => {
    const levels = [399, 400, 499, 500].map((status) => toLogEvent(aRequest({ status })).level)
    assert.deepStrictEqual(levels, ["info", "warn", "warn", "error"])
  })

  it("leaves out the journey, the subjects and the act of a request without them", () => {
    const event = toLogEvent(aRequest())
    for (const name of ["journey", "journeyId", "subject", "subjectsMatched", "act", "_tag"]) {
      assert.notProperty(event, name)
    }
  })
})

describe("the event about the visitors' addresses", () => {
  const headers = ["x-forwarded-for", "forwarded"]
  const eventOf = (trustedProxies: number | ReadonlyArray<string> | "private" | null, limited: boolean) =>
    toLogEvent({ _tag: "AddressesConfigured", trustedProxies, headers, limited })

  it.each<[number | ReadonlyArray<string> | "private" | null, boolean, string]>([
    [
      null,
      true,
      "limits count the connection's address; stored is the first address in x-forwarded-for, forwarded, which clients can forge; name the proxies in trustedProxies, or set it to 0 for none",
    ],
    [
      null,
      false,
      "stored is the first address in x-forwarded-for, forwarded, which clients can forge; name the proxies in trustedProxies, or set it to 0 for none",
    ],
    [0, true, "the address of the connection is limited and stored; no header is read"],
    [0, false, "the address of the connection is stored; no header is read"],
    ["private", true, "the address that the trusted proxies give in x-forwarded-for, forwarded is limited and stored"],
    [1, false, "the address that the trusted proxies give in x-forwarded-for, forwarded is stored"],
  ])("with %j trusted proxies and limits %s says which address is used", (trustedProxies, limited, message) => {
    assert.deepStrictEqual(eventOf(trustedProxies, limited), {
      level: "info",
      event: "client-addresses",
      trustedProxies,
      headers,
      message,
    })
  })

  it("has the number of the trusted networks, which redaction would remove", () => {
    assert.strictEqual(eventOf(["10.0.0.0/8"], true)["trustedProxies"], "1 network")
    assert.strictEqual(eventOf(["10.0.0.0/8", "fd00::/8"], true)["trustedProxies"], "2 networks")
    assert.strictEqual(eventOf([], true)["trustedProxies"], "0 networks")
  })
})
