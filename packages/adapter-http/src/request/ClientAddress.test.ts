import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { type AddressPolicy, clientAddress, defaultAddressHeaders, networkPrefix } from "./ClientAddress.js"

const policy: AddressPolicy = { tracking: true, masking: true, headers: defaultAddressHeaders }
const bare: AddressPolicy = { ...policy, masking: false }

const kept = (value: string, using: AddressPolicy = policy, name = "x-forwarded-for"): string | null =>
  clientAddress(using, (asked) => (asked === name ? value : null), null)

const octet = FastCheck.integer({ min: 0, max: 255 })
const group = FastCheck.integer({ min: 0, max: 0xffff })

describe("clientAddress (contract decisions 19 and 44)", () => {
  it.each([
    ["203.0.113.77", "203.0.113.0"],
    ["203.0.113.77:8080", "203.0.113.0"],
    ["203.0.113.77, 10.0.0.1", "203.0.113.0"],
    ["2001:db8:85a3::8a2e:370:7334", "2001:db8:85a3::"],
    ["[2001:db8:85a3::1]:443", "2001:db8:85a3::"],
    ["fe80::1%eth0", "fe80::"],
    ["::ffff:192.168.1.100", "::ffff:192.168.1.0"],
    ["::ffff:c0a8:164", "::ffff:192.168.1.0"],
  ])("%s is kept as %s", (sent, expected) => {
    assert.strictEqual(kept(sent), expected)
  })

  it.each(["not-an-ip", "", "1.2.3", "1.2.3.4.5", "0x7f.0.0.1", "2130706433", "1.2.3.4; drop", "256.1.1.1", "unknown"])(
    "%j is no address and never kept",
    (sent) => {
      assert.isNull(kept(sent))
      assert.isNull(kept(sent, bare))
    },
  )

  it.each([
    ["for=192.0.2.60;proto=http;by=203.0.113.43", "192.0.2.0"],
    ['for="[2001:db8:cafe::17]:4711"', "2001:db8:cafe::"],
    ["proto=https; For=192.0.2.43, for=198.51.100.17", "192.0.2.0"],
    ["for=_hidden", null],
  ])("RFC 7239: %s", (sent, expected) => {
    assert.strictEqual(kept(sent, policy, "forwarded"), expected)
  })

  it("the first listed header that holds a valid address wins", () => {
    const headers: Readonly<Record<string, string>> = {
      "x-client-ip": "garbage",
      "x-forwarded-for": "198.51.100.1",
      "x-real-ip": "192.0.2.1",
    }
    assert.strictEqual(
      clientAddress(bare, (name) => headers[name] ?? null, "127.0.0.1"),
      "198.51.100.1",
    )
  })

  it("without a header, the connection's other end counts", () => {
    assert.strictEqual(
      clientAddress(policy, () => null, "::ffff:127.0.0.1"),
      "::ffff:127.0.0.0",
    )
  })

  it("`tracking: false` keeps nothing (P25)", () => {
    assert.isNull(kept("203.0.113.77", { ...policy, tracking: false }))
  })

  it("equal /24 if and only if equal masked IPv4 (P21)", () => {
    const four = FastCheck.tuple(octet, octet, octet, octet)
    FastCheck.assert(
      FastCheck.property(four, four, (a, b) => {
        const same = a.slice(0, 3).join() === b.slice(0, 3).join()
        assert.strictEqual(kept(a.join(".")) === kept(b.join(".")), same)
      }),
    )
  })

  it("an IPv6 address masks the same in every spelling, and masking twice changes nothing (P20, P22)", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
        const plain = groups.map((part) => part.toString(16)).join(":")
        const padded = groups.map((part) => part.toString(16).padStart(4, "0").toUpperCase()).join(":")
        const masked = kept(plain)
        assert.strictEqual(kept(`[${padded}]:1`), masked)
        assert.strictEqual(kept(masked ?? ""), masked)
      }),
    )
  })

  it("of any text, only an address survives (P24)", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.fullUnicodeString(), (text) => {
        const result = kept(text)
        assert.isTrue(result === null || /^[0-9a-f:.]+$/.test(result))
      }),
    )
  })
})

describe("networkPrefix", () => {
  const network = (sent: string | null, peer: string | null = null): string | null =>
    networkPrefix(defaultAddressHeaders, (asked) => (asked === "x-forwarded-for" ? sent : null), peer)

  it.each([
    ["203.0.113.77", "203.0.113.0"],
    ["::ffff:203.0.113.78", "203.0.113.0"],
    ["::ffff:cb00:7101", "203.0.113.0"],
    ["2001:db8:85a3:1::8a2e:370:7334", "2001:db8:85a3::"],
    ["unknown", null],
  ])("%s is in %s", (sent, expected) => {
    assert.strictEqual(network(sent), expected)
  })

  it("without a header, the connection's other end counts", () => {
    assert.strictEqual(network(null, "::ffff:198.51.100.9"), "198.51.100.0")
    assert.isNull(network(null))
  })

  it("is never what a client merely claims: the connection's other end, where no header was named", () => {
    const behind = (headers: Readonly<Record<string, string>>, peer: string | null): string | null =>
      networkPrefix(null, (name) => headers[name] ?? null, peer)
    const claims = Object.fromEntries(defaultAddressHeaders.map((name) => [name, "198.51.100.1"]))
    assert.strictEqual(behind(claims, "203.0.113.7"), "203.0.113.0")
    assert.isNull(behind(claims, null))
    assert.isNull(behind(claims, "unknown"))
    for (const proxy of ["127.0.0.1", "::1", "10.1.2.3", "172.16.0.9", "192.168.7.7", "::ffff:10.0.0.1", "fd00::1"]) {
      const seen = { ...claims, "x-forwarded-for": "198.51.100.1, 203.0.113.7" }
      assert.strictEqual(behind(seen, proxy), "203.0.113.0", proxy)
    }
    assert.strictEqual(behind({}, "10.1.2.3"), "10.1.2.0")
    assert.strictEqual(behind({ "x-forwarded-for": "198.51.100.1, unknown" }, "10.1.2.3"), "10.1.2.0")
  })

  it("is the masked address, except for what spells IPv4 as IPv6", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.oneof(FastCheck.ipV4(), FastCheck.ipV6()), (sent) => {
        const address = kept(sent)
        assert.strictEqual(network(sent), address?.replace(/^::ffff:(?=\d+\.)/, "") ?? null)
      }),
    )
  })
})
