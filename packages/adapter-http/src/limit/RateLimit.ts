/**
 * Limits how much one network, one subject, and all clients together may request: token buckets of requests and of
 * body bytes, in this process's memory, and in a `Cache` too where processes share one.
 *
 * @module
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { CountedNetwork } from "../request/ClientAddress.js"
import { type Buckets, makeBuckets } from "./Buckets.js"
import { type ActLimit, type Limits, resolveLimits, type RateLimitOptions } from "./RateLimitOptions.js"
import { type Asked, makeTakeShared, type SharedCache } from "./SharedBuckets.js"
import { type BucketLimit, take, type Take } from "./TokenBucket.js"

/** The sender of a request; unknown parts are not limited. */
export interface Sender {
  readonly network: CountedNetwork | null
  readonly subject: string | null
  /** How many bytes its body has. */
  readonly bytes: number
}

/** Whether a request may go on. */
export type RateVerdict = Data.TaggedEnum<{
  Allowed: {}
  /** Retry after so many whole seconds, at least 1. */
  RateLimited: { readonly retryAfterSeconds: number }
}>

/** Constructors and matchers of a verdict. */
export const RateVerdict = Data.taggedEnum<RateVerdict>()

/** Limits requests by their network and their subject. */
export interface RateLimit {
  /**
   * For an act: takes from the buckets of its network, its subject and the process, or from none when one has too
   * little. Without a cache it completes synchronously.
   */
  readonly act: (sender: Sender) => Effect.Effect<RateVerdict>
  /** For a read of a subject, by network. */
  readonly read: (sender: Sender) => RateVerdict
  /** For a link of a subject: by network like reads, and by subject like acts. */
  readonly link: (sender: Sender) => RateVerdict
  /** For a report of a resolution, by the server that sends it. */
  readonly session: (sender: Sender) => RateVerdict
}

/** How many keys of one kind are in memory at most: some four megabytes of each kind. */
const maxKeys = 25_000

/** How many times the limit of a /64 its /48 gets. */
const widerFactor = 4

interface LocalAsked extends Asked {
  readonly buckets: Buckets
}

type Ask = (sender: Sender) => ReadonlyArray<LocalAsked>

const scaled = ({ capacity, refillPerSecond }: BucketLimit, factor: number): BucketLimit => ({
  capacity: capacity * factor,
  refillPerSecond: refillPerSecond * factor,
})

/** A bucket of requests, and one of bytes where they are limited, for each key. */
const makeMeter = (kind: string, limit: ActLimit, factor: number) => {
  const requests = scaled(limit, factor)
  const bytes = limit.bytes === undefined ? null : scaled(limit.bytes, factor)
  const ofRequests = makeBuckets(requests, maxKeys)
  const ofBytes = bytes === null ? null : makeBuckets(bytes, maxKeys)
  return (key: string, { bytes: count }: Sender): ReadonlyArray<LocalAsked> => {
    const one = { key: `${kind}:${key}`, limit: requests, count: 1, buckets: ofRequests }
    if (bytes === null || ofBytes === null || count === 0) return [one]
    return [one, { key: `${kind}b:${key}`, limit: bytes, count, buckets: ofBytes }]
  }
}

const nothing: ReadonlyArray<LocalAsked> = []

const byNetwork = (kind: string, limit: ActLimit, isDefault: boolean): Ask => {
  const [own, wider] = [makeMeter(kind, limit, 1), makeMeter(`${kind}w`, limit, widerFactor)]
  return (sender) => {
    const { network } = sender
    // A default limit must not treat all visitors behind a proxy as one.
    if (network === null || (isDefault && network.mayBeProxy)) return nothing
    const narrow = own(network.own, sender)
    return network.wider === null ? narrow : [...narrow, ...wider(network.wider, sender)]
  }
}

const bySubject = (kind: string, limit: ActLimit): Ask => {
  const meter = makeMeter(kind, limit, 1)
  return (sender) => (sender.subject === null ? nothing : meter(sender.subject, sender))
}

const byProcess = (limit: ActLimit): Ask => {
  const meter = makeMeter("p", limit, 1)
  return (sender) => meter("", sender)
}

const verdictOf = (takes: ReadonlyArray<Take>): RateVerdict => {
  if (takes.every(({ allowed }) => allowed)) return allowed
  const retryAfterMs = Math.max(...takes.map((taken) => taken.retryAfterMs))
  return RateVerdict.RateLimited({ retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)) })
}

const allowed = RateVerdict.Allowed()

const takeLocal = (asked: ReadonlyArray<LocalAsked>, now: number): RateVerdict => {
  if (asked.length === 0) return allowed
  const takes = asked.map(({ buckets, count, key, limit }) => take(buckets.find(key, now), now, limit, count))
  const verdict = verdictOf(takes)
  // A refused request takes nothing: it can neither drain a network's bucket nor fill the memory.
  if (verdict._tag === "Allowed") {
    asked.forEach(({ buckets, key }, i) => {
      const taken = takes[i]
      if (taken !== undefined) buckets.keep(key, taken.state, now)
    })
  }
  return verdict
}

const makeAct = (
  { defaults, limits }: Limits,
  takeShared: ReturnType<typeof makeTakeShared> | null,
  now: () => number,
): RateLimit["act"] => {
  const network = byNetwork("a", limits.perNetwork, defaults.perNetwork)
  const subject = bySubject("s", limits.perSubject)
  const process = byProcess(limits.perProcess)
  return (sender) =>
    Effect.suspend(() => {
      const common = [...network(sender), ...subject(sender)]
      const verdict = takeLocal([...common, ...process(sender)], now())
      return takeShared === null || common.length === 0 || verdict._tag === "RateLimited"
        ? Effect.succeed(verdict)
        : Effect.map(takeShared(common), verdictOf)
    })
}

/**
 * Makes the limit of an instance. With a cache, an act must pass this process's own buckets, which are exact, and then
 * those of all processes; see `makeTakeShared` for their guarantees. A request that these refuse still counts in
 * its own. Instances of one tenant that share a cache share the buckets; tenants count separately. Reads, links and reports never wait for
 * a cache.
 *
 * @param shared - null for this process's memory alone
 * @param now - milliseconds of a clock that never goes back
 */
export const makeRateLimit = (
  options: RateLimitOptions = {},
  shared: SharedCache | null = null,
  now: () => number = () => performance.now(),
): RateLimit => {
  const resolved = resolveLimits(options)
  const { defaults, limits } = resolved
  const reads = byNetwork("r", limits.reads, defaults.reads)
  const links = bySubject("l", limits.perSubject)
  const sessions = byNetwork("e", limits.sessions, defaults.sessions)
  return {
    act: makeAct(resolved, shared === null ? null : makeTakeShared(shared), now),
    read: (sender) => takeLocal(reads(sender), now()),
    link: (sender) => takeLocal([...reads(sender), ...links(sender)], now()),
    session: (sender) => takeLocal(sessions(sender), now()),
  }
}
