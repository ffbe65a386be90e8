import { MemoryStores } from "@consent-service/testkit"
import { assert, describe, it } from "@effect/vitest"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { createConsentService, ConsentConfigurationError, type ConsentServiceOptions } from "../index.js"

const memory = { database: "sqlite::memory:" }

/** Builds an instance from options that no compiler has checked. */
const build = (options: unknown): Readonly<Record<string, string>> => {
  try {
    createConsentService(options as ConsentServiceOptions)
    return {}
  } catch (error) {
    if (!(error instanceof ConsentConfigurationError)) throw error
    for (const { message, option } of error.issues) assert.include(error.message, `${option}: ${message}`)
    return Object.fromEntries(error.issues.map(({ message, option }) => [option, message]))
  }
}

describe("options", () => {
  it.each([
    ["a URL of each kind", { database: "postgres://u:p@h/d" }],
    ["a connection by its parts", { database: { dialect: "mysql", host: "h", database: "d", username: "u" } }],
    ["a cluster", { database: "postgres://u:p@h/d?distribution=citus" }],
    [
      "a cluster by its parts",
      { database: { dialect: "postgres", host: "h", database: "d", username: "u", distribution: "citus" } },
    ],
    ["a file by its parts", { database: { dialect: "sqlite", filename: "x.db" } }],
    ["a client layer", { database: Layer.effect(SqlClient.SqlClient, Effect.never) }],
    ["wrong policy rules", { ...memory, manifest: { policyRules: "nonsense" } }],
    ["cache seconds that are invalid", { ...memory, manifestCache: { sMaxAge: -1, staleWhileRevalidate: Number.NaN } }],
  ])("%s is accepted", (_, options) => {
    assert.deepStrictEqual(build(options), {})
  })

  it("all invalid options are reported together, each with its fix", () => {
    const issues = build({
      database: "oracle://x",
      tenantId: " padded ",
      hosting: "cloud",
      trustedOrigin: ["shop.example"],
      policyPacks: [],
      limits: { maxBodyBytes: 0 },
      ipAddress: { masking: "yes" },
      manifest: { tenantId: "t", hosting: "hosted", branding: "acme", policyPacks: [] },
      observability: { level: "debug", drain: "console" },
    })
    assert.sameMembers(Object.keys(issues), [
      "database",
      "tenantId",
      "hosting",
      "trustedOrigin",
      "policyPacks",
      "limits.maxBodyBytes",
      "ipAddress.masking",
      "manifest.tenantId",
      "manifest.hosting",
      "manifest.branding",
      "manifest.policyPacks",
      "observability.level",
      "observability.drain",
    ])
    assert.include(issues["policyPacks"], "manifest.policyRules")
    assert.include(issues["manifest.policyPacks"], "manifest.policyRules")
    assert.include(issues["hosting"], "self-hosted or hosted")
    assert.strictEqual(issues["trustedOrigin"], "is not an option; did you mean trustedOrigins?")
  })

  it.each([
    ["null", null],
    ["empty", ""],
    ["blank", " "],
    ["padded", " a"],
    ["undefined, but given", undefined],
    ["a number", 5],
    ["half a character", "x\ud800"],
    ["holding U+0000", "x\u0000"],
    ["longer than a key", "x".repeat(256)],
  ])("a tenantId that is %s is wrong", (_, tenantId) => {
    assert.property(build({ ...memory, tenantId }), "tenantId")
  })

  it.each(["ho st", "a/b", "a@b", "", "[::1", "host:5432"])("a connection's host %j is wrong", (host) => {
    const database = { dialect: "postgres", host, database: "d", username: "u" }
    assert.property(build({ database }), "database")
  })

  it.each(["db.internal", "127.0.0.1", "::1", "[::1]", "my_db-1"])("a connection's host %j is fine", (host) => {
    const database = { dialect: "mysql", host, database: "d", username: "u" }
    assert.deepStrictEqual(build({ database }), {})
  })

  it.each([
    ["mysql", "citus"],
    ["postgres", "other"],
  ])("a connection to %s with the distribution %j is wrong", (dialect, distribution) => {
    const database = { dialect, host: "h", database: "d", username: "u", distribution }
    assert.property(build({ database }), "database")
  })

  it("an invalid header name is an error", () => {
    assert.property(
      build({ ...memory, ipAddress: { ipAddressHeaders: ["x forwarded"] } }),
      "ipAddress.ipAddressHeaders",
    )
  })

  it("a manifest's vendors and IAB block are checked, and errors named", () => {
    const vendor = { id: "chat", name: "Chat", category: "functionality", privacyPolicyUrl: "https://chat.example" }
    const ads = { id: "ads", name: "Ads", privacyPolicyUrl: "https://ads.example", purposes: [1] }
    const manifest = { vendors: [vendor], iab: { enabled: true, cmpId: 10, customVendors: [ads] } }
    assert.deepStrictEqual(build({ ...memory, manifest }), {})
    const wrong = build({
      ...memory,
      manifest: {
        vendors: [
          { ...vendor, id: "Chat" },
          { ...vendor, category: "ads" },
        ],
        iab: { enabled: "yes", customVendors: [{ ...ads, purposes: [12] }] },
      },
    })
    const options = Object.keys(wrong)
    for (const option of ["manifest.vendors.0.id", "manifest.iab.enabled", "manifest.iab.customVendors.0.purposes.0"]) {
      assert.include(options, option)
    }
    assert.isTrue(options.some((option) => option.startsWith("manifest.vendors.1.category")))
    assert.property(build({ ...memory, manifest: { vendors: [vendor, vendor] } }), "manifest.vendors.1.id")
  })

  it("tokens need a key, identity tokens one of 32 bytes", () => {
    const signingKey = "k".repeat(32)
    const all = { policySnapshot: { signingKey }, legalDocumentSnapshot: { signingKey }, identityToken: { signingKey } }
    assert.deepStrictEqual(build({ ...memory, ...all }), {})
    assert.hasAllKeys(
      build({
        ...memory,
        policySnapshot: { signingKey: "", replayWindowSeconds: -1 },
        legalDocumentSnapshot: { ttlSeconds: 0 },
        identityToken: { signingKey: "k".repeat(31) },
      }),
      [
        "policySnapshot.signingKey",
        "policySnapshot.replayWindowSeconds",
        "legalDocumentSnapshot.signingKey",
        "legalDocumentSnapshot.ttlSeconds",
        "identityToken.signingKey",
      ],
    )
  })

  it.each([
    ["`tenantId` present and not a string (incl. null)", { tenantId: null }, "tenantId"],
    ["`tenantId` empty, whitespace only, or with surrounding whitespace", { tenantId: "acme " }, "tenantId"],
    ["`requireTenantId` present and not boolean", { requireTenantId: "true" }, "requireTenantId"],
    ["`requireTenantId: true` and no `tenantId`", { requireTenantId: true }, "tenantId"],
    ["`manifest` has an own key `tenantId`", { manifest: { tenantId: undefined } }, "manifest.tenantId"],
    ["`manifest` has an own key `hosting`", { manifest: { hosting: undefined } }, "manifest.hosting"],
    [
      "an own key of `manifest` next to older names",
      { appName: "a", manifest: { hosting: undefined } },
      "manifest.hosting",
    ],
    ["`hosting` set and not `self-hosted` / `hosted`", { hosting: "cloud" }, "hosting"],
    ["`identityToken.signingKey` not a string", { identityToken: { signingKey: 32 } }, "identityToken.signingKey"],
    [
      "`identityToken.signingKey` under 32 UTF-8 bytes",
      { identityToken: { signingKey: "é".repeat(15) } },
      "identityToken.signingKey",
    ],
  ])("%s is an error", (_, options, option) => {
    assert.deepStrictEqual(Object.keys(build({ ...memory, ...options })), [option])
  })

  it("16 characters of two bytes are 32 bytes of a key", () => {
    assert.deepStrictEqual(build({ ...memory, identityToken: { signingKey: "é".repeat(16) } }), {})
  })

  it("requireTenantId refuses an instance without one", () => {
    assert.property(build({ ...memory, requireTenantId: true }), "tenantId")
    assert.deepStrictEqual(build({ ...memory, requireTenantId: true, tenantId: "t" }), {})
  })

  it("an own key counts in manifest even when its value is undefined", () => {
    assert.property(build({ ...memory, manifest: { tenantId: undefined } }), "manifest.tenantId")
  })

  it("records are kept in a database or in given stores, and every other way is an error with the fix", () => {
    const stores = MemoryStores.layerMemory()
    assert.deepStrictEqual(build({ stores }), {})
    assert.match(build({ apiKeys: 5 })["database"] ?? "", /^is required, unless stores is given; it must be a URL/)
    assert.deepStrictEqual(Object.keys(build({ apiKeys: 5 })).sort(), ["apiKeys", "database"])
    assert.deepStrictEqual(build({ ...memory, stores }), {
      stores: "cannot be combined with database; keep one of the two",
    })
    assert.deepStrictEqual(build({ stores, tablePrefix: "cs_" }), {
      tablePrefix: "names the tables of database; leave it out with stores",
    })
    assert.deepStrictEqual(build({ stores: { append: () => {} } }), {
      stores: "must be a layer of the ports ConsentStore, DocumentStore and Archive",
    })
    assert.deepStrictEqual(Object.keys(build({ database: "oracle://x", stores: 5, tablePrefix: "1" })), [
      "database",
      "stores",
      "tablePrefix",
    ])
  })

  it.each([undefined, null, "options", {}])("%j are no options, and database is what is missing", (options) => {
    assert.isNotEmpty(build(options))
  })

  it("an invalid database URL is never repeated, because it may have a password", () => {
    assert.notInclude(JSON.stringify(build({ database: "postgres:/user:hunter2@host" })), "hunter2")
  })

  it("defaults are filled in, and shown by the instance", async () => {
    const service = createConsentService({ ...memory, manifestCache: { sMaxAge: 60.9, staleWhileRevalidate: -1 } })
    assert.deepInclude(service.options, {
      basePath: "",
      trustedOrigins: [],
      tenantId: null,
      hosting: "self-hosted",
      manifestCache: { sMaxAge: 60, staleWhileRevalidate: 86_400 },
      limits: { maxBodyBytes: 65_536, maxConcurrentSaves: 512, maxQueuedSaves: 1_024, maxActsPerSubject: 1_000 },
      version: "0.1.0",
      apiKeys: [],
      tablePrefix: null,
      gvl: null,
      cache: null,
      trustedProxies: null,
      background: null,
      sessions: null,
      telemetry: null,
    })
    assert.deepInclude(service.options.openapi, { enabled: true, title: "cs API", servers: [{ url: "/" }], info: {} })
    await service.dispose()
  })
})
