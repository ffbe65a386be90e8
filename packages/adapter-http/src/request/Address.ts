/**
 * IP addresses: parsed, normalized, masked, and checked for public routing.
 *
 * @module
 */
import ipaddr from "ipaddr.js"
// A named constant: an inline default would be in the type declarations, which some TypeScript settings reject.
import type { IPv4, IPv6 } from "ipaddr.js"

/** An IPv4 or IPv6 address. */
export type Address = IPv4 | IPv6

const withoutPort = (text: string): string => {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text)
  if (bracketed?.[1] !== undefined) return bracketed[1]
  const dotted = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)
  return dotted?.[1] ?? text
}

/**
 * Reads one address: dotted-quad IPv4 or IPv6, with or without brackets, port and zone; null for other text.
 *
 * @example
 * ```ts
 * import { parseAddress } from "@consent-service/adapter-http/request"
 *
 * parseAddress("203.0.113.7:443")?.toString() // "203.0.113.7"
 * parseAddress("unknown") // null
 * ```
 */
export const parseAddress = (text: string): Address | null => {
  const bare = withoutPort(text.trim()).replace(/%.*$/s, "")
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return ipaddr.IPv4.parse(bare)
  return bare.includes(":") && ipaddr.IPv6.isValid(bare) ? ipaddr.IPv6.parse(bare) : null
}

const isV6 = (address: Address): address is IPv6 => address.kind() === "ipv6"

/**
 * An IPv4-mapped IPv6 address as an IPv4 address; every other address unchanged.
 *
 * @example
 * ```ts
 * import { parseAddress, unmapped } from "@consent-service/adapter-http/request"
 *
 * const address = parseAddress("::ffff:203.0.113.7")
 * address === null ? null : unmapped(address).toString() // "203.0.113.7"
 * ```
 */
export const unmapped = (address: Address): Address =>
  isV6(address) && address.isIPv4MappedAddress() ? address.toIPv4Address() : address

const maskV4 = (octets: ReadonlyArray<number>): string => `${octets.slice(0, 3).join(".")}.0`

/**
 * The canonical text of an address; masked, IPv4 loses its last octet and IPv6 its last 80 bits.
 *
 * @example
 * ```ts
 * import { addressText, parseAddress } from "@consent-service/adapter-http/request"
 *
 * const address = parseAddress("2001:db8:1:2::7")
 * address === null ? null : addressText(address, true) // "2001:db8:1::"
 * ```
 */
export const addressText = (address: Address, masking: boolean): string => {
  if (!isV6(address)) return masking ? maskV4(address.toByteArray()) : address.toString()
  if (address.isIPv4MappedAddress()) {
    const inner = address.toIPv4Address()
    return `::ffff:${masking ? maskV4(inner.toByteArray()) : inner.toString()}`
  }
  if (!masking) return address.toRFC5952String()
  return new ipaddr.IPv6([...address.parts.slice(0, 3), 0, 0, 0, 0, 0]).toRFC5952String()
}

/** Ranges that the internet does not route: this machine, and private networks behind a site's own edge. */
const nearRanges: ReadonlyArray<string> = ["loopback", "private", "uniqueLocal", "linkLocal", "carrierGradeNat"]

/**
 * Whether an address is a loopback or private one, where a site's own proxies are.
 *
 * @example
 * ```ts
 * import { isNear, parseAddress } from "@consent-service/adapter-http/request"
 *
 * const address = parseAddress("10.0.0.7")
 * address !== null && isNear(address) // true
 * ```
 */
export const isNear = (address: Address): boolean => nearRanges.includes(unmapped(address).range())

/** A network of addresses: those with the same prefix. */
export type AddressRange = readonly [first: Address, bits: number]

const wholeNumber = /^\d{1,3}$/

/**
 * Reads a network, like `10.0.0.0/8`, `fd00::/8`, or a single address; null for other text.
 *
 * @example
 * ```ts
 * import { parseRange } from "@consent-service/adapter-http/request"
 *
 * const range = parseRange("10.0.0.0/8")
 * range?.[1] // 8
 * parseRange("10.0.0.0/33") // null
 * ```
 */
export const parseRange = (text: string): AddressRange | null => {
  const [first = "", bits, ...more] = text.split("/")
  const address = /[[\]%]/.test(first) || first.trim() !== first ? null : parseAddress(first)
  if (address === null || more.length > 0) return null
  const width = isV6(address) ? 128 : 32
  const length = bits === undefined ? width : wholeNumber.test(bits) ? Number(bits) : -1
  if (length < 0 || length > width) return null
  const mapped = unmapped(address)
  // The range of an IPv4-mapped network is that of its IPv4 part.
  if (mapped !== address && length < 96) return null
  return mapped === address ? [address, length] : [mapped, length - 96]
}

/**
 * Whether an address lies in a network; an IPv4-mapped address counts as IPv4.
 *
 * @example
 * ```ts
 * import { isWithin, parseAddress, parseRange } from "@consent-service/adapter-http/request"
 *
 * const [address, range] = [parseAddress("10.1.2.3"), parseRange("10.0.0.0/8")]
 * address !== null && range !== null && isWithin(address, range) // true
 * ```
 */
export const isWithin = (address: Address, [first, bits]: AddressRange): boolean => {
  const plain = unmapped(address)
  return plain.kind() === first.kind() && plain.match(first, bits)
}

/** The network that a client's requests count in. */
export interface Network {
  /** The IPv4 address, or the IPv6 /64. */
  readonly own: string
  /** The IPv6 /48 around it; null for IPv4. */
  readonly wider: string | null
}

/**
 * The network of an address: a whole IPv4 address, or the IPv6 /64 with the /48 around it.
 *
 * @example
 * ```ts
 * import { networkOf, parseAddress } from "@consent-service/adapter-http/request"
 *
 * const address = parseAddress("2001:db8:1:2::7")
 * address === null ? null : networkOf(address) // { own: "2001:db8:1:2::/64", wider: "2001:db8:1::/48" }
 * ```
 */
export const networkOf = (address: Address): Network => {
  const plain = unmapped(address)
  if (!isV6(plain)) return { own: plain.toString(), wider: null }
  const [a = 0, b = 0, c = 0, d = 0] = plain.parts
  const site = `${a.toString(16)}:${b.toString(16)}:${c.toString(16)}`
  return { own: `${site}:${d.toString(16)}::/64`, wider: `${site}::/48` }
}
