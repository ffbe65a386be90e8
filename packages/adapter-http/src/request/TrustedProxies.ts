/**
 * Finds the client behind proxies: forwarded entries count only as far as trusted proxies added them.
 *
 * @module
 */
import { type Address, type AddressRange, isNear, isWithin, parseRange } from "./Address.js"
import type { Entries } from "./ForwardedEntries.js"

/**
 * The proxies in front of the service: how many there are, their networks (`10.0.0.0/8`, `2001:db8::/32`, or single
 * addresses), or `"private"` for every loopback and private address.
 */
export type TrustedProxies = number | ReadonlyArray<string> | "private"

/**
 * Whether a hop is a trusted proxy.
 *
 * @param hop - 0 for the connection's peer, then counted from the right of the header
 * @param address - null where the transport does not know it
 */
export type Trusts = (hop: number, address: Address | null) => boolean

/**
 * Compiles the option. A network that cannot be read contains no address.
 *
 * @example
 * ```ts
 * import { compileTrust, parseAddress } from "@consent-service/adapter-http/request"
 *
 * const trusts = compileTrust(["10.0.0.0/8"])
 * trusts(0, parseAddress("10.0.0.1")) // true
 * trusts(0, parseAddress("203.0.113.7")) // false
 * ```
 */
export const compileTrust = (proxies: TrustedProxies): Trusts => {
  if (typeof proxies === "number") return (hop) => hop < proxies
  if (proxies === "private") return (_, address) => address !== null && isNear(address)
  const ranges = proxies.map(parseRange).filter((range): range is AddressRange => range !== null)
  return (_, address) => address !== null && ranges.some((range) => isWithin(address, range))
}

/** The source of a request. */
export interface TracedClient {
  /** The client; null where unknown. */
  readonly client: Address | null
  /** The address whose network the request counts in: the client's, else that of the last known proxy. */
  readonly counted: Address | null
}

/**
 * Follows the entries from the connection to the client: the first that is not a trusted proxy. With fewer entries than
 * trusted hops the left-most is the client. At an entry that is not an address the client is unknown, and the request
 * counts in the network of the last proxy before it.
 *
 * @param entries - called only where the connection comes from a trusted proxy
 *
 * @example
 * ```ts
 * import { compileTrust, parseAddress, traceClient } from "@consent-service/adapter-http/request"
 *
 * const trusts = compileTrust(1)
 * const entries = () => ({ count: 1, address: () => parseAddress("203.0.113.7") })
 * traceClient(trusts, parseAddress("10.0.0.1"), entries).client?.toString() // "203.0.113.7"
 * ```
 */
export const traceClient = (trusts: Trusts, peer: Address | null, entries: () => Entries): TracedClient => {
  if (!trusts(0, peer)) return { client: peer, counted: peer }
  const { address, count } = entries()
  let last = peer
  for (let index = 0; index < count; index++) {
    const entry = address(index)
    if (entry === null) return { client: null, counted: last }
    last = entry
    if (!trusts(index + 1, entry)) break
  }
  return { client: last, counted: last }
}
