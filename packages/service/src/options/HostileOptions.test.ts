/** Configurations that no schema expects: every one is built, or refused with all issues together. */
import { inForm } from "@consent-service/test-engines/form"
import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { createConsentService } from "../ConsentService.js"
import { ConsentConfigurationError } from "../configuration/ConsentConfigurationError.js"

const europe = {
  id: "europe",
  match: { countries: ["DE"], fallback: true },
  model: "opt-in",
  prompt: "choice",
}

/** A configuration that uses every group of options. */
const valid = () => ({
  database: "sqlite::memory:",
  tablePrefix: "cs_",
  manifest: {
    appName: "Shop",
    policyRules: [europe],
    i18n: { messages: { default: { translations: { de: { common: { acceptAll: "Ja" } } } } } },
    iab: { enabled: true, customVendors: [] },
    vendors: [{ id: "v", name: "Vendor", category: "marketing", privacyPolicyUrl: "https://v.example/" }],
  },
  manifestCache: { sMaxAge: 1, staleWhileRevalidate: 1 },
  basePath: "/consent",
  trustedOrigins: ["shop.example"],
  tenantId: "shop",
  hosting: "self-hosted",
  apiKeys: ["k".repeat(32)],
  ipAddress: { tracking: true, masking: true, ipAddressHeaders: ["x-real-ip"] },
  policySnapshot: { signingKey: "p".repeat(32), ttlSeconds: 60 },
  legalDocumentSnapshot: { signingKey: "l".repeat(32) },
  identityToken: { signingKey: "i".repeat(32) },
  gvl: { enabled: true, endpoint: "https://lists.example/", vendorIds: [1], bundled: {} },
  cache: { get: () => null, set: () => {}, delete: () => {} },
  openapi: { specPath: "/api.json", info: { summary: "s" }, servers: [{ url: "/" }], securitySchemes: {} },
  script: { path: "/c.js", config: { a: { b: [1] } }, bundles: { full: "./full.js" } },
  limits: { maxBodyBytes: 1_000 },
  rateLimit: { perNetwork: { capacity: 1, refillPerSecond: 1 } },
  background: { waitUntil: () => {} },
  version: "1",
  observability: { level: "silent", include: ["/status"], drain: () => {} },
  sessions: { onReport: () => {} },
  telemetry: { enabled: false, defaultAttributes: { a: 1 } },
})

const throwing = (): never => {
  throw new Error("canary")
}

const hostileProxy = (target: object): object =>
  new Proxy(target, {
    get: throwing,
    getPrototypeOf: throwing,
    ownKeys: throwing,
    has: throwing,
    getOwnPropertyDescriptor: throwing,
  })

const revoked = (target: object): object => {
  const { proxy, revoke } = Proxy.revocable(target, {})
  revoke()
  return proxy
}

const nested = (depth: number, wrap: (inner: unknown) => unknown): unknown => {
  let value: unknown = {}
  for (let i = 0; i < depth; i++) value = wrap(value)
  return value
}

const cyclic = (): object => {
  const value: Record<string, unknown> = { a: 1 }
  value["self"] = value
  return value
}

const shared = (): unknown => nested(60, (inner) => ({ a: inner, b: inner }))

const withGetter = (): object => Object.defineProperty({ a: 1 }, "b", { get: throwing, enumerable: true })

const withProto = (): unknown => JSON.parse('{"__proto__":{"en":{}},"en":{"__proto__":{}}}')

class Foreign {
  get database(): never {
    return throwing()
  }
}

/** Replacements of a member; made again each time, because some can be used only once. */
const hostile: Readonly<Record<string, () => unknown>> = {
  undefined: () => undefined,
  null: () => null,
  bigint: () => 1n,
  symbol: () => Symbol("canary"),
  function: () => throwing,
  generator: () => function* () {},
  class: () => Foreign,
  instance: () => new Foreign(),
  nan: () => Number.NaN,
  infinity: () => Number.POSITIVE_INFINITY,
  date: () => new Date(Number.NaN),
  map: () => new Map([[cyclic(), 1]]),
  promise: () => Promise.resolve(1),
  "no prototype": () => Object.create(null),
  "lone surrogate": () => "\ud800",
  "long text": () => "x".repeat(100_000),
  "sparse list": () => Array(1_000),
  "endless list": () => Array(4_294_967_295),
  "nested lists": () => nested(50_000, (inner) => [inner]),
  "nested objects": () => nested(50_000, (inner) => ({ inner })),
  "cyclic object": cyclic,
  "cyclic list": () => {
    const list: Array<unknown> = []
    list.push(list, { list })
    return list
  },
  "shared parts": shared,
  "throwing getter": withGetter,
  "throwing proxy": () => hostileProxy({}),
  "throwing list": () => hostileProxy([]),
  "revoked proxy": () => revoked({}),
  "revoked list": () => revoked([]),
  __proto__: withProto,
  "toJSON that throws": () => ({ toJSON: throwing }),
}

type Path = ReadonlyArray<string>

const isMembered = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

const pathsIn = (value: unknown, path: Path = []): ReadonlyArray<Path> =>
  isMembered(value) ? [path, ...Object.keys(value).flatMap((name) => pathsIn(value[name], [...path, name]))] : [path]

const replaced = (value: unknown, [name, ...rest]: Path, member: unknown): unknown => {
  if (name === undefined || !isMembered(value)) return member
  const inner = replaced(value[name], rest, member)
  if (Array.isArray(value)) return value.map((item: unknown, i) => (String(i) === name ? inner : item))
  return Object.fromEntries(
    Object.entries({ ...value, [name]: null }).map(([key, old]) => [key, key === name ? inner : old]),
  )
}

/** Builds; a refusal is an error with issues, which never repeat the input. */
const build = async (options: unknown): Promise<ReadonlyArray<string>> => {
  try {
    const service = Reflect.apply(createConsentService, null, [options])
    await service.dispose()
    return []
  } catch (error) {
    if (!(error instanceof ConsentConfigurationError)) throw error
    assert.isNotEmpty(error.issues)
    assert.notInclude(error.message, "canary")
    return error.issues.map(({ option }) => option)
  }
}

const everyPath: ReadonlyArray<Path> = [
  ...pathsIn(valid()),
  ...["more", "__proto__", "constructor", "toString", "policyPacks"].map((name) => [name]),
  ["manifest", "i18n", "messages", "__proto__"],
  ["manifest", "customTranslations"],
  ["gvl", "bundled", "en"],
  ["gvl", "bundled", "__proto__"],
  ["gvl", "cache"],
  ["rateLimit", "cache"],
  ["telemetry", "tracer"],
  ["iab"],
  ["adapter"],
  ["logger"],
]

describe("a hostile configuration", () => {
  it("starts from one that is built", async () => assert.deepStrictEqual(await build(valid()), []))

  it("with one hostile member anywhere is built, or refused with issues", {
    timeout: inForm({ short: 120_000, full: 900_000 }),
  }, async () => {
    const pairs = everyPath.flatMap((path) => Object.keys(hostile).map((name) => [path, name] as const))
    const cases = FastCheck.asyncProperty(FastCheck.constantFrom(...pairs), async ([path, name]) => {
      await build(replaced(valid(), path, hostile[name]?.()))
    })
    await FastCheck.assert(cases, { numRuns: inForm({ short: 30, full: 1_000 }) })
  })

  it("with several is refused with an issue for each", async () => {
    const german: Record<string, unknown> = { common: { acceptAll: "Ja" } }
    german["default"] = german
    const options = {
      ...valid(),
      manifest: { i18n: { messages: { default: { translations: { de: german } } } }, appName: 5n },
      gvl: { bundled: JSON.parse('{"__proto__":{}}') },
      trustedOrigins: hostileProxy([]),
      limits: withGetter(),
    }
    assert.sameMembers(
      [...(await build(options))],
      [
        "manifest.i18n.messages.default.translations.de.default",
        "manifest.appName",
        "gvl.bundled.__proto__",
        "trustedOrigins",
        "limits.a",
        "limits.b",
      ],
    )
  })

  it.each(Object.keys(hostile))("as a whole is refused or built: %s", async (name) => {
    await build(hostile[name]?.())
  })
})
