import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { compileTrustedOrigins } from "./TrustedOrigins.js"

const trusts = (entries: ReadonlyArray<string>, origin: string): boolean => compileTrustedOrigins(entries)(origin)

describe("trusted origins", () => {
  it.each([
    ["an empty list trusts no origin", [], "https://shop.example", false],
    ["`*` trusts any origin", ["*"], "https://anything.example", true],
    ["`*` trusts the origin that has no name", ["*"], "null", true],
    ["`*` trusts no text that is no origin", ["*"], "anything", false],
    ["`*` trusts no origin that cannot be read", ["*"], "https://a b", false],
    ["a bare host matches any web scheme", ["shop.example"], "http://shop.example", true],
    ["a bare host matches an app scheme", ["shop.example"], "capacitor://shop.example", true],
    ["a web scheme in an entry matches the other web schemes", ["https://shop.example"], "http://shop.example", true],
    [
      "a web scheme in an entry does not match an app scheme",
      ["https://shop.example"],
      "capacitor://shop.example",
      false,
    ],
    ["an app scheme is pinned", ["capacitor://localhost"], "http://localhost", false],
    ["an app scheme matches itself", ["capacitor://localhost"], "capacitor://localhost", true],
    ["an app scheme knows no www equivalence", ["capacitor://app.example"], "capacitor://www.app.example", false],
    ["a port in the entry pins it", ["localhost:3000"], "http://localhost:3001", false],
    ["a port in the entry matches itself", ["localhost:3000"], "http://localhost:3000", true],
    ["the default port of the scheme counts", ["shop.example:443"], "https://shop.example", true],
    ["the default port of another scheme does not", ["shop.example:443"], "http://shop.example", false],
    ["an entry without port matches any", ["shop.example"], "https://shop.example:8443", true],
    ["www is ignored in the origin", ["shop.example"], "https://www.shop.example", true],
    ["www is ignored in the entry", ["www.shop.example"], "https://shop.example", true],
    ["a wildcard matches a subdomain", ["*.example.com"], "https://a.example.com", true],
    ["a wildcard matches any depth", ["*.example.com"], "https://a.b.example.com", true],
    ["a wildcard matches www", ["*.example.com"], "https://www.example.com", true],
    ["a wildcard never matches the apex", ["*.example.com"], "https://example.com", false],
    ["a wildcard never matches a longer name", ["*.example.com"], "https://badexample.com", false],
    ["a wildcard never matches a name that goes on", ["*.example.com"], "https://example.com.evil.com", false],
    ["a wildcard may carry a scheme", ["https://*.example.com"], "https://a.example.com", true],
    ["`www.*` matches nothing", ["www.*"], "https://www.example.com", false],
    ["`www.*.example.com` matches nothing", ["www.*.example.com"], "https://www.a.example.com", false],
    ["the origin `null` is never trusted", ["shop.example", "null"], "null", false],
    ["case does not matter", ["Shop.Example"], "https://SHOP.example", true],
    ["a trailing dot does not matter", ["shop.example"], "https://shop.example.", true],
    ["a Unicode name is its ASCII form", ["bücher.example"], "https://xn--bcher-kva.example", true],
    ["an IPv6 address keeps its brackets", ["[::1]:3000"], "http://[::1]:3000", true],
    ["user information is not a host", ["evil.example"], "https://evil.example@shop.example", false],
    ["an unreadable entry is skipped", ["http://", "shop.example"], "https://shop.example", true],
  ])("%s", (_, entries, origin, expected) => {
    assert.strictEqual(trusts(entries, origin), expected)
  })

  const label = FastCheck.constantFrom("a", "b", "www", "example", "evil", "com", "badexample")
  const host = FastCheck.array(label, { minLength: 1, maxLength: 4 })

  it("a wildcard equals comparing labels one by one from the right", () => {
    const oracle = (parent: ReadonlyArray<string>, name: ReadonlyArray<string>): boolean => {
      if (name.length <= parent.length) return false
      return parent.every((part, i) => name[name.length - parent.length + i] === part)
    }
    FastCheck.assert(
      FastCheck.property(host, host, (parent, name) => {
        assert.strictEqual(trusts([`*.${parent.join(".")}`], `https://${name.join(".")}`), oracle(parent, name))
      }),
      { numRuns: 500 },
    )
  })

  it("an exact entry equals comparing labels without a leading www", () => {
    const bare = (name: ReadonlyArray<string>) =>
      (name[0] === "www" && name.length > 1 ? name.slice(1) : name).join(".")
    FastCheck.assert(
      FastCheck.property(host, host, (entry, name) => {
        assert.strictEqual(trusts([entry.join(".")], `https://${name.join(".")}`), bare(entry) === bare(name))
      }),
      { numRuns: 500 },
    )
  })

  it("adding an entry never removes a match", () => {
    FastCheck.assert(
      FastCheck.property(host, host, host, (one, other, name) => {
        const origin = `https://${name.join(".")}`
        if (trusts([one.join(".")], origin)) assert.isTrue(trusts([other.join("."), one.join(".")], origin))
      }),
    )
  })

  it("handles any text quickly and without throwing", () => {
    const matches = compileTrustedOrigins(["*.example.com", "shop.example:8080"])
    FastCheck.assert(FastCheck.property(FastCheck.fullUnicodeString({ maxLength: 200 }), (text) => void matches(text)))
    for (const part of ["a.", "-", ":", "//", "www.", "[", "%"]) assert.isFalse(matches(`https://${part.repeat(8000)}`))
  })
})
