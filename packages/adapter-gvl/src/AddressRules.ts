/**
 * Where a redirect from a vendor list's address may lead: to public addresses only, so that a list's host cannot make
 * this service send requests into its own network. The configured address itself is trusted.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import ipaddr from "ipaddr.js"
import { isLoopbackHost } from "./GvlEndpoint.js"

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, "")

/** All IPv6 addresses that are assigned for use on the internet. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3")

/**
 * Whether an IP address is reachable on the internet: not private, loopback, link-local, multicast, reserved,
 * nor one that embeds another address (mapped, translated or tunneled).
 */
export const isPublicAddress = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== "unicast") return false
  return address.kind() === "ipv4" || address.match(globalUnicast)
}

/** Names that resolve only inside a network (RFC 6761, 6762, 8375). */
const insideOnly = /(^|\.)(localhost|local|internal|intranet|lan|home|home\.arpa|corp|private|test|invalid|onion)$/

/** A redirect that may be followed. */
export interface RedirectTarget {
  readonly url: URL
  /** The host name whose addresses must all be public first, or null. */
  readonly lookUp: string | null
}

/**
 * Decides whether a redirect may be followed.
 *
 * @param location - as the answer's header says it
 * @param from - the address that answered
 * @param endpoint - the address that is configured
 * @returns the target, or why it is refused
 */
export const redirectTarget = (location: string, from: URL, endpoint: URL): Either.Either<RedirectTarget, string> => {
  if (!URL.canParse(location, from)) return Either.left("leads to no address")
  const url = new URL(location, from)
  if (url.username !== "" || url.password !== "") return Either.left("carries credentials")
  const local = isLoopbackHost(url.hostname) && isLoopbackHost(endpoint.hostname)
  if (url.protocol !== "https:" && !(local && url.protocol === "http:")) return Either.left(`leads to ${url.protocol}`)
  if (local || url.host === endpoint.host) return Either.right({ url, lookUp: null })
  const host = bare(url.hostname).replace(/\.$/, "")
  if (ipaddr.isValid(host)) {
    return isPublicAddress(host) ? Either.right({ url, lookUp: null }) : Either.left("leads to a non-public address")
  }
  const isInside = !host.includes(".") || insideOnly.test(host)
  return isInside ? Either.left("leads to a non-public name") : Either.right({ url, lookUp: host })
}

/** Finds all addresses of a host name: none when it has none, null where names cannot be looked up. */
export type HostLookup = (name: string) => Effect.Effect<ReadonlyArray<string> | null>

/** Resolved at run time: an import of `node:dns` would keep the service from Workers and browsers. */
const dns = globalThis.process?.getBuiltinModule?.("node:dns/promises")

/**
 * Looks names up as Node's connections do. The connection that follows is made to the addresses that were found here
 * (`PinnedClient`). Where there is no `node:dns` (Workers), names are not looked up; such platforms reach no private network.
 */
export const systemHostLookup: HostLookup = (name) =>
  dns === undefined
    ? Effect.succeed(null)
    : Effect.tryPromise(() => dns.lookup(name, { all: true })).pipe(
        Effect.map((found) => found.map(({ address }) => address)),
        Effect.orElseSucceed(() => []),
      )
