import * as Sqlite from "@consent-service/adapter-sql/sqlite"
import { assert, describe, it } from "@effect/vitest"
import { inspect } from "node:util"
import { type ConsentService, createConsentService } from "../ConsentService.js"
import type { DatabaseOption } from "./DatabaseOptions.js"
import type { ConsentServiceOptions } from "./Options.js"

const canary = (name: string): string => `canary-${name}-${"x".repeat(40)}`

const cache = {
  password: canary("cache"),
  get: async () => null,
  set: async () => {},
  delete: async () => {},
}

class Client {
  readonly password = canary("client")
  get = async (): Promise<null> => null
  set = async (): Promise<void> => {}
  delete = async (): Promise<void> => {}
}

const secrets: Partial<ConsentServiceOptions> = {
  apiKeys: [canary("api-1"), canary("api-2")],
  policySnapshot: { signingKey: canary("policy") },
  legalDocumentSnapshot: { signingKey: canary("legal") },
  identityToken: { signingKey: canary("identity") },
  cache,
  gvl: {
    endpoint: `https://lists.example/{language}?token=${canary("query")}`,
    cache: new Client(),
  },
  rateLimit: { cache: new Client() },
  observability: { level: "silent" },
}

const databases: ReadonlyArray<DatabaseOption> = [
  `postgres://consent:${canary("pg")}@127.0.0.1:1/consent?password=${canary("pg-query")}`,
  `mysql://consent:${canary("mysql")}@127.0.0.1:1/consent`,
  { dialect: "postgres", host: "127.0.0.1", port: 1, database: "c", username: "u", password: canary("parts") },
  Sqlite.layer(":memory:"),
]

const shownBy = (value: unknown): string =>
  [
    inspect(value),
    inspect(value, { showHidden: true, depth: Number.POSITIVE_INFINITY, getters: true, maxStringLength: null }),
    JSON.stringify(value) ?? "",
    String(value),
  ].join("\n")

const withService = async (options: ConsentServiceOptions, use: (service: ConsentService) => unknown) => {
  const service = createConsentService(options)
  await use(service)
  await service.dispose()
}

describe("the options that an instance shows", () => {
  it.each(databases.map((database, i) => [i, database] as const))(
    "no inspection, JSON, clone or error has a secret in it: database %i",
    async (_, database) => {
      await withService({ ...secrets, database }, async (service) => {
        for (const value of [service, service.options, service.kernel, structuredClone(service.options)]) {
          assert.notInclude(shownBy(value), "canary")
        }
        let cloned: unknown
        try {
          cloned = structuredClone(service)
        } catch (error) {
          cloned = error
        }
        assert.notInclude(shownBy(cloned), "canary")
        const failures = await Promise.allSettled([service.migrate(), service.reconstructNotice("none")])
        for (const failure of failures) assert.notInclude(shownBy(failure), "canary")
      })
    },
  )

  it("an error about a configuration has none", () => {
    const wrong: Readonly<Record<string, unknown>> = {
      ...secrets,
      database: `postgres:/u:${canary("malformed")}@h`,
      apiKeys: [`${canary("spaced")} and more`, canary("api-1"), canary("api-1")],
      identityToken: { signingKey: "canary" },
      policySnapshot: { signingKey: canary("same"), audience: "one" },
      legalDocumentSnapshot: { signingKey: canary("same"), audience: "one" },
      gvl: { endpoint: `ftp://u:${canary("gvl")}@h` },
      unknown: canary("unknown"),
    }
    try {
      Reflect.apply(createConsentService, null, [wrong])
      assert.fail("is refused")
    } catch (error) {
      assert.notInclude(shownBy(error), "canary")
      assert.include(String(error), "identityToken.signingKey")
    }
  })

  it("are frozen plain data that marks omitted values", async () => {
    await withService({ ...secrets, database: databases[0] ?? "" }, ({ options }) => {
      assert.deepStrictEqual(options.apiKeys, ["[redacted]", "[redacted]"])
      assert.deepInclude(options.tokens.identityToken, { signingKey: "[redacted]" })
      assert.strictEqual(options.database, "postgres://consent:redacted@127.0.0.1:1/consent?password=redacted")
      assert.isTrue(Object.isFrozen(options) && Object.isFrozen(options.apiKeys) && Object.isFrozen(options.limits))
      assert.deepStrictEqual(structuredClone(options), options)
    })
    await withService({ ...secrets, database: Sqlite.layer(":memory:") }, ({ options }) => {
      assert.match(String(options.database), /^\[.*\]$/)
    })
  })

  it("do not change the instance when they are tampered with", async () => {
    await withService({ database: "sqlite::memory:", apiKeys: [canary("api")] }, async (service) => {
      assert.throws(() => Reflect.apply(Array.prototype.push, service.options.apiKeys, ["mine"]))
      await service.migrate()
      const request = new Request("http://consent.test/subjects?externalId=1", {
        headers: { authorization: `Bearer ${canary("api")}` },
      })
      assert.strictEqual((await service.handler(request)).status, 200)
    })
  })
})
