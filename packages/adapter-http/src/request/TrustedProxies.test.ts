import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { addressText, parseAddress } from "./Address.js"
import { type AddressPolicy, compileAddresses, forwardedHeaders } from "./ClientAddress.js"
import type { TrustedProxies } from "./TrustedProxies.js"

type Headers = Readonly<Record<string, string>>

const behind = (
  trustedProxies: TrustedProxies,
  { headers = {}, peer = null }: { readonly headers?: Headers; readonly peer?: string | null },
  named: Partial<AddressPolicy> = {},
) => {
  const policy = { tracking: true, masking: false, headers: forwardedHeaders, trustedProxies, ...named }
  const addresses = compileAddresses(policy)
  const origin = { header: (name: string) => headers[name] ?? null, peer }
  return { stored: addresses.stored(origin), counted: addresses.network(origin)?.own ?? null }
}

const same = (address: string | null) => ({ stored: address, counted: address })

/** Addresses of all kinds; no two of them share a network. */
const places = ["203.0.113.7", "198.51.100.9", "10.1.2.3", "192.168.7.7", "127.0.0.1", "100.64.0.1", "172.32.0.1"]
const nearPlaces: ReadonlyArray<string> = ["10.1.2.3", "192.168.7.7", "127.0.0.1", "100.64.0.1"]
const noAddresses = ["unknown", "", " ", "1.2.3", "_hidden", "1.2.3.4.5"]

/** A naive model of trust: every hop has a verdict, and every verdict is looked up from the left. */
const oracle = (
  trusted: (hop: number, place: string | null) => boolean,
  peer: string | null,
  sent: ReadonlyArray<string>,
) => {
  const hops = [...sent.map((entry) => (places.includes(entry) ? entry : "garbage")), peer]
  const hopOf = (i: number) => hops.length - 1 - i
  // The hop that supplies an entry: all hops to the right of it are trusted proxies with an address.
  const reachable = hops.map((_, i) =>
    hops.every((place, j) => j <= i || (place !== "garbage" && trusted(hopOf(j), place))),
  )
  const leftMost = reachable.indexOf(true)
  const client = hops[leftMost] ?? null
  if (client !== "garbage") return same(client)
  return { stored: null, counted: hops[leftMost + 1] ?? null }
}

const anyPeer = FastCheck.constantFrom(null, ...places)
const anyEntries = FastCheck.array(FastCheck.constantFrom(...places, ...places, ...noAddresses), { maxLength: 5 })

/** A header of only blanks has no entries. */
const sentIn = (
  name: string,
  entries: ReadonlyArray<string>,
): { readonly headers: Headers; readonly entries: ReadonlyArray<string> } => {
  const value = entries.join(", ")
  return value.trim() === "" ? { headers: { [name]: value }, entries: [] } : { headers: { [name]: value }, entries }
}

describe("trustedProxies (threat: forging the client's address)", () => {
  const agrees = (proxies: TrustedProxies, trusted: (hop: number, place: string | null) => boolean) =>
    FastCheck.assert(
      FastCheck.property(anyPeer, anyEntries, (peer, sent) => {
        const { entries, headers } = sentIn("x-forwarded-for", sent)
        assert.deepStrictEqual(behind(proxies, { headers, peer }), oracle(trusted, peer, entries))
      }),
      { numRuns: 500 },
    )

  it.each([0, 1, 2, 3])("agrees with the naive model for %d hops", (hops) => {
    agrees(hops, (hop) => hop < hops)
  })

  it("agrees with the naive model for private proxies", () => {
    agrees("private", (_, place) => place !== null && nearPlaces.includes(place))
  })

  it("agrees with the naive model for networks", () => {
    const trusted = ["203.0.113.7", "10.1.2.3", "127.0.0.1"]
    agrees(["203.0.113.0/24", "10.0.0.0/8", "127.0.0.1"], (_, place) => place !== null && trusted.includes(place))
  })

  it.each<TrustedProxies>([1, 2, "private", ["10.0.0.0/8"]])(
    "whatever a client writes to the left of what its proxy saw changes nothing (%j)",
    (proxies) => {
      FastCheck.assert(
        FastCheck.property(FastCheck.fullUnicodeString(), FastCheck.boolean(), (forged, rfc7239) => {
          const [name, entry] = rfc7239 ? ["forwarded", "for="] : ["x-forwarded-for", ""]
          const seen = `${entry}203.0.113.7${proxies === 2 ? `, ${entry}10.9.9.9` : ""}`
          const headers = { [name]: `${forged}, ${seen}` }
          assert.deepStrictEqual(behind(proxies, { headers, peer: "10.1.2.3" }), same("203.0.113.7"))
        }),
      )
    },
  )

  it("0 hops, or an empty list of networks, trusts nothing: the connection is the client", () => {
    const headers = { "x-forwarded-for": "198.51.100.9", forwarded: "for=198.51.100.9" }
    assert.deepStrictEqual(behind(0, { headers, peer: "10.1.2.3" }), same("10.1.2.3"))
    assert.deepStrictEqual(behind([], { headers, peer: "10.1.2.3" }), same("10.1.2.3"))
    assert.deepStrictEqual(behind(0, { headers }), same(null))
  })

  it("with fewer entries than hops, the left-most entry counts, or the connection if there are none", () => {
    const headers = { "x-forwarded-for": "203.0.113.7, 10.0.0.1" }
    assert.deepStrictEqual(behind(5, { headers, peer: "10.1.2.3" }), same("203.0.113.7"))
    assert.deepStrictEqual(behind(5, { peer: "10.1.2.3" }), same("10.1.2.3"))
  })

  it("stops at an invalid entry: nothing is stored, and the last proxy is counted", () => {
    const headers = { "x-forwarded-for": "203.0.113.7, unknown, 10.0.0.1" }
    assert.deepStrictEqual(behind(3, { headers, peer: "10.1.2.3" }), { stored: null, counted: "10.0.0.1" })
    assert.deepStrictEqual(behind(2, { headers, peer: null }), { stored: null, counted: "10.0.0.1" })
    assert.deepStrictEqual(behind(1, { headers: { forwarded: "for=_hidden" }, peer: "10.1.2.3" }), {
      stored: null,
      counted: "10.1.2.3",
    })
  })

  it("reads only the named headers, else X-Forwarded-For, else Forwarded", () => {
    const headers = {
      "x-client-ip": "192.0.2.1",
      "cf-connecting-ip": "192.0.2.2",
      "x-forwarded-for": "192.0.2.3",
      forwarded: "for=192.0.2.4",
    }
    const { "x-forwarded-for": _, ...withoutList } = headers
    assert.strictEqual(behind(1, { headers }).stored, "192.0.2.3")
    assert.strictEqual(behind(1, { headers: withoutList }).stored, "192.0.2.4")
    assert.strictEqual(behind(1, { headers }, { headers: ["cf-connecting-ip"] }).stored, "192.0.2.2")
    assert.strictEqual(behind(1, { headers, peer: "10.1.2.3" }, { headers: ["x-real-ip"] }).stored, "10.1.2.3")
  })

  it("an IPv4-mapped address is the IPv4 address, in networks and as the client", () => {
    const headers = { "x-forwarded-for": "::ffff:203.0.113.7" }
    for (const proxies of ["private", ["10.0.0.0/8"], ["::ffff:10.0.0.0/104"]] satisfies ReadonlyArray<TrustedProxies>)
      assert.deepStrictEqual(behind(proxies, { headers, peer: "::ffff:10.1.2.3" }), {
        stored: "::ffff:203.0.113.7",
        counted: "203.0.113.7",
      })
  })

  it("counts an IPv6 client in its /64 and its /48", () => {
    const policy = { tracking: true, masking: true, headers: forwardedHeaders, trustedProxies: 1 }
    const origin = { header: () => "2001:db8:1:2:3:4:5:6", peer: "::1" }
    assert.deepStrictEqual(compileAddresses(policy).network(origin), {
      own: "2001:db8:1:2::/64",
      wider: "2001:db8:1::/48",
      mayBeProxy: false,
    })
  })
})

describe("Forwarded (RFC 7239) behind a trusted proxy", () => {
  it.each([
    ["for=192.0.2.60;proto=http;by=203.0.113.43", "192.0.2.60"],
    ['for="[2001:db8:cafe::17]:4711"', "2001:db8:cafe::17"],
    ["For=192.0.2.43, FOR=198.51.100.17", "198.51.100.17"],
    ['for=192.0.2.43;host="a,b;for=6.6.6.6"', "192.0.2.43"],
    ['host="x, for=6.6.6.6";for=192.0.2.43', "192.0.2.43"],
    ['host="\\", for=6.6.6.6";for=192.0.2.43', "192.0.2.43"],
    ['for="6.6.6.6, for=192.0.2.43', "192.0.2.43"],
    ["for=192.0.2.43;for=6.6.6.6", null],
    ["proto=https", null],
    ["192.0.2.43", null],
    ["for=unknown", null],
  ])("%s comes from %s", (forwarded, expected) => {
    assert.strictEqual(behind(1, { headers: { forwarded }, peer: "10.1.2.3" }).stored, expected)
  })
})

it("the addresses of the naive model are in canonical form", () => {
  for (const place of places) {
    const address = parseAddress(place)
    assert.strictEqual(address === null ? null : addressText(address, false), place)
  }
})
