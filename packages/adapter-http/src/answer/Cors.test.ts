import { compileTrustedOrigins } from "../request/TrustedOrigins.js"
import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { echoKernel } from "../testing/EchoKernel.js"
import { anExchange } from "../testing/PlainRoute.js"
import { type CorsRule, corsHeaders, preflightHeaders, rememberOrigins } from "./Cors.js"

const trusts = compileTrustedOrigins(["shop.example", "*.cdn.example", "app.example:8443", "capacitor://localhost"])

const rules: ReadonlyArray<CorsRule> = ["any-origin", "trusted-origins"]

const trusted = [
  "https://shop.example",
  "http://shop.example",
  "https://www.shop.example",
  "https://shop.example:8080",
  "https://a.b.cdn.example",
  "https://app.example:8443",
  "capacitor://localhost",
  // The same host in another spelling. The browser must get back exactly what it sent.
  "HTTPS://SHOP.EXAMPLE",
  "https://shop.example.",
]

const hostile = [
  "null",
  "",
  "*",
  "shop.example",
  "https://evil.example",
  "https://shop.example.evil.example",
  "https://evilshop.example",
  "https://shop.example@evil.example",
  "https://user:secret@shop.example",
  "https://evil.example#shop.example",
  "https://evil.example?shop.example",
  "https://shop.example\\.evil.example",
  "https://shop.example, https://evil.example",
  "https://shop.example https://evil.example",
  "https://cdn.example",
  "https://app.example",
  "https://app.example:8444",
  "https://app.example:08443x",
  "https://shop.example..",
  "http://localhost",
  "https://sh%6fp.example.evil",
]

const exposed = "x-cs-policy-contract, x-request-id, retry-after"

describe("corsHeaders", () => {
  it.each(trusted)("%s is trusted: reflected as sent, with credentials and the exposed headers", (origin) => {
    for (const rule of rules) {
      assert.deepStrictEqual(corsHeaders(rule, origin, trusts), {
        "access-control-allow-origin": origin,
        "access-control-allow-credentials": "true",
        "access-control-expose-headers": exposed,
      })
    }
  })

  it.each(hostile)("%j is not: no headers, or `*` without credentials on open routes", (origin) => {
    assert.deepStrictEqual(corsHeaders("trusted-origins", origin, trusts), {})
    assert.deepStrictEqual(corsHeaders("any-origin", origin, trusts), {
      "access-control-allow-origin": "*",
      "access-control-expose-headers": exposed,
    })
  })

  it("a request without an origin is answered like an untrusted one", () => {
    assert.deepStrictEqual(corsHeaders("trusted-origins", null, trusts), {})
    assert.deepStrictEqual(corsHeaders("any-origin", null, trusts), corsHeaders("any-origin", "null", trusts))
  })

  it("without trusted origins no origin gets credentials", () => {
    const trustsNone = compileTrustedOrigins([])
    for (const origin of [...trusted, ...hostile]) {
      assert.deepStrictEqual(corsHeaders("trusted-origins", origin, trustsNone), {})
      assert.deepStrictEqual(preflightHeaders("trusted-origins", origin, trustsNone), {})
      assert.notProperty(corsHeaders("any-origin", origin, trustsNone), "access-control-allow-credentials")
    }
  })

  it("whatever the origin, credentials need a trusted one and never go with `*`", () => {
    const text = FastCheck.oneof(
      FastCheck.webUrl(),
      FastCheck.fullUnicodeString(),
      FastCheck.constantFrom(...trusted, ...hostile),
    )
    FastCheck.assert(
      FastCheck.property(text, FastCheck.constantFrom(...rules), (origin, rule) => {
        for (const answer of [corsHeaders(rule, origin, trusts), preflightHeaders(rule, origin, trusts)]) {
          const allowed = answer["access-control-allow-origin"]
          const credentials = answer["access-control-allow-credentials"]
          if (trusts(origin)) assert.deepStrictEqual([allowed, credentials], [origin, "true"])
          else assert.deepStrictEqual([allowed, credentials], [rule === "any-origin" ? "*" : undefined, undefined])
        }
      }),
    )
  })
})

describe("rememberOrigins", () => {
  it("decides the same, however often and in whatever order it is called", () => {
    const recent = rememberOrigins(trusts)
    const origins = FastCheck.array(FastCheck.constantFrom(...trusted, ...hostile))
    FastCheck.assert(
      FastCheck.property(origins, (asked) => assert.deepStrictEqual(asked.map(recent), asked.map(trusts))),
    )
  })

  it("caches the decision about an origin, unless it is too long or was evicted", () => {
    const asked: Array<string> = []
    const recent = rememberOrigins((origin) => asked.push(origin) > 0)
    const long = `https://${"a".repeat(300)}.example`
    for (const origin of ["https://a.example", "https://a.example", long, long]) recent(origin)
    assert.deepStrictEqual(asked, ["https://a.example", long, long])
    for (let i = 0; i < 10_000; i += 1) recent(`https://${i}.example`)
    recent("https://a.example")
    assert.strictEqual(asked.at(-1), "https://a.example")
  })
})

describe("preflightHeaders", () => {
  const lowerNames = (list: string | undefined) => (list ?? "").split(", ").map((name) => name.toLowerCase())

  const clientHeaders = [
    "content-type",
    "authorization",
    "x-request-id",
    "x-cs-version",
    "x-cs-policy-contract",
    "x-cs-country",
    "x-cs-region",
    "x-cs-gpc",
    "x-cs-experiment",
    "x-cs-vendors",
    "sec-gpc",
    "accept-language",
  ]

  it("an open route answers `*` to every origin and allows only reads", () => {
    const { "access-control-allow-headers": headers, ...others } = preflightHeaders("any-origin", "null", trusts)
    assert.deepStrictEqual(others, {
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, HEAD, OPTIONS",
      "access-control-max-age": "86400",
    })
    assert.includeMembers(lowerNames(headers), clientHeaders)
  })

  it("an open route names a trusted origin, with credentials", () => {
    assert.include(preflightHeaders("any-origin", "https://shop.example", trusts), {
      "access-control-allow-origin": "https://shop.example",
      "access-control-allow-credentials": "true",
      "access-control-allow-methods": "GET, HEAD, OPTIONS",
    })
  })

  it("any other route lets trusted origins send every header that a client sends", () => {
    const answer = preflightHeaders("trusted-origins", "https://shop.example", trusts)
    const { "access-control-allow-headers": headers, ...others } = answer
    assert.deepStrictEqual(others, {
      "access-control-allow-origin": "https://shop.example",
      "access-control-allow-credentials": "true",
      "access-control-allow-methods": "GET, POST, PUT, DELETE, PATCH, OPTIONS",
      "access-control-max-age": "86400",
    })
    assert.includeMembers(lowerNames(headers), clientHeaders)
  })

  it.each(hostile)("any other route sends no headers to %j", (origin) => {
    assert.deepStrictEqual(preflightHeaders("trusted-origins", origin, trusts), {})
  })
})

describe("CORS as the kernel answers it (threat: calling the API from a foreign page)", () => {
  const { kernel } = echoKernel()

  const ask = async (method: string, path: string, origin: string | null) => {
    const exchange = anExchange(method, path, origin === null ? {} : { origin })
    const { headers, status } = await kernel(exchange)
    const names = Object.keys(headers).filter((name) => name.startsWith("access-control-"))
    return { status, headers, allowed: headers["access-control-allow-origin"] ?? null, names }
  }

  const evil = "https://evil.example"
  const shop = "https://shop.example"

  it.each(["/init", "/init/", "/api/init", "/api/init/"])("%s is open to any origin", async (path) => {
    for (const method of ["GET", "HEAD", "OPTIONS"]) {
      const answer = await ask(method, path, evil)
      assert.strictEqual(answer.allowed, "*", method)
      assert.notInclude(answer.names, "access-control-allow-credentials")
    }
  })

  it("/init is open whatever its status: a page can read why its request was refused", async () => {
    const refused = await ask("DELETE", "/init", evil)
    assert.deepStrictEqual([refused.status, refused.allowed], [405, "*"])
  })

  it.each([
    "/subjects/init",
    "/INIT",
    "/init/x",
    "/api/api/init",
    "/echo",
    "/echo/init",
    "/keep",
    "/broken",
    "/nowhere",
  ])("%s is silent to an untrusted origin, for whatever it answers", async (path) => {
    for (const method of ["GET", "POST", "DELETE", "OPTIONS"]) {
      for (const origin of [evil, "null"]) {
        assert.deepStrictEqual((await ask(method, path, origin)).names, [], `${method} ${origin}`)
      }
      assert.strictEqual((await ask(method, path, shop)).allowed, shop, method)
    }
  })

  it("every preflight is a 204 without a body, for any path and origin", async () => {
    for (const path of ["/init", "/keep", "/nowhere", "*"]) {
      for (const origin of [evil, shop, null]) assert.strictEqual((await ask("OPTIONS", path, origin)).status, 204)
    }
  })

  it("every answer varies by origin, so no cache serves one page's answer to another", async () => {
    for (const path of ["/init", "/echo", "/keep", "/broken", "/nowhere"]) {
      for (const method of ["GET", "POST", "OPTIONS"]) {
        for (const origin of [evil, shop, null]) {
          const { headers } = await ask(method, path, origin)
          assert.include((headers["vary"] ?? "").split(", "), "Origin", `${method} ${path}`)
        }
      }
    }
  })
})
