import { assert, describe, it } from "@effect/vitest"
import { defineConfig } from "./Options.js"
import { createConsentService } from "../ConsentService.js"

describe("defineConfig", () => {
  it("returns its argument, to be completed where it is used", async () => {
    const authored = { database: "sqlite::memory:", manifest: { branding: "none" } } as const
    const config = defineConfig(authored)
    assert.strictEqual(config, authored)
    const service = createConsentService({ ...config, observability: { level: "silent" } })
    assert.strictEqual(service.options.manifest.branding, "none")
    await service.dispose()
  })

  it("rejects constructor-only options at compile time", () => {
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

  it("rejects, in the type checker, every older name, which works at run time", async () => {
    const cache = { get: () => null, set: () => {}, delete: () => {} }
    // @ts-expect-error -- written as database today, and a database is required
    defineConfig({ adapter: "sqlite::memory:" })
    const database = "sqlite::memory:"
    // @ts-expect-error -- written as manifest.appName today
    defineConfig({ database, appName: "shop" })
    // @ts-expect-error -- written as observability today
    defineConfig({ database, logger: { level: "info" } })
    // @ts-expect-error -- the cache itself today
    defineConfig({ database, cache: { adapter: cache } })
    // @ts-expect-error -- written as openapi.servers today
    defineConfig({ database, openapi: { basePath: "/" } })
    const older = {
      adapter: "sqlite::memory:",
      tablePrefix: "cs_",
      appName: "shop",
      logger: { level: "silent" },
      customTranslations: {},
      branding: "none",
      iab: { enabled: true, bundled: {}, vendorIds: [1] },
      cache: { adapter: cache },
      background: { run: () => {} },
      telemetry: { enabled: false },
      openapi: { basePath: "/" },
    }
    const service = Reflect.apply(createConsentService, null, [older])
    assert.deepInclude(service.options.manifest, { appName: "shop", branding: "none" })
    await service.dispose()
  })
})
