import { compileManifest, sliceManifest } from "@consent-service/core/manifest"
import type { PolicyRule } from "@consent-service/core/policy"
import { resolveVisitor, unknownVisitor } from "@consent-service/core/visitor"
import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { createHash } from "node:crypto"
import * as vm from "node:vm"
import { publicCaching } from "../answer/PublicCaching.js"
import { noCompression } from "../compression/Compression.js"
import { makeScripts, type ScriptAnswer, type ScriptRequest, type ScriptContext } from "./Script.js"
import { defaultScriptSettings, type ScriptSettings, type ScriptVariant } from "./ScriptOptions.js"

const variants: ReadonlyArray<ScriptVariant> = ["full", "headless", "iab"]

const compiled = compileManifest(
  {
    appName: "</script>\u2028 & Shop",
    policyRules: [{ id: "a", match: { fallback: true }, model: "opt-in", prompt: { kind: "choice" } }],
    i18n: {
      messages: {
        default: {
          translations: { de: { common: { save: "Sichern" } }, tlh: { common: { save: "choq" } } },
          fallbackLanguage: "de",
        },
      },
    },
  },
  { hosting: "self-hosted", geolocation: true },
)
const manifest = compiled.document

const files: Readonly<Record<string, string>> = {
  full: "bundle('full')",
  headless: "bundle('headless')",
  iab: "bundle('iab')",
  other: "bundle('fulL')",
}

const readText = async (file: string | URL): Promise<string> => files[String(file)] ?? assert.fail(`no file ${file}`)

const manifestCache = { sMaxAge: 300, staleWhileRevalidate: 86_400 }

const scriptsOf = (options: Partial<ScriptSettings> = {}, settings: Partial<ScriptContext> = {}) =>
  makeScripts(
    { ...defaultScriptSettings, bundles: { full: "full", headless: "headless", iab: "iab" }, ...options },
    { manifest: compiled, basePath: "", manifestCache, compression: noCompression, readText, ...settings },
  )

/** The script address of an instance without a configured one. */
const derived = { backendURL: "https://consent.example", backendURLSource: "request" }

const paths = { full: "/cs.js", headless: "/cs.headless.js", iab: "/cs.iab.js" }

const asked = (variant: ScriptVariant, more: Partial<ScriptRequest> = {}): ScriptRequest => ({
  language: null,
  scheme: "https",
  host: "consent.example",
  mount: "",
  path: paths[variant],
  ...more,
})

const scriptIn = (answer: ScriptAnswer) => (answer._tag === "Script" ? answer.script : assert.fail(answer._tag))

const served = (answer: ScriptAnswer) => {
  const { bytes: body, headers, unchanged } = scriptIn(answer).entity
  return { body, headers: headers.identity, unchanged: unchanged.identity, text: new TextDecoder().decode(body) }
}

const ask = async (variant: ScriptVariant, more: Partial<ScriptRequest> = {}, scripts = scriptsOf()) =>
  served(await scripts.answer(variant, asked(variant, more)))

/** Runs a script as a browser does, with a recording bundle. */
const told = (text: string): Readonly<Record<string, unknown>> => {
  const context = vm.createContext({ window: {}, bundle: () => {} })
  vm.runInContext(text, context)
  const queue: unknown = JSON.parse(vm.runInContext("JSON.stringify(window.cs)", context))
  if (!Array.isArray(queue) || queue.length !== 1) return assert.fail("the queue has one call")
  assert.strictEqual(queue[0][0], "config")
  return queue[0][1]
}

const tell = async (variant: ScriptVariant, more: Partial<ScriptRequest> = {}, scripts = scriptsOf()) =>
  told((await ask(variant, more, scripts)).text)

const asSent = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe("a script", () => {
  it.each(variants)("%s: one line of configuration, then the unchanged bundle of the route", async (variant) => {
    const { text } = await ask(variant)
    const [prelude, ...bundle] = text.split("\n")
    assert.strictEqual(bundle.join("\n"), files[variant])
    assert.match(prelude ?? "", /^\(function/)
    assert.notInclude(text, "</script>")
    assert.notInclude(text, "\u2028")
  })

  it("is encoded once for all requests for the same script", async () => {
    const scripts = scriptsOf()
    const [first, second] = [await ask("iab", {}, scripts), await ask("iab", {}, scripts)]
    assert.strictEqual(first.body, second.body)
  })

  it("/cs.js: hosted mode, without a manifest, even a configured one", async () => {
    assert.deepStrictEqual(await tell("full"), { ...derived, mode: "hosted" })
    const scripts = scriptsOf({ config: { manifest: 1 } })
    assert.deepStrictEqual(await tell("full", {}, scripts), { ...derived, mode: "hosted" })
  })

  it.each(["headless", "iab"] as const)("%s: manifest mode and the public manifest", async (variant) => {
    assert.deepStrictEqual(await tell(variant), {
      ...derived,
      mode: "manifest",
      manifest: asSent(manifest),
    })
  })

  it.each(variants)("%s: all of script.config, overridden by the service's own members", async (variant) => {
    const config = { debug: true, ui: { banner: false }, backendURL: "x", mode: "y", language: "sv", left: undefined }
    const seen = await tell(variant, {}, scriptsOf({ config }))
    assert.include(seen, { debug: true, language: "sv", backendURL: "https://consent.example" })
    assert.strictEqual(seen["mode"], variant === "full" ? "hosted" : "manifest")
    assert.deepStrictEqual(seen["ui"], { banner: false })
    assert.notProperty(seen, "left")
  })

  it.each(variants)("%s: a configured key named __proto__ stays a key", async (variant) => {
    const config: Readonly<Record<string, unknown>> = JSON.parse('{"__proto__":{"mode":"evil"}}')
    const seen = await tell(variant, {}, scriptsOf({ config }))
    assert.deepStrictEqual(Object.entries(seen)[0], ["__proto__", { mode: "evil" }])
  })

  it.each(variants)("%s: the page's own queue comes after it", async (variant) => {
    const { text } = await ask(variant)
    const context = vm.createContext({ window: { cs: [["init"]] }, bundle: () => {} })
    vm.runInContext(text, context)
    assert.strictEqual(
      vm.runInContext("JSON.stringify(window.cs.map(function (c) { return c[0] }))", context),
      '["config","init"]',
    )
  })
})

describe("the address embedded", () => {
  it("is script.backendURL, else the request's origin and basePath, else its path without the route's", async () => {
    const configured = scriptsOf({ backendURL: "https://cdn.example/c/" }, { basePath: "/api" })
    assert.propertyVal(await tell("full", { host: "a b" }, configured), "backendURL", "https://cdn.example/c")
    const mounted = scriptsOf({}, { basePath: "/api" })
    assert.propertyVal(
      await tell("iab", { path: "/api/cs.iab.js" }, mounted),
      "backendURL",
      "https://consent.example/api",
    )
    const more = { scheme: "http", host: "localhost:3000", path: "/x/cs.headless.js" } as const
    assert.propertyVal(await tell("headless", more), "backendURL", "http://localhost:3000/x")
  })

  it.each(variants)("%s: is marked exactly if it came from the request", async (variant) => {
    const config = { backendURLSource: "the integrator" }
    assert.propertyVal(await tell(variant, {}, scriptsOf({ config })), "backendURLSource", "request")
    const configured = scriptsOf({ config, backendURL: "https://consent.example" })
    assert.notProperty(await tell(variant, {}, configured), "backendURLSource")
  })

  it("removes the route's own path where a script has moved", async () => {
    const moved = scriptsOf({ path: "/assets/c.js" })
    assert.propertyVal(await tell("full", { path: "/m/assets/c.js" }, moved), "backendURL", "https://consent.example/m")
  })

  it.each([null, "", 'a"><script>', "a, b"])(
    "a host like %j is refused, whether there is a bundle or not",
    async (host) => {
      for (const scripts of [scriptsOf(), scriptsOf({ bundles: {} })]) {
        for (const variant of variants) {
          assert.strictEqual((await scripts.answer(variant, asked(variant, { host })))._tag, "HostUnusable")
        }
      }
    },
  )
})

describe("the query parameter language (threat: filling a cache with variants of an answer)", () => {
  it.each([
    ["de", "de"],
    ["de-AT", "de"],
    [" DE ", "de"],
    ["de-AT,fr;q=0.5", "de"],
    ["fr", "fr"],
    ["tlh", "tlh"],
  ])("/cs.js: %j overrides the client's language with %s", async (language, expected) => {
    assert.propertyVal(await tell("full", { language }), "language", expected)
    assert.propertyVal(
      await tell("full", { language }, scriptsOf({ config: { language: "sv" } })),
      "language",
      expected,
    )
  })

  it.each(["", "xx", "*", "__proto__", "constructor", "</script>", "d e", "x".repeat(10_000)])(
    "/cs.js: %j, which there are no texts in, changes nothing",
    async (language) => {
      assert.notProperty(await tell("full", { language }), "language")
      assert.deepStrictEqual(await ask("full", { language }), await ask("full"))
      const configured = scriptsOf({ config: { language: "sv" } })
      assert.propertyVal(await tell("full", { language }, configured), "language", "sv")
    },
  )

  it.each(["headless", "iab"] as const)("%s: slices the manifest's texts, and sets no language", async (variant) => {
    for (const language of ["de", "tlh"]) {
      const seen = await tell(variant, { language: `${language}-XX` })
      assert.deepStrictEqual(seen["manifest"], asSent(sliceManifest(manifest, language)))
      assert.notProperty(seen, "language")
    }
    assert.notDeepEqual(sliceManifest(manifest, "de"), sliceManifest(manifest, "tlh"))
    assert.deepStrictEqual((await tell(variant, { language: "" }))["manifest"], asSent(manifest))
  })

  it.each(["headless", "iab"] as const)("%s: all languages without authored texts get one body", async (variant) => {
    const one = await ask(variant, { language: "xx" })
    assert.deepStrictEqual(told(one.text)["manifest"], asSent(sliceManifest(manifest, "xx")))
    for (const language of ["fr", "yy", "*", "__proto__", "x".repeat(10_000)]) {
      assert.deepStrictEqual(await ask(variant, { language }), one)
    }
  })

  it("queries create at most one body per known language", async () => {
    const languages = FastCheck.oneof(
      FastCheck.constantFrom("de", "DE-at", "tlh", "fr", "en-GB", "zh", ""),
      FastCheck.string({ maxLength: 4 }),
      FastCheck.stringMatching(/^[a-z]{2}$/),
    )
    const scripts = scriptsOf()
    const bodies = { full: new Set<string>(), headless: new Set<string>(), iab: new Set<string>() }
    await FastCheck.assert(
      FastCheck.asyncProperty(languages, FastCheck.constantFrom(...variants), async (language, variant) => {
        bodies[variant].add((await ask(variant, { language }, scripts)).text)
      }),
      { numRuns: 500 },
    )
    // No language, de, tlh and combinations of them; about thirty are shipped.
    assert.strictEqual(bodies.headless.size, 4)
    assert.strictEqual(bodies.iab.size, 4)
    assert.isAtMost(bodies.full.size, 40)
    assert.isAtLeast(bodies.full.size, 6)
  })
})

describe("the headers", () => {
  it.each(variants)("%s: when script.backendURL is set, shared caches keep it like the manifest", async (variant) => {
    const { headers } = await ask(variant, {}, scriptsOf({ backendURL: "https://cdn.example" }))
    assert.deepInclude(headers, {
      "cache-control": "public, s-maxage=300, max-age=300, stale-while-revalidate=86400",
      "cdn-cache-control": "public, s-maxage=300, stale-while-revalidate=86400",
    })
  })

  it.each([
    [0, "public, s-maxage=0, max-age=0, stale-while-revalidate=0"],
    [60, "public, s-maxage=60, max-age=60, stale-while-revalidate=0"],
    [86_400, "public, s-maxage=86400, max-age=300, stale-while-revalidate=0"],
  ])("browsers keep it as long as shared caches, and five minutes at most: s-maxage %i", async (sMaxAge, expected) => {
    const scripts = scriptsOf(
      { backendURL: "https://cdn.example" },
      { manifestCache: { sMaxAge, staleWhileRevalidate: 0 } },
    )
    assert.propertyVal((await ask("full", {}, scripts)).headers, "cache-control", expected)
  })

  it.each(variants)(
    "%s: type, no sniffing, any page, and shared caches as for /manifest, which compare the host",
    async (variant) => {
      const { etag, ...headers } = (await ask(variant)).headers
      assert.match(etag ?? "", /^"[0-9a-f]{64}"$/)
      assert.deepStrictEqual(headers, {
        "content-type": "text/javascript; charset=utf-8",
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "cross-origin",
        "cache-control": "public, s-maxage=300, stale-while-revalidate=86400",
        "cdn-cache-control": "public, s-maxage=300, stale-while-revalidate=86400",
        vary: "Origin, Host",
      })
    },
  )

  it("a response that does not depend on the host does not vary by it", async () => {
    const configured = scriptsOf({ backendURL: "https://cdn.example" })
    const [one, other] = [await ask("full", {}, configured), await ask("full", { host: "other.example" }, configured)]
    assert.notProperty(one.headers, "vary")
    assert.deepStrictEqual(one, other)
  })

  it.each(variants)("%s: the 304 has the headers that caches need", async (variant) => {
    const { headers, unchanged } = await ask(variant)
    const { "content-type": _, "x-content-type-options": __, "cross-origin-resource-policy": ___, ...kept } = headers
    assert.deepStrictEqual(unchanged, kept)
  })
})

describe("the entity tag", () => {
  const tagOf = async (variant: ScriptVariant, more: Partial<ScriptRequest> = {}, scripts = scriptsOf()) =>
    (await ask(variant, more, scripts)).headers["etag"]

  it("is the same for every instance with the same settings", async () => {
    for (const variant of variants) assert.strictEqual(await tagOf(variant), await tagOf(variant))
  })

  it("changes with the bundle's bytes at equal length, the configuration, the manifest and the language", async () => {
    const [older, newer] = [files["full"] ?? "", files["other"] ?? ""]
    assert.strictEqual(older.length, newer.length)
    const other = { ...compiled, document: { ...manifest, revision: `${manifest.revision.slice(1)}0` } }
    const tags = await Promise.all([
      tagOf("full"),
      tagOf("full", {}, scriptsOf({ bundles: { full: "other" } })),
      tagOf("full", {}, scriptsOf({ config: { a: 1 } })),
      tagOf("full", {}, scriptsOf({ config: { a: 2 } })),
      tagOf("full", { language: "fr" }),
      tagOf("full", { host: "other.example" }),
      tagOf("headless"),
      tagOf("headless", {}, scriptsOf({}, { manifest: other })),
      tagOf("headless", { language: "de" }),
      tagOf("headless", { language: "xx" }),
    ])
    assert.strictEqual(new Set(tags).size, tags.length)
  })

  it("depends on the variant, even where two have the same bytes", async () => {
    const scripts = scriptsOf({ bundles: { headless: "full", iab: "full" } })
    const [headless, iab] = [await ask("headless", {}, scripts), await ask("iab", {}, scripts)]
    assert.strictEqual(headless.text, iab.text)
    assert.notStrictEqual(headless.headers["etag"], iab.headers["etag"])
  })
})

describe("a pinned script", () => {
  const pinnedOf = async (variant: ScriptVariant, more: Partial<ScriptRequest> = {}, scripts = scriptsOf()) =>
    scriptIn(await scripts.whole(variant, asked(variant, more))).pinned()

  it.each(variants)("%s: digest and integrity match the served bytes", async (variant) => {
    const { body } = await ask(variant)
    const { digest, entity, integrity } = await pinnedOf(variant)
    const sha256 = createHash("sha256").update(body)
    assert.strictEqual(integrity, `sha256-${sha256.copy().digest("base64")}`)
    assert.strictEqual(digest, sha256.digest("hex").slice(0, 32))
    assert.deepStrictEqual(entity.bytes, body)
  })

  it("has the same digest in every instance with the same settings, and another one for other bytes", async () => {
    const digests = await Promise.all([
      pinnedOf("headless"),
      pinnedOf("headless", { host: "other.example" }),
      pinnedOf("headless", { language: "de" }),
      pinnedOf("headless", {}, scriptsOf({ config: { debug: true } })),
    ])
    assert.strictEqual((await pinnedOf("headless")).digest, digests[0]?.digest)
    assert.strictEqual(new Set(digests.map(({ digest }) => digest)).size, digests.length)
  })

  it("may be cached for a year, also where its address came from the request", async () => {
    const control = "public, max-age=31536000, immutable"
    for (const scripts of [scriptsOf(), scriptsOf({ backendURL: "https://cdn.example" })]) {
      const { entity } = await pinnedOf("full", {}, scripts)
      assert.deepInclude(entity.headers.identity, { "cache-control": control, "cdn-cache-control": control })
    }
  })
})

describe("an answer", () => {
  it("is the same whatever was requested before", async () => {
    const scripts = scriptsOf()
    const first = await ask("headless", { language: "de" }, scripts)
    for (let i = 0; i < 300; i++) {
      const seen = await tell("headless", { host: `h${i}.example`, language: "de" }, scripts)
      assert.strictEqual(seen["backendURL"], `https://h${i}.example`)
    }
    assert.deepStrictEqual(await ask("headless", { language: "de" }, scripts), first)
  })
})

describe("a missing bundle", () => {
  it.each(variants)(
    "%s: unavailable where none is named or there are no files, and the others are served",
    async (variant) => {
      const bundles = { full: "full", headless: "headless", iab: "iab", [variant]: undefined }
      for (const other of variants) {
        const answer = await scriptsOf({ bundles }).answer(other, asked(other))
        assert.strictEqual(answer._tag, other === variant ? "Unavailable" : "Script")
        const nowhere = await scriptsOf({}, { readText: null }).answer(other, asked(other))
        assert.strictEqual(nowhere._tag, "Unavailable")
      }
    },
  )

  it("is loaded again: one failure is reported with its cause and does not affect later requests", async () => {
    const cause = new Error("EIO")
    let reads = 0
    const scripts = scriptsOf(
      {},
      {
        readText: async () => {
          reads += 1
          if (reads === 1) throw cause
          return "bundle()"
        },
      },
    )
    assert.deepStrictEqual<unknown>(await scripts.answer("full", asked("full")), { _tag: "Unavailable", cause })
    for (const more of [{}, { language: "fr" }, { host: "other.example" }]) {
      assert.include((await ask("full", more, scripts)).text, "\nbundle()")
    }
    assert.strictEqual(reads, 2)
  })

  it("is read from the platform's files by default", async () => {
    const { readText: _, ...rest } = {
      manifest: compiled,
      basePath: "",
      manifestCache,
      compression: noCompression,
      readText,
    }
    const scripts = makeScripts({ ...defaultScriptSettings, bundles: { full: import.meta.filename } }, rest)
    assert.include((await ask("full", {}, scripts)).text, "is read from the platform's files")
  })
})

describe("a script in several files", () => {
  const text = "export default 1"
  const rest = "export default 2"
  const bundles = {
    full: async () => "bundle('full')",
    fullFirst: async () => "bundle('first')",
    fullSurfaces: async () => text,
    fullRest: async () => rest,
    iab: async () => "bundle('iab')",
  }
  const digestOf = (code: string) => createHash("sha256").update(code).digest("hex").slice(0, 32)
  const digest = digestOf(text)

  it("names the second by the digest of its bytes, below the script's own path, and has it for a year", async () => {
    const scripts = scriptsOf({ bundles, path: "/assets/cs.js" })
    const { text: first } = served(await scripts.answer("full", asked("full", { path: "/assets/cs.js" })))
    assert.include(first, "bundle('first')")
    assert.strictEqual(told(first)["surfacesPath"], `/assets/cs.ui.${digest}.js`)
    assert.strictEqual(told(first)["restPath"], `/assets/cs.ui.${digestOf(rest)}.js`)
    for (const code of [text, rest]) {
      const file = (await scripts.surfaces("full", digestOf(code))) ?? assert.fail("there is none")
      assert.strictEqual(new TextDecoder().decode(file.entity.bytes), code)
      assert.include(file.entity.headers.identity, {
        "cache-control": "public, max-age=31536000, immutable",
        "content-type": "text/javascript; charset=utf-8",
      })
    }
    assert.isNull(await scripts.surfaces("full", "0".repeat(32)))
  })

  it("is pinned with its banner, and with the digest of what it loads on demand: integrity covers all that runs", async () => {
    const scripts = scriptsOf({ bundles })
    const whole = served(await scripts.whole("full", asked("full"))).text
    assert.include(whole, "bundle('full')")
    assert.notProperty(told(whole), "surfacesPath")
    assert.deepInclude(told(whole), {
      restPath: `/cs.ui.${digestOf(rest)}.js`,
      restIntegrity: `sha256-${createHash("sha256").update(rest).digest("base64")}`,
    })
  })

  it("names the tools below the path of /cs.js in every script; one file has their digest, except headless", async () => {
    const tools = "export default 3"
    const all = { ...bundles, headless: async () => "bundle('headless')", tools: async () => tools }
    const scripts = scriptsOf({ bundles: all })
    const toolsPath = `/cs.ui.${digestOf(tools)}.js`
    const toolsIntegrity = `sha256-${createHash("sha256").update(tools).digest("base64")}`
    const configOf = async (variant: ScriptVariant, form: "answer" | "whole" = "answer") =>
      told(served(await scripts[form](variant, asked(variant))).text)
    assert.include(await configOf("full"), { toolsPath })
    assert.notProperty(await configOf("full"), "toolsIntegrity")
    assert.include(await configOf("full", "whole"), { toolsPath, toolsIntegrity })
    assert.include(await configOf("iab"), { toolsPath, toolsIntegrity })
    assert.deepStrictEqual(await configOf("headless"), await configOf("headless", "whole"))
    assert.include(await configOf("headless"), { toolsPath })
    assert.notProperty(await configOf("headless"), "toolsIntegrity")
    assert.isNotNull(await scripts.surfaces("full", digestOf(tools)))
    assert.isNull(await scripts.surfaces("iab", digestOf(tools)))
    assert.notProperty(told((await ask("full", {}, scriptsOf({ bundles }))).text), "toolsPath")
  })

  it("names the code for services for every script, with its digest where the script is one file", async () => {
    const code = "export const declare = 4"
    const all = { ...bundles, headless: async () => "bundle('headless')", declaration: async () => code }
    const scripts = scriptsOf({ bundles: all })
    const declarationPath = `/cs.ui.${digestOf(code)}.js`
    for (const variant of ["full", "headless", "iab"] as const)
      assert.include(told(served(await scripts.answer(variant, asked(variant))).text), { declarationPath })
    const pinned = told(served(await scripts.whole("full", asked("full"))).text)
    assert.match(String(pinned["declarationIntegrity"]), /^sha256-/)
    assert.isNotNull(await scripts.surfaces("full", digestOf(code)))
    assert.notProperty(told((await ask("full", {}, scriptsOf({ bundles }))).text), "declarationPath")
  })

  it("is one file by script.surfaces, and without one of its parts", async () => {
    for (const scripts of [
      scriptsOf({ bundles, surfaces: "included" }),
      scriptsOf({ bundles: { ...bundles, fullFirst: undefined } }),
      scriptsOf({ bundles: { ...bundles, fullSurfaces: undefined } }),
      scriptsOf({ bundles: { ...bundles, fullRest: undefined } }),
    ]) {
      const { text: only } = await ask("full", {}, scripts)
      assert.include(only, "bundle('full')")
      assert.notProperty(told(only), "surfacesPath")
      assert.isNull(await scripts.surfaces("full", digest))
    }
    assert.isNull(await scriptsOf({ bundles }).surfaces("iab", digest))
  })

  it("is unavailable while one of its parts cannot be read, and available afterwards", async () => {
    for (const missing of ["fullFirst", "fullSurfaces", "fullRest"] as const) {
      let reads = 0
      const late = async () => (reads++ === 0 ? assert.fail("not yet") : "bundle('first')")
      const scripts = scriptsOf({ bundles: { ...bundles, [missing]: late } })
      assert.strictEqual((await scripts.answer("full", asked("full")))._tag, "Unavailable")
      assert.strictEqual((await scripts.answer("full", asked("full")))._tag, "Script")
    }
  })
})

describe("an embedded policy", () => {
  const compiledOf = (policyRules: ReadonlyArray<PolicyRule>, geolocation = true) =>
    compileManifest({ policyRules }, { hosting: "self-hosted", geolocation })
  const everywhere: PolicyRule = { id: "all", match: { isDefault: true }, model: "opt-in", prompt: "choice" }
  const german: PolicyRule = { ...everywhere, id: "de", match: { countries: ["DE"] } }
  const same = { manifest: compiledOf([everywhere]) }
  const withPolicy = scriptsOf({ policy: "embedded", backendURL: "https://consent.example" }, same)
  const embeddedIn = async (variant: ScriptVariant, more: Partial<ScriptRequest>, scripts = withPolicy) =>
    told((await ask(variant, more, scripts)).text)["embedded"]

  it("is what /init answers every visitor, in the requested language", async () => {
    for (const variant of ["full", "iab"] as const)
      for (const [language, expected] of [
        [null, "en"],
        ["de-AT", "de"],
        ["xx", "en"],
      ] as const) {
        const { body } = resolveVisitor(same.manifest, { ...unknownVisitor, acceptLanguage: expected })
        assert.strictEqual(body.translations.language, expected)
        assert.deepStrictEqual(await embeddedIn(variant, { language }), asSent({ language: expected, body }))
      }
    const usual = scriptsOf({ policy: "embedded", config: { language: "fr" } }, same)
    assert.nestedPropertyVal({ found: await embeddedIn("full", {}, usual) }, "found.language", "fr")
    assert.isUndefined(await embeddedIn("headless", {}))
  })

  it("is for one page by ?policy=, which wins over the option", async () => {
    assert.isUndefined(await embeddedIn("full", { policy: "requested" }))
    assert.isUndefined(await embeddedIn("full", {}, scriptsOf({}, same)))
    assert.isObject(await embeddedIn("full", { policy: "embedded" }, scriptsOf({}, same)))
  })

  it("an unknown ?policy= is one line in the console, which repeats nothing of the address", async () => {
    const { text } = await ask("full", { policy: "embeded</script>" }, scriptsOf({}, same))
    assert.isUndefined(told(text)["embedded"])
    assert.include(text, "write ?policy=embedded")
    assert.notInclude(text, "embeded</script>")
    const lines: Array<unknown> = []
    const console = { warn: (line: unknown) => void lines.push(line) }
    vm.runInContext(text, vm.createContext({ window: {}, bundle: () => {}, console }))
    assert.lengthOf(lines, 1)
  })

  it("is left out where rules distinguish locations, need a vendor list, or are invalid", async () => {
    const of = (found: ScriptContext["manifest"]) =>
      embeddedIn("iab", {}, scriptsOf({ policy: "embedded" }, { manifest: found }))
    assert.isUndefined(await of(compiledOf([german, { ...everywhere, model: "opt-out" }])))
    assert.isUndefined(await of(compiledOf([{ ...everywhere, id: "" }])))
    assert.isObject(await of(compiledOf([german, { ...everywhere, model: "opt-out" }], false)))
    const iab = { ...everywhere, model: "iab" } as const
    const config = { policyRules: [iab], iab: { enabled: true, cmpId: 28 } } as const
    assert.isUndefined(await of(compileManifest(config, { hosting: "self-hosted", geolocation: true })))
  })

  it("changes tag and digest with the policy, and no cache keeps it longer than /manifest", async () => {
    const other = scriptsOf(
      { policy: "embedded", backendURL: "https://consent.example" },
      { manifest: compiledOf([{ ...everywhere, model: "opt-out" }]) },
    )
    const expected = publicCaching(manifestCache)
    const seen = await Promise.all(
      [withPolicy, other].map(async (scripts) => {
        const script = scriptIn(await scripts.answer("full", asked("full")))
        const { digest, entity } = await script.pinned()
        for (const { identity } of [entity.headers, script.entity.headers]) assert.include(identity, expected)
        return [digest, script.entity.headers.identity["etag"]]
      }),
    )
    assert.notStrictEqual(seen[0]?.[0], seen[1]?.[0])
    assert.notStrictEqual(seen[0]?.[1], seen[1]?.[1])
  })

  it("is with the banner, which an outage would keep away", async () => {
    const bundles = {
      full: async () => "bundle('full')",
      fullFirst: async () => "bundle('first')",
      fullSurfaces: async () => "export default 1",
      fullRest: async () => "export default 2",
    }
    const { text } = await ask("full", {}, scriptsOf({ policy: "embedded", bundles }, same))
    assert.include(text, "bundle('full')")
    assert.notProperty(told(text), "surfacesPath")
  })
})
