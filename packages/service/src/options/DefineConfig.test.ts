import { assert, describe, it } from "@effect/vitest"
import { defineConfig } from "./Options.js"
import { createConsentService } from "../ConsentService.js"

describe("defineConfig (service.md, Instance configuration)", () => {
  it("gives back what it was given, to be completed where it is used", async () => {
    const authored = { database: "sqlite::memory:", manifest: { branding: "none" } } as const
    const config = defineConfig(authored)
    assert.strictEqual(config, authored)
    const service = createConsentService({ ...config, observability: { level: "silent" } })
    assert.strictEqual(service.options.manifest.branding, "none")
    await service.dispose()
  })

  it("rejects, in the type checker, what belongs to the constructor", () => {
    const database = "sqlite::memory:"
    // @ts-expect-error -- observability is given to the constructor
    defineConfig({ database, observability: { level: "info" } })
    // @ts-expect-error -- sessions are given to the constructor
    defineConfig({ database, sessions: { onReport: () => {} } })
    // @ts-expect-error -- a database is required, under either name
    defineConfig({ manifest: {} })
    // @ts-expect-error -- there is no such option
    defineConfig({ database, databse: database })
    assert.isFunction(defineConfig)
  })

  it("accepts, in the type checker, every older name", () => {
    const cache = { get: () => null, set: () => {}, delete: () => {} }
    const older = defineConfig({
      adapter: "sqlite::memory:",
      tablePrefix: "cs_",
      appName: "shop",
      logger: { level: "info" },
      customTranslations: {},
      i18n: {},
      branding: "none",
      iab: { enabled: true, bundled: {}, vendorIds: [1] },
      cache: { adapter: cache },
      background: { run: () => {} },
      telemetry: { enabled: false },
      openapi: { basePath: "/" },
    })
    assert.strictEqual(older.adapter, "sqlite::memory:")
  })
})
