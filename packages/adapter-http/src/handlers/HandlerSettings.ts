/**
 * What handlers know about their instance.
 *
 * @module
 */
import type { CompiledManifest } from "@consent-service/core/manifest"
import type { SubjectReading } from "@consent-service/core/consent"
import type { Problem } from "../answer/Problem.js"
import type { ManifestCache } from "../answer/PublicCaching.js"
import type { Compression } from "../compression/Compression.js"
import type { Call } from "../kernel/Route.js"
import type { Admission } from "../limit/Admission.js"
import type { RateLimit, Sender } from "../limit/RateLimit.js"
import type { AddressPolicy, ClientAddresses } from "../request/ClientAddress.js"
import type { Authenticator } from "../request/ApiKeys.js"

/** The parts of an instance that handlers use. */
export interface HandlerSettings {
  readonly version: string
  readonly tenant: string | null
  readonly manifest: CompiledManifest
  readonly manifestCache: ManifestCache
  readonly compression: Compression
  readonly addressPolicy: AddressPolicy
  readonly addresses: ClientAddresses
  readonly authenticates: Authenticator
  readonly admission: Admission
  /** Null where requests are not limited. */
  readonly rateLimit: RateLimit | null
  /** Whether `POST /sessions` needs an API key. */
  readonly sessionsNeedKey: boolean
}

/** The visitor's address, in the form that may be stored. */
export const addressOf = ({ addresses }: Pick<HandlerSettings, "addresses">, { exchange }: Call): string | null =>
  addresses.stored(exchange)

/** Logs that a subject has more records than the response contains. */
export const observeTruncation = (call: Call, readings: ReadonlyArray<SubjectReading>): void => {
  for (const { history } of readings) {
    const { records, truncated } = history
    if (truncated) {
      call.observe({ _tag: "SubjectHistoryTruncated", requestId: call.requestId, acts: records.length })
    }
  }
}

/** Whether a request carries an API key. */
export const isAuthenticated = (
  { authenticates }: Pick<HandlerSettings, "authenticates">,
  { exchange }: Call,
): boolean => authenticates(exchange.header("authorization"))

/** The client of a request, for the rate limit. */
export const senderOf = (
  { addresses }: Pick<HandlerSettings, "addresses">,
  { exchange }: Call,
  subject: string | null,
  bytes: number,
): Sender => ({ network: addresses.network(exchange), subject, bytes })

/** What decides whether a client may read. */
export type ReadLimitSettings = Pick<HandlerSettings, "addresses" | "authenticates" | "rateLimit">

/** The rate-limit problem of a read, or null; requests with an API key have no limit. */
export const readLimitOf = (settings: ReadLimitSettings, call: Call): Problem | null => {
  const { rateLimit } = settings
  if (rateLimit === null || isAuthenticated(settings, call)) return null
  const verdict = rateLimit.read(senderOf(settings, call, null, 0))
  return verdict._tag === "Allowed" ? null : verdict
}
