import { officialGvlEndpoint } from "@consent-service/core/vendor"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { checkOptions } from "./CheckOptions.js"
import { ConsentConfigurationError } from "../configuration/ConsentConfigurationError.js"
import type { ConsentServiceOptions } from "./Options.js"
import type { ServiceSettings } from "./Settings.js"

const database = "sqlite::memory:"

const resolve = (options: Omit<ConsentServiceOptions, "database">): ServiceSettings =>
  checkOptions({ ...options, database }).options

/** The issues of options that no compiler has checked. */
const issuesOf = (options: object): Readonly<Record<string, string>> => {
  try {
    checkOptions({ ...options, database } as ConsentServiceOptions)
    return {}
  } catch (error) {
    if (!(error instanceof ConsentConfigurationError)) throw error
    return Object.fromEntries(error.issues.map(({ message, option }) => [option, message]))
  }
}

describe("problems of a block of options", () => {
  it.each([
    ["apiKeys", { apiKeys: "k".repeat(32) }],
    ["apiKeys.0", { apiKeys: [""] }],
    ["apiKeys.1", { apiKeys: ["k".repeat(32), " padded-key-of-some-length"] }],
    ["apiKeys.0", { apiKeys: ["two words of some length"] }],
    ["apiKeys.0", { apiKeys: ["schlüssel-mit-umlaut"] }],
    ["apiKeys.2", { apiKeys: ["a".repeat(32), "b".repeat(32), "a".repeat(32)] }],
    ["tablePrefix", { tablePrefix: "drop table;" }],
    ["tablePrefix", { tablePrefix: "1st_" }],
    ["gvl", { gvl: true }],
    ["gvl.endpoint", { gvl: { endpoint: "http://lists.example" } }],
    ["gvl.cache", { gvl: { cache: new Map([["has", 1]]).entries() } }],
    ["gvl.delivery", { gvl: { delivery: "push" } }],
    ["gvl.ttl", { gvl: { ttl: 5 } }],
    ["cache", { cache: "redis://h" }],
    ["openapi.specPath", { openapi: { specPath: "spec.json" } }],
    ["openapi.docsPath", { openapi: { docsPath: "/spec.json" } }],
    ["openapi.title", { openapi: { title: " " } }],
    ["openapi.info.title", { openapi: { info: { title: "My API" } } }],
    ["openapi.info.license.name", { openapi: { info: { license: {} } } }],
    ["openapi.servers.0.url", { openapi: { servers: [{}] } }],
    ["openapi.security.0.gateway", { openapi: { security: [{ gateway: [] }] } }],
    ["openapi.securitySchemes.gateway", { openapi: { securitySchemes: { gateway: { type: "magic" } } } }],
    ["openapi.customUiTemplate", { openapi: { customUiTemplate: "" } }],
    ["script.path", { script: { path: "/init" } }],
    ["script.path", { script: { path: 5 } }],
    ["script.backendURL", { script: { backendURL: "consent.example" } }],
    ["script.config.now", { script: { config: { now: new Date(0) } } }],
    ["script.bundles.tiny", { script: { bundles: { tiny: "./x.js" } } }],
    ["limits.maxConcurrentSaves", { limits: { maxConcurrentSaves: 0 } }],
    ["limits.maxQueuedSaves", { limits: { maxQueuedSaves: -1 } }],
    ["rateLimit", { rateLimit: "on" }],
    [
      "rateLimit.reads.bytes.capacity",
      { rateLimit: { reads: { capacity: 1, refillPerSecond: 1, bytes: { refillPerSecond: 1 } } } },
    ],
    ["rateLimit.other", { rateLimit: { other: {} } }],
    ["trustedProxies", { trustedProxies: "all" }],
    ["trustedProxies", { trustedProxies: -1 }],
    ["trustedProxies", { trustedProxies: 1.5 }],
    ["trustedProxies", { trustedProxies: ["10.0.0.0/33"] }],
    ["trustedProxies", { trustedProxies: ["private"] }],
    ["trustedProxies", { trustedProxies: true }],
    ["sessions.apiKey", { sessions: { apiKey: true } }],
    ["sessions.apiKey", { sessions: { apiKey: "a-key-of-the-backend" } }],
    ["rateLimit.perNetwork.capacity", { rateLimit: { perNetwork: { capacity: 0, refillPerSecond: 1 } } }],
    ["rateLimit.perSubject.refillPerSecond", { rateLimit: { perSubject: { capacity: 1 } } }],
    ["basePath", { basePath: "https://shop.example/api" }],
    ["basePath", { basePath: "/api?x" }],
    ["basePath", { basePath: "//api" }],
    ["basePath", { basePath: "/a/../b" }],
    ["observability.include.1", { observability: { include: ["/init", "/subject"] } }],
    ["observability.exclude.0", { observability: { exclude: ["/subjects/sub_1"] } }],
    ["gvl.bundled.en", { gvl: { bundled: { en: { vendorListVersion: 1 } } } }],
    ["background", { background: "later" }],
    ["background", { background: { run: 5 } }],
    ["sessions.onReport", { sessions: {} }],
    ["sessions.onReport", { sessions: { onReport: "console" } }],
    ["telemetry.tracer", { telemetry: { tracer: {} } }],
    ["observability.level", { observability: { level: "debug" } }],
    ["logger.level", { logger: { level: "loud" } }],
    ["vendors", { vendors: [] }],
  ])("%s is reported by its name: %j", (option, options) => {
    assert.deepStrictEqual(Object.keys(issuesOf(options)), [option])
  })

  it("a fix is part of the message", () => {
    const issues = issuesOf({
      apiKeys: ["two words"],
      cache: {},
      openapi: { info: { version: "2" } },
      policyRules: [],
      gvl: { policyPacks: [] },
    })
    assert.include(issues["apiKeys.0"], "without spaces")
    assert.include(issues["cache"], "get(key)")
    assert.include(issues["openapi.info.version"], "version")
    assert.include(issues["policyRules"], "manifest.policyRules")
    assert.include(issues["gvl.policyPacks"], "policyRules")
  })

  it("an address or a header that is wrong is named, with its place", () => {
    const issues = issuesOf({
      trustedProxies: ["10.0.0.0/8", "300.1.1.1", 5],
      ipAddress: { ipAddressHeaders: ["X-Real-IP", "bad header", "x".repeat(80) + " "] },
    })
    assert.match(issues["trustedProxies"] ?? "", /or "private"; entry 1 is "300\.1\.1\.1", entry 2 is number$/)
    assert.match(
      issues["ipAddress.ipAddressHeaders"] ?? "",
      /must be an array of header names; entry 1 is "bad header", entry 2 is "x{59}…"$/,
    )
    assert.notInclude(issuesOf({ trustedProxies: "all" })["trustedProxies"], "entry")
  })

  it.each([
    { apiKeys: "hunter2" },
    { apiKeys: ["hunter2 with a space"] },
    { apiKeys: ["hunter2", "hunter2"] },
    { policySnapshot: "hunter2" },
    { policySnapshot: { signingKey: ["hunter2"] } },
    { identityToken: { signingKey: "hunter2" } },
    { cache: "redis://:hunter2@h" },
    { gvl: { endpoint: "https://u:hunter2@h/" } },
    { script: { backendURL: "https://u:hunter2@h/" } },
    { openapi: "hunter2, actual hunter2" },
  ])("what was given is never repeated, as it can be a secret: %j", (options) => {
    const issues = issuesOf(options)
    assert.isNotEmpty(issues)
    assert.notInclude(JSON.stringify(issues), "hunter2")
  })

  it("a problem in one block hides no problem of another", () => {
    const issues = issuesOf({
      limits: { maxBodyBytes: 0 },
      openapi: { docsPath: "/init" },
      manifest: { iab: { endpoint: "ftp://h" } },
      requireTenantId: true,
      branding: "none",
      adapter: "sqlite:./other.db",
    })
    assert.hasAllKeys(issues, [
      "adapter",
      "limits.maxBodyBytes",
      "openapi.docsPath",
      "manifest.iab.endpoint",
      "tenantId",
    ])
  })
})

describe("the settings from a block of options", () => {
  it("keys are unchanged, and reported when they can be guessed", () => {
    const options = { database, apiKeys: ["short", "7Fq2mVx9Rt4Zb8Lw"] }
    const { notices, options: resolved } = checkOptions(options)
    assert.deepStrictEqual(resolved.apiKeys, options.apiKeys)
    assert.deepStrictEqual(
      notices.map(({ option }) => option),
      ["apiKeys.0"],
    )
    assert.notInclude(notices[0]?.message, "short")
  })

  it("vendor lists come from gvl.endpoint, else manifest.iab.endpoint, else the official address", () => {
    const manifest = { iab: { endpoint: "https://a.example/" } }
    assert.strictEqual(
      resolve({ manifest, gvl: { endpoint: "https://b.example/" } }).gvl?.endpoint,
      "https://b.example/",
    )
    assert.strictEqual(resolve({ manifest, gvl: {} }).gvl?.endpoint, "https://a.example/")
    assert.strictEqual(resolve({ gvl: {} }).gvl?.endpoint, officialGvlEndpoint)
    assert.isNull(resolve({ manifest }).gvl)
    assert.isNull(resolve({ gvl: { enabled: false } }).gvl)
  })

  it.effect("the instance's cache is that of the blocks that name none", () =>
    Effect.gen(function* () {
      const holding = (value: string) => ({ get: () => value, set: () => {}, delete: () => {} })
      const shared = resolve({ cache: holding("shared"), gvl: {}, rateLimit: true })
      const own = resolve({
        cache: holding("shared"),
        gvl: { cache: holding("gvl") },
        rateLimit: { cache: holding("rates") },
      })
      const held = [shared.cache, shared.gvl?.cache, shared.rateLimit?.cache, own.gvl?.cache, own.rateLimit?.cache]
      const values = yield* Effect.forEach(held, (cache) => cache?.get("k") ?? Effect.succeedNone)
      assert.deepStrictEqual(values.map(Option.getOrNull), ["shared", "shared", "shared", "gvl", "rates"])
    }),
  )

  it("rates are limited by default, as configured, or not at all", () => {
    const usual = {
      perNetwork: { capacity: 120, refillPerSecond: 20, bytes: { capacity: 2_000_000, refillPerSecond: 50_000 } },
      perSubject: { capacity: 10, refillPerSecond: 0.5 },
      perProcess: {
        capacity: 10_000,
        refillPerSecond: 2_000,
        bytes: { capacity: 100_000_000, refillPerSecond: 20_000_000 },
      },
      reads: { capacity: 300, refillPerSecond: 50 },
      sessions: { capacity: 5_000, refillPerSecond: 1_000 },
      cache: null,
    }
    assert.deepStrictEqual(resolve({}).rateLimit, usual)
    assert.deepStrictEqual(resolve({ rateLimit: true }).rateLimit, usual)
    const perSubject = { capacity: 3, refillPerSecond: 1 }
    assert.deepStrictEqual(resolve({ rateLimit: { perSubject } }).rateLimit, { ...usual, perSubject })
    const perNetwork = { capacity: 240, refillPerSecond: 10 }
    assert.deepStrictEqual(resolve({ rateLimit: { perNetwork } }).rateLimit?.perNetwork.bytes, {
      capacity: 4_000_000,
      refillPerSecond: 25_000,
    })
    assert.isNull(resolve({ rateLimit: false }).rateLimit)
  })

  it("a cache for another purpose is not used for rates", () => {
    const cache = { get: () => "x", set: () => {}, delete: () => {} }
    assert.isNull(resolve({ cache }).rateLimit?.cache)
    assert.isNotNull(resolve({ cache, rateLimit: {} }).rateLimit?.cache)
  })

  it("trusted proxies decide which headers hold an address", () => {
    const headersOf = (options: Parameters<typeof resolve>[0]) => resolve(options).ipAddress.ipAddressHeaders
    assert.include(headersOf({}), "cf-connecting-ip")
    assert.deepStrictEqual(headersOf({ trustedProxies: 1 }), ["x-forwarded-for", "forwarded"])
    const ipAddress = { ipAddressHeaders: ["CF-Connecting-IP"] }
    assert.deepStrictEqual(headersOf({ trustedProxies: "private", ipAddress }), ["cf-connecting-ip"])
    assert.isNull(resolve({}).trustedProxies)
  })

  it("a task is passed to the runner, in either form, as a method call", () => {
    const tasks: Array<unknown> = []
    const take = (task: Promise<unknown>) => void tasks.push(task)
    class Platform {
      readonly taken: Array<unknown> = tasks
      waitUntil(task: Promise<unknown>) {
        this.taken.push(task)
      }
    }
    const task = Promise.resolve()
    for (const background of [take, { run: take }, new Platform()]) resolve({ background }).background?.(task)
    assert.deepStrictEqual(tasks, [task, task, task])
  })

  it("an OpenAPI block is unchanged, and has our own scheme", () => {
    const { openapi } = resolve({
      basePath: "/api/",
      openapi: {
        enabled: false,
        info: { license: { name: "MIT" } },
        security: [{ bearerAuth: [], gateway: [] }],
        securitySchemes: { gateway: { type: "apiKey" } },
      },
    })
    assert.deepInclude(openapi, { enabled: false, servers: [{ url: "/api" }], info: { license: { name: "MIT" } } })
    assert.hasAllKeys(openapi.securitySchemes, ["bearerAuth", "gateway"])
  })

  it("telemetry is off unless it is enabled", () => {
    assert.isNull(resolve({ telemetry: { defaultAttributes: { a: 1 } } }).telemetry)
    assert.deepStrictEqual(resolve({ telemetry: { enabled: true } }).telemetry, {
      tracer: null,
      meter: null,
      openTelemetry: null,
      defaultAttributes: {},
    })
  })
})
