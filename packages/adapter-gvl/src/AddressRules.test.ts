import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import { isPublicAddress, redirectTarget, systemHostLookup } from "./AddressRules.js"

const far = new URL("https://lists.example/v3/list.json")
const near = new URL("http://127.0.0.1:9000/list.json")

const follow = (location: string, endpoint = far, from = endpoint) =>
  Either.match(redirectTarget(location, from, endpoint), {
    onLeft: () => null,
    onRight: ({ lookUp, url }) => [url.href, lookUp],
  })

describe("a redirect from a public endpoint (threat: a hostile vendor-list host)", () => {
  it.each<[string, string, [string, string | null]]>([
    ["on the same host needs no look-up", "/v4/list.json", ["https://lists.example/v4/list.json", null]],
    [
      "to another host, once its addresses are known",
      "https://cdn.example/l",
      ["https://cdn.example/l", "cdn.example"],
    ],
    ["without a scheme", "//cdn.example/l", ["https://cdn.example/l", "cdn.example"]],
    ["with a dot at the end of the name", "https://cdn.example./l", ["https://cdn.example./l", "cdn.example"]],
    ["to a public address", "https://93.184.216.34/l", ["https://93.184.216.34/l", null]],
    ["to a public IPv6 address", "https://[2606:2800:220::1]/l", ["https://[2606:2800:220::1]/l", null]],
  ])("may lead %s", (_, location, expected) => {
    assert.deepStrictEqual(follow(location), expected)
  })

  it.each([
    ["http", "http://cdn.example/l"],
    ["http on the same host", "http://lists.example/l"],
    ["a file", "file:///etc/passwd"],
    ["data", "data:application/json,{}"],
    ["credentials", "https://u:p@cdn.example/l"],
    ["no address", "https://"],
    ["loopback", "https://127.0.0.1/l"],
    ["loopback over http", "http://127.0.0.1/l"],
    ["loopback by another number", "https://127.9.9.9/l"],
    ["loopback in hexadecimal", "https://0x7f000001/l"],
    ["loopback in octal", "https://0177.0.0.1/l"],
    ["loopback in one number", "https://2130706433/l"],
    ["loopback, shortened", "https://127.1/l"],
    ["loopback in IPv6", "https://[::1]/l"],
    ["loopback, mapped", "https://[::ffff:127.0.0.1]/l"],
    ["loopback, translated", "https://[64:ff9b::7f00:1]/l"],
    ["loopback, tunnelled", "https://[2002:7f00:1::]/l"],
    ["loopback by name", "https://localhost/l"],
    ["loopback by a name below", "https://a.localhost/l"],
    ["loopback by name with a dot", "https://localhost./l"],
    ["this network", "https://0.0.0.0/l"],
    ["a private network", "https://10.0.0.1/l"],
    ["another", "https://172.16.0.1/l"],
    ["a third", "https://192.168.1.1/l"],
    ["a cloud's metadata", "https://169.254.169.254/l"],
    ["a cloud's metadata by name", "https://metadata.google.internal/l"],
    ["a carrier's network", "https://100.64.0.1/l"],
    ["a private IPv6 network", "https://[fd00::1]/l"],
    ["an IPv6 link", "https://[fe80::1]/l"],
    ["an old site-local address", "https://[fec0::1]/l"],
    ["many", "https://224.0.0.1/l"],
    ["broadcast", "https://255.255.255.255/l"],
    ["a name of this network only", "https://printer/l"],
    ["a name of this network by mDNS", "https://printer.local/l"],
  ])("never leads to %s", (_, location) => {
    assert.isNull(follow(location))
  })
})

describe("a redirect from an endpoint on this machine", () => {
  it.each([
    ["this machine", "http://localhost:9001/l", ["http://localhost:9001/l", null]],
    ["the internet", "https://cdn.example/l", ["https://cdn.example/l", "cdn.example"]],
  ])("may lead to %s", (_, location, expected) => {
    assert.deepStrictEqual(follow(location, near), expected)
  })

  it.each([
    ["a private network", "http://10.0.0.1/l"],
    ["a private network over https", "https://10.0.0.1/l"],
    ["a cloud's metadata", "http://169.254.169.254/latest/meta-data"],
    ["the internet over http", "http://cdn.example/l"],
  ])("never leads to %s", (_, location) => {
    assert.isNull(follow(location, near))
  })
})

it("each hop is judged against the endpoint, not against the previous hop", () => {
  assert.isNull(follow("http://127.0.0.1/l", far, near))
  assert.isNull(follow("/l", far, near))
})

describe("a public address", () => {
  it("any other IPv4 address is public", () => {
    const inside = (address: number, [network, bits]: readonly [string, number]) => {
      const [a = 0, b = 0, c = 0, d = 0] = network.split(".").map(Number)
      const size = 2 ** (32 - bits)
      return Math.floor(address / size) === Math.floor((((a * 256 + b) * 256 + c) * 256 + d) / size)
    }
    const special: ReadonlyArray<readonly [string, number]> = [
      ["0.0.0.0", 8],
      ["10.0.0.0", 8],
      ["100.64.0.0", 10],
      ["127.0.0.0", 8],
      ["169.254.0.0", 16],
      ["172.16.0.0", 12],
      ["192.0.0.0", 24],
      ["192.168.0.0", 16],
      ["198.18.0.0", 15],
      ["224.0.0.0", 4],
      ["240.0.0.0", 4],
    ]
    const any = FastCheck.integer({ min: 0, max: 2 ** 32 - 1 })
    const starts = special.map(([network, bits]) => ({ network, size: 2 ** (32 - bits) }))
    const edges = FastCheck.constantFrom(...starts).chain(({ network, size }) => {
      const [a = 0, b = 0, c = 0, d = 0] = network.split(".").map(Number)
      const first = ((a * 256 + b) * 256 + c) * 256 + d
      return FastCheck.constantFrom(first - 1, first, first + size - 1, first + size)
    })
    const valid = edges.filter((address) => address >= 0 && address < 2 ** 32)
    FastCheck.assert(
      FastCheck.property(FastCheck.oneof(any, valid), (address) => {
        const text = [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join(".")
        if (special.some((range) => inside(address, range))) assert.isFalse(isPublicAddress(text), text)
        assert.isFalse(isPublicAddress(`::ffff:${text}`), text)
      }),
      { numRuns: 1_000 },
    )
  })

  it.each(["8.8.8.8", "93.184.216.34", "2606:4700::1111"])("%s is one", (address) => {
    assert.isTrue(isPublicAddress(address))
  })

  it.each(["", "example.com", "::", "2001:db8::1", "fe80::1%eth0"])("%j is not valid", (address) => {
    assert.isFalse(isPublicAddress(address))
  })
})

describe("the system's host lookup", () => {
  it.effect("finds this machine's addresses for its own name", () =>
    Effect.map(systemHostLookup("localhost"), (addresses) => {
      assert.isNotEmpty(addresses)
      for (const address of addresses ?? []) assert.include(["127.0.0.1", "::1"], address)
    }),
  )

  it.effect("finds no addresses for a name that does not exist", () =>
    Effect.map(systemHostLookup("no.such.name.invalid"), (addresses) => assert.deepStrictEqual(addresses, [])),
  )
})
