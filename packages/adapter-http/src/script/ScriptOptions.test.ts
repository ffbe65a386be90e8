import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { defaultScriptSettings, type ScriptSettings, scriptOptionProblems } from "./ScriptOptions.js"

const others = ["/init", "/status", "/spec.json", "/docs", "/docs/:file", "/subjects/:id", "/consents/check"]

const problems = (options: Partial<ScriptSettings>) =>
  scriptOptionProblems({ ...defaultScriptSettings, ...options }, others)

const options = (found: ReturnType<typeof problems>) => found.map(({ option }) => option)

const only = (given: Partial<ScriptSettings>) => {
  const found = problems(given)
  assert.strictEqual(found.length, 1, JSON.stringify(found))
  return found[0] ?? assert.fail("there is none")
}

describe("the defaults", () => {
  it("all three routes, no embedded configuration, and no problems", () => {
    assert.deepStrictEqual(defaultScriptSettings, {
      enabled: true,
      path: "/cs.js",
      headlessPath: "/cs.headless.js",
      iabPath: "/cs.iab.js",
      surfaces: "on-demand",
      policy: "requested",
      config: {},
      bundles: {},
    })
    assert.deepStrictEqual(problems({}), [])
  })
})

describe("script.path, headlessPath, iabPath", () => {
  it.each(["/cs.js", "/a/b/c.js", "/~x/%20y.js", "/a.b-c_d@1.js", "/subjects/a/b.js", "/Init"])("%s is one", (path) => {
    assert.deepStrictEqual(problems({ path }), [])
  })

  it.each([
    ["", "must start with /"],
    ["cs.js", "must start with /"],
    ["https://cdn.example/cs.js", "must start with /"],
    ["/cs.js?v=1", "must not have a query or a fragment"],
    ["/cs.js?", "must not have a query or a fragment"],
    ["/cs.js#x", "must not have a query or a fragment"],
    ["/:name.js", "must not have parameters"],
    ["/a/:b/c.js", "must not have parameters"],
    ["/", "must not end with /"],
    ["/cs/", "must not end with /"],
    ["/a b.js", "must be written as a URL has it"],
    ["/ü.js", "must be written as a URL has it"],
    ["/a/../b.js", "must be written as a URL has it"],
    ["/a\\b.js", "must be written as a URL has it"],
    ["/a\nb.js", "must be written as a URL has it"],
  ])("%j is not valid: %s", (path, message) => {
    for (const name of ["path", "headlessPath", "iabPath"] as const) {
      const found = only({ [name]: path })
      assert.strictEqual(found.option, `script.${name}`)
      assert.include(found.message, message)
    }
  })

  it("must differ from each other", () => {
    assert.deepStrictEqual(problems({ headlessPath: "/cs.js", iabPath: "/cs.js" }), [
      { option: "script.headlessPath", message: "is the path of script.path too" },
      { option: "script.iabPath", message: "is the path of script.path too" },
    ])
    assert.strictEqual(only({ iabPath: "/cs.headless.js" }).message, "is the path of script.headlessPath too")
  })

  it.each([
    ["/init", "/init"],
    ["/spec.json", "/spec.json"],
    ["/docs/viewer.js", "/docs/:file"],
    ["/subjects/cs.js", "/subjects/:id"],
  ])("none is another route's: %s is that of %s", (path, other) => {
    assert.deepStrictEqual(only({ path }), { option: "script.path", message: `is the path of another route, ${other}` })
  })

  it("of disabled routes do not conflict", () => {
    assert.deepStrictEqual(problems({ enabled: false, path: "/init", iabPath: "/cs.headless.js" }), [])
  })
})

describe("script.backendURL", () => {
  it.each([
    "https://consent.example",
    "https://consent.example/",
    "http://localhost:3000/api/cs",
    "HTTPS://consent.example/a",
    "https://[::1]:8443/a/",
  ])("%s is one", (backendURL) => {
    assert.deepStrictEqual(problems({ backendURL }), [])
  })

  it.each([
    ["", "absolute"],
    ["/api/cs", "absolute"],
    ["consent.example", "absolute"],
    ["//consent.example", "absolute"],
    ["https:consent.example", "absolute"],
    ["https:///consent.example", "absolute"],
    ["ftp://consent.example", "absolute"],
    ["javascript:alert(1)", "absolute"],
    ["data:text/plain,x", "absolute"],
    [" https://consent.example", "absolute"],
    ["https://consent.example/a b", "absolute"],
    ["https://consent.example:99999", "absolute"],
    ["https://consent.example/?a=1", "query"],
    ["https://consent.example/?", "query"],
    ["https://consent.example#x", "fragment"],
    ["https://user@consent.example", "user name"],
    ["https://user:secret@consent.example", "password"],
  ])("%j is not valid: %s", (backendURL, message) => {
    const found = only({ backendURL })
    assert.strictEqual(found.option, "script.backendURL")
    assert.include(found.message, message)
  })
})

describe("script.config", () => {
  class Theme {
    readonly dark = true
  }

  const cyclic: Record<string, unknown> = {}
  cyclic["self"] = cyclic

  it.each([
    [{ a: () => 1 }, "script.config.a", "must be JSON, not function"],
    [{ a: { b: [1, 10n] } }, "script.config.a.b.1", "must be JSON, not bigint"],
    [{ a: Symbol("x") }, "script.config.a", "must be JSON, not symbol"],
    [{ a: Number.NaN }, "script.config.a", "must be a finite number"],
    [{ a: [Infinity] }, "script.config.a.0", "must be a finite number"],
    [{ a: [undefined] }, "script.config.a.0", "must be JSON, not undefined"],
    [{ a: new Date(0) }, "script.config.a", "must be a plain object"],
    [{ a: new Map() }, "script.config.a", "must be a plain object"],
    [{ a: new Theme() }, "script.config.a", "must be a plain object"],
    [{ a: { toJSON: () => "x" } }, "script.config.a.toJSON", "must be JSON, not function"],
    [cyclic, "script.config.self", "must not contain itself"],
    [{ [Symbol("x")]: 1 }, "script.config.Symbol(x)", "must not be named by a symbol"],
  ])("is JSON: not so at %s", (config, option, message) => {
    assert.deepStrictEqual(only({ config }), { option, message })
  })

  it("must be a plain object", () => {
    class Loose {
      readonly [key: string]: unknown
    }
    assert.deepStrictEqual(only({ config: new Loose() }), {
      option: "script.config",
      message: "must be a plain object",
    })
    // As passed from JavaScript, which no compiler checks.
    for (const config of ["[]", "null", "1", '"text"']) {
      const found = problems(JSON.parse(`{"config":${config}}`))
      assert.deepStrictEqual(found, [{ option: "script.config", message: "must be a plain object" }])
    }
  })

  it("may have undefined members, and any key", () => {
    assert.deepStrictEqual(problems({ config: { a: undefined, "</script>": [{ b: undefined }] } }), [])
    assert.deepStrictEqual(problems({ config: JSON.parse('{"__proto__":{"constructor":null}}') }), [])
  })

  it("may be any JSON object", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.dictionary(FastCheck.string(), FastCheck.jsonValue()), (config) => {
        assert.deepStrictEqual(problems({ config }), [])
      }),
    )
  })

  it("is at most 256 KiB as JSON, counted in bytes", () => {
    const room = 256 * 1024 - '{"a":""}'.length
    assert.deepStrictEqual(problems({ config: { a: "x".repeat(room) } }), [])
    assert.deepStrictEqual(problems({ config: { a: "ü".repeat(room / 2) } }), [])
    for (const a of ["x".repeat(room + 1), "ü".repeat(room / 2 + 1)]) {
      assert.deepStrictEqual(only({ config: { a } }), {
        option: "script.config",
        message: "must be at most 262144 bytes as JSON",
      })
    }
  })
})

describe("script.bundles", () => {
  it("may be functions that load the text", () => {
    assert.deepStrictEqual(problems({ bundles: { full: async () => "start()" } }), [])
  })

  it("may be file paths and URLs, also as strings", () => {
    const url = "file:///srv/cs.iab.js"
    for (const iab of [url, new URL(url), "C:\\cs.js", "C:/cs.js", "/a:b/cs.js"])
      assert.deepStrictEqual(problems({ bundles: { full: "./cs.js", headless: undefined, iab } }), [], String(iab))
  })

  it.each([" ", "https://cdn.example/cs.js", "data:text/javascript,1", new URL("https://cdn.example/cs.js")])(
    "%s is not a file",
    (iab) => {
      assert.deepStrictEqual(only({ bundles: { iab } }), {
        option: "script.bundles.iab",
        message: "must be the path of a file, its file: URL, or a function that loads the text",
      })
    },
  )
})

describe("scriptOptionProblems", () => {
  it("reports all problems together", () => {
    const found = problems({
      path: "cs.js",
      headlessPath: "/init",
      iabPath: "/a:b",
      backendURL: "/api",
      config: { a: 1n, b: Number.NaN },
      bundles: { full: "" },
    })
    assert.deepStrictEqual(options(found), [
      "script.path",
      "script.headlessPath",
      "script.iabPath",
      "script.backendURL",
      "script.config.a",
      "script.config.b",
      "script.bundles.full",
    ])
  })
})
