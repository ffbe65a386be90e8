/**
 * The visitor's address as it is stored, and the network that a request counts in. Both come from the connection
 * and, behind trusted proxies, from the headers they set. Invalid addresses are never stored.
 *
 * @module
 */
import type { Observation } from "@consent-service/core/ports"
import type { Lookup } from "./Target.js"
import { type Address, addressText, isNear, type Network, networkOf, parseAddress } from "./Address.js"
import { compileEdges, edgeHeaders, type EdgeRequests } from "./EdgeRequests.js"
import { type Entries, noEntries, readEntries } from "./ForwardedEntries.js"
import { compileTrust, type TracedClient, traceClient, type TrustedProxies, type Trusts } from "./TrustedProxies.js"

/** How addresses are read and stored; the instance's `ipAddress` and `trustedProxies` options decide it. */
export interface AddressPolicy {
  /** `false` stores no address at all. */
  readonly tracking: boolean
  /** Whether IPv4 loses its last octet and IPv6 its last 80 bits. */
  readonly masking: boolean
  /**
   * Lower-case header names. With trusted proxies, the first that the request has is read; without, the first that
   * holds a valid address.
   */
  readonly headers: ReadonlyArray<string>
  /** Null where no proxies are configured. */
  readonly trustedProxies: TrustedProxies | null
  /** Keys of the edges that forward requests; a request with one has the visitor's address that the edge names. */
  readonly edgeKeys?: ReadonlyArray<string>
}

/** The headers that are searched for a visitor's address where no proxies are configured, in order. */
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

/** The default headers of trusted proxies, in order. */
export const forwardedHeaders: ReadonlyArray<string> = ["x-forwarded-for", "forwarded"]

/** The parts of a request that identify its source. */
export interface Origin {
  readonly header: Lookup
  /** The peer address of the connection; null where the transport does not know it. */
  readonly peer: string | null
  /** The client's address by the host's own proxy setting; null or absent where it has none. */
  readonly client?: string | null
}

/** The network that a request counts in. */
export interface CountedNetwork extends Network {
  /** Whether this may be an unconfigured proxy, and so the network of all visitors. */
  readonly mayBeProxy: boolean
}

/** Finds the sources of an instance's requests. */
export interface ClientAddresses {
  /** The address to store, or null. */
  readonly stored: (origin: Origin) => string | null
  /** The network that a request counts in, which is never stored; null where unknown. */
  readonly network: (origin: Origin) => CountedNetwork | null
  /** Whether forwarded entries arrive from a private or unknown address, and no option covers them. */
  readonly hasUnnamedProxy: (origin: Origin) => boolean
}

const peerOf = ({ peer }: Origin): Address | null => (peer === null ? null : parseAddress(peer))

const stored = ({ masking, tracking }: AddressPolicy, address: Address | null): string | null =>
  !tracking || address === null ? null : addressText(address, masking)

/** The first element of a header; of `Forwarded`, and of headers that hold its form, the first `for`. */
const firstEntry = (sent: string): Address | null => {
  const first = sent.split(",", 1)[0] ?? ""
  const forwarded = /(?:^|;)\s*for\s*=\s*("[^"]*"|[^;]*)/i.exec(first)?.[1]
  return parseAddress(forwarded === undefined ? first : forwarded.replaceAll('"', ""))
}

/** From the host's own setting, else the client's claim: the first listed header with an address. */
const claimedAddress = (headers: ReadonlyArray<string>, origin: Origin): Address | null => {
  if (typeof origin.client === "string") return parseAddress(origin.client)
  for (const name of headers) {
    const sent = origin.header(name)
    // Most headers are absent, and the parser reports invalid addresses by an exception.
    const address = sent === null ? null : firstEntry(sent)
    if (address !== null) return address
  }
  return peerOf(origin)
}

const countedNetwork = (address: Address | null, mayBeProxy: boolean): CountedNetwork | null =>
  address === null ? null : { ...networkOf(address), mayBeProxy }

/**
 * Without configured proxies: the claimed address is stored, and only the connection counts, unless the host has its
 * own setting.
 */
const withoutProxies = (policy: AddressPolicy): ClientAddresses => ({
  stored: (origin) => (policy.tracking ? stored(policy, claimedAddress(policy.headers, origin)) : null),
  network: (origin) => {
    if (typeof origin.client === "string") return countedNetwork(parseAddress(origin.client), false)
    const peer = peerOf(origin)
    return countedNetwork(peer, peer !== null && isNear(peer))
  },
  hasUnnamedProxy: (origin) => {
    if (typeof origin.client === "string") return false
    if (!forwardedHeaders.some((name) => origin.header(name) !== null)) return false
    const peer = peerOf(origin)
    return peer === null || isNear(peer)
  },
})

/** The entries of the first of some headers that the request has. */
const entriesOf = (headers: ReadonlyArray<string>, header: Lookup): Entries => {
  for (const name of headers) {
    const sent = header(name)
    if (sent !== null && sent.trim() !== "") return readEntries(name, sent)
  }
  return noEntries
}

const behindProxies = (policy: AddressPolicy, trusts: Trusts): ClientAddresses => {
  const trace = (origin: Origin): TracedClient =>
    traceClient(trusts, peerOf(origin), () => entriesOf(policy.headers, origin.header))
  return {
    stored: (origin) => (policy.tracking ? stored(policy, trace(origin).client) : null),
    network: (origin) => countedNetwork(trace(origin).counted, false),
    hasUnnamedProxy: () => false,
  }
}

/** Requests with the key of an edge come from the address it names, whichever proxies are in between; all others are `direct`. */
const behindEdges = (policy: AddressPolicy, edges: EdgeRequests, direct: ClientAddresses): ClientAddresses => {
  const isForwarded = ({ header }: Origin): boolean => edges.isForwarded(header)
  const named = ({ header }: Origin): Address | null => {
    const address = header(edgeHeaders.address)
    return address === null ? null : parseAddress(address)
  }
  return {
    stored: (origin) => (isForwarded(origin) ? stored(policy, named(origin)) : direct.stored(origin)),
    network: (origin) => (isForwarded(origin) ? countedNetwork(named(origin), false) : direct.network(origin)),
    hasUnnamedProxy: (origin) => !isForwarded(origin) && direct.hasUnnamedProxy(origin),
  }
}

/**
 * Compiles the address settings of an instance.
 *
 * @example
 * ```ts
 * import { compileAddresses, forwardedHeaders } from "@consent-service/adapter-http/request"
 *
 * const addresses = compileAddresses({ tracking: true, masking: true, headers: forwardedHeaders, trustedProxies: 1 })
 * const header = (name: string) => (name === "x-forwarded-for" ? "203.0.113.7" : null)
 * addresses.stored({ header, peer: "10.0.0.1" }) // "203.0.113.0"
 * ```
 */
export const compileAddresses = (policy: AddressPolicy): ClientAddresses => {
  const { edgeKeys = [], trustedProxies } = policy
  const direct = trustedProxies === null ? withoutProxies(policy) : behindProxies(policy, compileTrust(trustedProxies))
  return edgeKeys.length === 0 ? direct : behindEdges(policy, compileEdges(edgeKeys), direct)
}

/**
 * The visitor's address as a server names it in a separate header, in its stored form.
 *
 * @param name - the header, in lower case
 * @returns null without a valid address, and where `tracking` is off
 *
 * @example
 * ```ts
 * import { namedAddress } from "@consent-service/adapter-http/request"
 *
 * const header = (name: string) => (name === "x-cs-client-ip" ? "203.0.113.7" : null)
 * namedAddress({ tracking: true, masking: true }, header, "x-cs-client-ip") // "203.0.113.0"
 * ```
 */
export const namedAddress = (
  policy: Pick<AddressPolicy, "masking" | "tracking">,
  header: Lookup,
  name: string,
): string | null => {
  const { stored: read } = compileAddresses({ ...policy, headers: [name], trustedProxies: null, edgeKeys: [] })
  return read({ header, peer: null })
}

/** How often an unknown key of an edge is reported, in milliseconds: any client can send one. */
const unknownKeyEveryMs = 60_000

/**
 * Compiles the address settings, and logs for the operator: the configuration at startup; once, that
 * requests arrive through an unconfigured proxy; once a minute, that they arrive with an unknown edge key.
 *
 * @param limited - whether requests are limited by address
 *
 * @example
 * ```ts
 * import { forwardedHeaders, observeAddresses } from "@consent-service/adapter-http/request"
 *
 * const policy = { tracking: true, masking: true, headers: forwardedHeaders, trustedProxies: 1 }
 * const addresses = observeAddresses(policy, true, ({ _tag }) => console.log(_tag))
 * ```
 */
export const observeAddresses = (
  policy: AddressPolicy,
  limited: boolean,
  observe: (observation: Observation) => void,
): ClientAddresses => {
  const { edgeKeys = [], headers, trustedProxies } = policy
  observe({ _tag: "AddressesConfigured", trustedProxies, headers, limited })
  const addresses = compileAddresses(policy)
  const edges = compileEdges(edgeKeys)
  let proxyNoticed = false
  let keyNoticedAt = Number.NEGATIVE_INFINITY
  const notice = (origin: Origin): void => {
    if (!proxyNoticed && addresses.hasUnnamedProxy(origin)) {
      proxyNoticed = true
      observe({ _tag: "ProxyUnnamed" })
    }
    if (edges.hasUnknownKey(origin.header) && performance.now() - keyNoticedAt >= unknownKeyEveryMs) {
      keyNoticedAt = performance.now()
      observe({ _tag: "EdgeKeyUnknown" })
    }
  }
  const watched: <A>(read: (origin: Origin) => A) => typeof read = (read) => (origin) => {
    notice(origin)
    return read(origin)
  }
  return { ...addresses, stored: watched(addresses.stored), network: watched(addresses.network) }
}
