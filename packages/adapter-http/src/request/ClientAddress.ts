/**
 * The visitor's address as it may be kept: read from the configured headers, validated, masked. What is no address is
 * never kept (contract decisions 19 and 44, wire.md 7).
 *
 * @module
 */
import type { Lookup } from "@consent-service/core/visitor/VisitorSignals"
import ipaddr from "ipaddr.js"

/** How addresses are treated; all of it is decided by the instance's `ipAddress` option. */
export interface AddressPolicy {
  /** `false` keeps no address at all. */
  readonly tracking: boolean
  /** Whether IPv4 loses its last octet and IPv6 its last 80 bits. */
  readonly masking: boolean
  /** Lower-case header names; the first that holds a valid address wins. */
  readonly headers: ReadonlyArray<string>
}

/** The headers proxies put a visitor's address in, in the order they are believed. */
export const defaultAddressHeaders: ReadonlyArray<string> = [
  "x-client-ip",
  "x-forwarded-for",
  "cf-connecting-ip",
  "fastly-client-ip",
  "x-real-ip",
  "x-cluster-client-ip",
  "x-forwarded",
  "forwarded-for",
  "forwarded",
]

type Address = ReturnType<typeof ipaddr.parse>

/** The `for=` value of an RFC 7239 element; other text is returned as it is. */
const forwardedFor = (element: string): string => {
  const value = /(?:^|;)\s*for\s*=\s*("[^"]*"|[^;]*)/i.exec(element)?.[1] ?? element
  return value.replaceAll('"', "").trim()
}

const withoutPort = (text: string): string => {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text)
  if (bracketed?.[1] !== undefined) return bracketed[1]
  const dotted = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)
  return dotted?.[1] ?? text
}

/** Reads one address: dotted-quad IPv4 or IPv6, with or without brackets, port and zone. */
export const parseAddress = (text: string): Address | null => {
  const bare = withoutPort(forwardedFor(text.trim())).replace(/%.*$/s, "")
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return ipaddr.IPv4.parse(bare)
  return bare.includes(":") && ipaddr.IPv6.isValid(bare) ? ipaddr.IPv6.parse(bare) : null
}

const maskV4 = (octets: ReadonlyArray<number>): string => `${octets.slice(0, 3).join(".")}.0`

const isV6 = (address: Address): address is ipaddr.IPv6 => address.kind() === "ipv6"

/** An IPv4-mapped IPv6 address as the IPv4 address it is. */
const asV4 = (address: Address): Address =>
  isV6(address) && address.isIPv4MappedAddress() ? address.toIPv4Address() : address

/** The canonical text of an address, masked when asked. */
export const addressText = (address: Address, masking: boolean): string => {
  if (!isV6(address)) return masking ? maskV4(address.toByteArray()) : address.toString()
  if (address.isIPv4MappedAddress()) {
    const inner = address.toIPv4Address()
    return `::ffff:${masking ? maskV4(inner.toByteArray()) : inner.toString()}`
  }
  if (!masking) return address.toRFC5952String()
  return new ipaddr.IPv6([...address.parts.slice(0, 3), 0, 0, 0, 0, 0]).toRFC5952String()
}

const findAddress = (headers: ReadonlyArray<string>, header: Lookup, peer: string | null): Address | null => {
  for (const name of headers) {
    const sent = header(name)
    // Most are absent, and the parser finds out by an exception what is no address.
    const address = sent === null ? null : parseAddress(sent.split(",", 1)[0] ?? "")
    if (address !== null) return address
  }
  return peer === null ? null : parseAddress(peer)
}

/**
 * The address to keep for a request, or null.
 *
 * @param peer - the connection's other end, taken when no listed header holds an address
 */
export const clientAddress = (policy: AddressPolicy, header: Lookup, peer: string | null): string | null => {
  if (!policy.tracking) return null
  const address = findAddress(policy.headers, header, peer)
  return address === null ? null : addressText(address, policy.masking)
}

/** Where proxies of one's own stand: this machine, and networks that the internet does not route to. */
const nearRanges: ReadonlyArray<string> = ["loopback", "private", "uniqueLocal", "linkLocal", "carrierGradeNat"]

/** The address a proxy of our own saw: it adds that to whatever a client claims to have been forwarded for. */
const addressSeenByProxy = (header: Lookup): Address | null =>
  parseAddress(header("x-forwarded-for")?.split(",").at(-1) ?? "")

/** The connection's other end, and behind a proxy near by what that saw; never what a client merely claims. */
const connectedAddress = (header: Lookup, peer: string | null): Address | null => {
  const near = peer === null ? null : parseAddress(peer)
  if (near === null || !nearRanges.includes(asV4(near).range())) return near
  return addressSeenByProxy(header) ?? near
}

/**
 * The network a request comes from, to be counted and never kept: the /24 of IPv4, in either spelling, or the /48 of
 * IPv6, however addresses are treated otherwise; null when it is not known.
 *
 * @param headers - those that a proxy of the integrator's sets, whatever a client sent in them; null where he named none
 * @param peer - the connection's other end
 */
export const networkPrefix = (
  headers: ReadonlyArray<string> | null,
  header: Lookup,
  peer: string | null,
): string | null => {
  const address = headers === null ? connectedAddress(header, peer) : findAddress(headers, header, peer)
  return address === null ? null : addressText(asV4(address), true)
}
