import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { normalizeDomain } from "./Domain.js"

const long = `${"a".repeat(63)}.`.repeat(4)

describe("a save's domain", () => {
  it.each([
    ["Shop.Example", "shop.example"],
    ["shop.example:8443", "shop.example:8443"],
    ["shop.example:80", "shop.example:80"],
    ["localhost:3000", "localhost:3000"],
    ["127.0.0.1", "127.0.0.1"],
    ["[::1]:3000", "[::1]:3000"],
    ["[2001:DB8::0:1]", "[2001:db8::1]"],
    ["my_shop.example", "my_shop.example"],
    ["shop.example.", "shop.example"],
    ["_dmarc.shop-1.example", "_dmarc.shop-1.example"],
    ["Bücher.example", "xn--bcher-kva.example"],
    [long.slice(0, 253), long.slice(0, 253)],
    ["shop.example:1", "shop.example:1"],
    ["shop.example:65535", "shop.example:65535"],
    ["shop.example:00080", "shop.example:80"],
    ["127.0.0.1.", "127.0.0.1"],
    ["127.0.0.12:80", "127.0.0.12:80"],
    ["a.b-c.example", "a.b-c.example"],
  ])("%s is kept as %s", (sent, expected) => {
    assert.strictEqual(normalizeDomain(sent), expected)
  })

  it.each([
    "",
    " ",
    "https://shop.example",
    "shop.example/path",
    "user@shop.example",
    "shop example",
    "shop.example:",
    "shop.example:0",
    "shop.example:65536",
    "shop.example:80a",
    "shop..example",
    ".example",
    "1",
    "0x7f.1",
    "127.0.0.256",
    "[::1",
    "%73hop.example",
    "shop.example\n",
    "*.example",
    "a'b.example",
    'a"b',
    "a;b",
    "(c).example",
    "a+b",
    "~",
    "-shop.example",
    "shop-.example",
    `${"a".repeat(64)}.example`,
    `${long}a`,
    "evil.example:80:80",
    ":80",
    ".",
    "shop.example:+80",
    "shop.example:80 ",
    "shop.example:000080",
    "0x7f.0.0.12",
    "127.1",
    "a.1.2.3.4",
    "xn--a.example",
    "xn--.example",
    // Characters that a name in ASCII does not have, and ones that it has many more of.
    `${"\u00ad".repeat(300)}shop.example`,
    `${"ü.".repeat(60)}example`,
    "[::1]:80:80",
  ])("%j is refused", (sent) => {
    assert.isNull(normalizeDomain(sent))
  })

  it("is idempotent; lower-case, ASCII, at most 253 characters", () => {
    const label = FastCheck.stringMatching(/^[a-zA-Z0-9äöüéß_-]{1,12}$/)
    const host = FastCheck.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join("."))
    FastCheck.assert(
      FastCheck.property(FastCheck.oneof(host, FastCheck.fullUnicodeString()), (text) => {
        const domain = normalizeDomain(text)
        if (domain === null) return
        assert.strictEqual(normalizeDomain(domain), domain)
        assert.match(domain, /^[\x21-\x7e]{1,253}$/)
        assert.strictEqual(domain, domain.toLowerCase())
      }),
    )
  })

  it("an ordinary host equals the result of a URL parser", () => {
    const label = FastCheck.stringMatching(/^[a-z0-9_]([a-z0-9_-]{0,8}[a-z0-9_])?$/)
    const last = FastCheck.stringMatching(/^[a-z]([a-z-]{0,8}[a-z])?$/)
    const host = FastCheck.tuple(FastCheck.array(label, { maxLength: 4 }), last)
    FastCheck.assert(
      FastCheck.property(host, ([labels, end]) => {
        const text = [...labels, end].join(".")
        const parsed = URL.canParse(`http://${text}`) ? new URL(`http://${text}`).hostname : null
        assert.strictEqual(normalizeDomain(text), parsed)
      }),
      { numRuns: 1_000 },
    )
  })
})
