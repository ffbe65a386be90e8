import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import type { Lookup } from "./Target.js"
import { type AddressPolicy, compileAddresses, defaultAddressHeaders } from "./ClientAddress.js"

const policy: AddressPolicy = { tracking: true, masking: true, headers: defaultAddressHeaders, trustedProxies: null }
const bare: AddressPolicy = { ...policy, masking: false }

const clientAddress = (using: AddressPolicy, header: Lookup, peer: string | null): string | null =>
  compileAddresses(using).stored({ header, peer })

const kept = (value: string, using: AddressPolicy = policy, name = "x-forwarded-for"): string | null =>
  clientAddress(using, (asked) => (asked === name ? value : null), null)

const octet = FastCheck.integer({ min: 0, max: 255 })
const group = FastCheck.integer({ min: 0, max: 0xffff })

describe("clientAddress", () => {
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
    "%j is not an address and never kept",
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

  it("without a header, the peer address counts", () => {
    assert.strictEqual(
      clientAddress(policy, () => null, "::ffff:127.0.0.1"),
      "::ffff:127.0.0.0",
    )
  })

  it("`tracking: false` stores no address", () => {
    assert.isNull(kept("203.0.113.77", { ...policy, tracking: false }))
  })

  it("equal /24 if and only if equal masked IPv4", () => {
    const four = FastCheck.tuple(octet, octet, octet, octet)
    FastCheck.assert(
      FastCheck.property(four, four, (a, b) => {
        const same = a.slice(0, 3).join() === b.slice(0, 3).join()
        assert.strictEqual(kept(a.join(".")) === kept(b.join(".")), same)
      }),
    )
  })

  it("all spellings of an IPv6 address mask alike, and masking twice changes nothing", () => {
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

  it("stores nothing but an address, whatever the string", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.fullUnicodeString(), (text) => {
        const result = kept(text)
        assert.isTrue(result === null || /^[0-9a-f:.]+$/.test(result))
      }),
    )
  })
})

describe("network", () => {
  const network = (peer: string | null, headers: Readonly<Record<string, string>> = {}) =>
    compileAddresses(policy).network({ header: (name) => headers[name] ?? null, peer })

  it.each([
    ["203.0.113.77", "203.0.113.77", null],
    ["::ffff:203.0.113.77", "203.0.113.77", null],
    ["::ffff:cb00:714d", "203.0.113.77", null],
    ["2001:db8:85a3:1::8a2e:370:7334", "2001:db8:85a3:1::/64", "2001:db8:85a3::/48"],
    ["2001:DB8:85A3:0001:ffff::", "2001:db8:85a3:1::/64", "2001:db8:85a3::/48"],
  ])("%s is in %s", (peer, own, wider) => {
    assert.deepStrictEqual(network(peer), { own, wider, mayBeProxy: false })
  })

  it("is never what a client claims, where no proxies are configured", () => {
    const claims = Object.fromEntries(defaultAddressHeaders.map((name) => [name, "198.51.100.1"]))
    assert.strictEqual(network("203.0.113.7", claims)?.own, "203.0.113.7")
    assert.isNull(network(null, claims))
    assert.isNull(network("unknown", claims))
  })

  it.each(["127.0.0.1", "::1", "10.1.2.3", "172.16.0.9", "192.168.7.7", "::ffff:10.0.0.1", "fd00::1", "100.64.0.1"])(
    "%s may be a proxy that was not named",
    (peer) => {
      assert.isTrue(network(peer)?.mayBeProxy)
      const addresses = compileAddresses(policy)
      const arrives = (headers: Readonly<Record<string, string>>, from: string | null) =>
        addresses.hasUnnamedProxy({ header: (name) => headers[name] ?? null, peer: from })
      assert.isTrue(arrives({ "x-forwarded-for": "203.0.113.7" }, peer))
      assert.isTrue(arrives({ forwarded: "for=203.0.113.7" }, peer))
      assert.isTrue(arrives({ forwarded: "for=203.0.113.7" }, null))
      assert.isFalse(arrives({}, peer))
      assert.isFalse(arrives({ "x-forwarded-for": "203.0.113.7" }, "198.51.100.1"))
    },
  )

  it("addresses share a network exactly when their first 64 bits are equal", () => {
    const groups = FastCheck.array(FastCheck.constantFrom(0, 1, 0x2001, 0xffff), { minLength: 8, maxLength: 8 })
    FastCheck.assert(
      FastCheck.property(groups, groups, (a, b) => {
        const text = (parts: ReadonlyArray<number>) => parts.map((part) => part.toString(16)).join(":")
        FastCheck.pre([a, b].every(([first]) => first !== 0))
        const [one, other] = [network(text(a)), network(text(b))]
        assert.strictEqual(one?.own === other?.own, a.slice(0, 4).join() === b.slice(0, 4).join())
        assert.strictEqual(one?.wider === other?.wider, a.slice(0, 3).join() === b.slice(0, 3).join())
      }),
    )
  })
})

describe("a host with its own proxy setting", () => {
  const headers: Readonly<Record<string, string>> = { "x-client-ip": "192.0.2.1", "x-forwarded-for": "192.0.2.2" }
  const origin = { header: (name: string) => headers[name] ?? null, peer: "10.0.0.1", client: "203.0.113.7" }

  it("decides which address is stored and counted, whatever clients claim", () => {
    const addresses = compileAddresses(bare)
    assert.strictEqual(addresses.stored(origin), "203.0.113.7")
    assert.deepInclude(addresses.network(origin), { mayBeProxy: false })
    assert.deepStrictEqual(addresses.network(origin), addresses.network({ ...origin, peer: null }))
    assert.isFalse(addresses.hasUnnamedProxy(origin))
  })

  it("yields to the service's own trustedProxies", () => {
    const { stored } = compileAddresses({ ...bare, headers: ["x-forwarded-for"], trustedProxies: 1 })
    assert.strictEqual(stored(origin), "192.0.2.2")
  })

  it("an invalid address from the host is neither stored nor counted", () => {
    const addresses = compileAddresses(bare)
    const unknown = { ...origin, client: "unknown" }
    assert.deepStrictEqual([addresses.stored(unknown), addresses.network(unknown)], [null, null])
  })
})
