import { normalizeDomain } from "@consent-service/core/primitives"
import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import type { RequestPlace } from "../request/Target.js"
import { type BackendPlace, backendUrl } from "./BackendUrl.js"

const place: BackendPlace = { backendURL: undefined, basePath: "", routePath: "/cs.js" }

const asked = (more: Partial<RequestPlace> = {}): RequestPlace => ({
  scheme: "https",
  host: "consent.example",
  path: "/cs.js",
  mount: "",
  ...more,
})

const hostileHosts = [
  null,
  "",
  " ",
  "a b",
  'a"><script>',
  "good.example, evil.example",
  "user@evil.example",
  "user:secret@evil.example",
  "evil.example/path",
  "evil.example?x",
  "evil.example#x",
  "evil.example\\x",
  "evil.example:",
  "evil.example:0",
  "evil.example:65536",
  "evil%2eexample",
  "evil..example",
  "-evil.example",
  "0x7f.1",
  "1",
  "[::1",
  "::1",
  "evil.example\r\nx-header: 1",
  `${"a".repeat(254)}`,
]

describe("the address embedded in a script", () => {
  it("is script.backendURL when that is set, whatever the request", () => {
    const configured = { ...place, backendURL: "https://cdn.example/consent", basePath: "/api/cs" }
    for (const host of ["other.example", ...hostileHosts]) {
      assert.strictEqual(backendUrl(configured, asked({ host })), "https://cdn.example/consent")
    }
  })

  it("never ends in a slash", () => {
    assert.strictEqual(backendUrl({ ...place, backendURL: "https://cdn.example/" }, asked()), "https://cdn.example")
    assert.strictEqual(
      backendUrl({ ...place, backendURL: "https://cdn.example/a//" }, asked()),
      "https://cdn.example/a",
    )
    assert.strictEqual(backendUrl(place, asked()), "https://consent.example")
    assert.strictEqual(backendUrl(place, asked({ path: "//cs.js" })), "https://consent.example")
    assert.strictEqual(backendUrl(place, asked({ path: "/cs.js/" })), "https://consent.example")
  })

  it("otherwise is the request's origin and basePath, whether the request has the prefix or not", () => {
    const mounted = { ...place, basePath: "/api/cs" }
    for (const path of ["/api/cs/cs.js", "/cs.js", "/api/cs/cs.js/"]) {
      assert.strictEqual(backendUrl(mounted, asked({ path })), "https://consent.example/api/cs")
    }
  })

  it("without a basePath is the request's path without the route's", () => {
    assert.strictEqual(backendUrl(place, asked({ path: "/some/mount/cs.js" })), "https://consent.example/some/mount")
    const moved = { ...place, routePath: "/assets/consent.js" }
    assert.strictEqual(backendUrl(moved, asked({ path: "/mount/assets/consent.js" })), "https://consent.example/mount")
  })

  it.each([
    ["http", "localhost:3000", "http://localhost:3000"],
    ["https", "consent.example:8443", "https://consent.example:8443"],
    ["http", "consent.example:80", "http://consent.example"],
    ["https", "consent.example:443", "https://consent.example"],
    ["https", "consent.example:80", "https://consent.example:80"],
    ["http", "[::1]:3000", "http://[::1]:3000"],
    ["http", "[::80]", "http://[::80]"],
    ["http", "127.0.0.1:3000", "http://127.0.0.1:3000"],
    ["https", "Consent.EXAMPLE.", "https://consent.example"],
    ["https", "bücher.example", "https://xn--bcher-kva.example"],
    ["http", "my_host", "http://my_host"],
  ] as const)("says the scheme and host of the request: %s, %s", (scheme, host, expected) => {
    assert.strictEqual(backendUrl(place, asked({ scheme, host })), expected)
  })

  it.each(hostileHosts)("is missing for an invalid host: %j", (host) => {
    assert.isNull(backendUrl(place, asked({ host })))
    assert.isNull(backendUrl({ ...place, basePath: "/api" }, asked({ host })))
  })

  const hostText = FastCheck.oneof(
    FastCheck.domain(),
    FastCheck.ipV4(),
    FastCheck.ipV6().map((address) => `[${address}]`),
    FastCheck.stringOf(FastCheck.constantFrom(..."aZ09.-_:[]@/\\?#%<>\"' \r\nü。"), { maxLength: 12 }),
    FastCheck.fullUnicodeString({ maxLength: 12 }),
  )
  const port = FastCheck.option(FastCheck.integer({ min: 0, max: 70_000 }))
  const hosts = FastCheck.tuple(hostText, port).map(([host, n]) => (n === null ? host : `${host}:${n}`))

  it("for any host: an origin of exactly that scheme and host, or none for a host that a consent's domain rejects", () => {
    FastCheck.assert(
      FastCheck.property(hosts, FastCheck.constantFrom("http" as const, "https" as const), (host, scheme) => {
        const url = backendUrl(place, asked({ host, scheme }))
        const domain = normalizeDomain(host)
        assert.strictEqual(url === null, domain === null)
        if (url === null || domain === null) return
        assert.match(url, /^https?:\/\/[a-z0-9._:[\]-]+$/)
        assert.strictEqual(url, new URL(url).origin)
        assert.strictEqual(new URL(url).host, new URL(`${scheme}://${domain}`).host)
        assert.strictEqual(new URL(url).protocol, `${scheme}:`)
      }),
      { numRuns: 600 },
    )
  })

  it("for any mount: the address plus the route's path is the requested path", () => {
    const segment = FastCheck.stringOf(FastCheck.constantFrom(..."ab.-%20"), { minLength: 1 })
    const mounts = FastCheck.array(segment).map((segments) => segments.map((part) => `/${part}`).join(""))
    FastCheck.assert(
      FastCheck.property(mounts, mounts, (mount, inner) => {
        const routePath = `${inner}/cs.js`
        const url = backendUrl({ ...place, routePath }, asked({ path: `${mount}${routePath}` }))
        assert.strictEqual(`${url}${routePath}`, `https://consent.example${mount}${routePath}`)
      }),
    )
  })
})
