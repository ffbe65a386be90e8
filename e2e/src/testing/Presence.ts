/**
 * A visitor as the servers know them, whichever browser they use.
 *
 * @module
 */
import type { Backend, Treatment } from "./Backend.js"
import { type Received, visitorWord } from "./Traffic.js"
import type { Vendor } from "./Vendor.js"

/** Where they are, and what they send. */
export interface PresenceSpec {
  /** The country that the proxy in front of the service reports. Default: `DE`. Null: it does not know. */
  readonly country?: string | null
  readonly region?: string
  /** Sends Global Privacy Control. */
  readonly gpc?: boolean
}

/** The body of a save. */
export type SentSave = Readonly<Record<string, unknown>>

/** What the servers received of one visitor. */
export interface Presence {
  /** What the service received from them, preflights and fetched scripts included. */
  readonly requests: (path?: string) => ReadonlyArray<Received>
  /** Paths that the vendor host was asked for, in order. */
  readonly hits: () => ReadonlyArray<string>
  /** Bodies of the saves that came to the service, in the order they came. */
  readonly sent: () => ReadonlyArray<SentSave>
  /** Replaces the service's answers; null lets them through. */
  readonly trick: (trick: Treatment["trick"]) => void
}

/** The servers. */
export interface Servers {
  readonly backend: Backend
  readonly vendor: Vendor
}

const headersOf = ({ country = "DE", gpc = false, region }: PresenceSpec): Readonly<Record<string, string>> => ({
  ...(country === null ? {} : { "cf-ipcountry": country }),
  ...(region === undefined ? {} : { "cf-region-code": region }),
  ...(gpc ? { "sec-gpc": "1" } : {}),
})

let visitors = 0

/** Makes the servers expect a new visitor. @returns also the word that their user agent must have */
export const arrive = (
  { backend, vendor }: Servers,
  spec: PresenceSpec,
): { readonly presence: Presence; readonly word: string } => {
  visitors += 1
  const id = `v${visitors}`
  const treatment: Treatment = { headers: headersOf(spec), trick: () => null }
  backend.treat(id, treatment)
  const requests = (path?: string) => backend.requests(id).filter((one) => path === undefined || one.path === path)
  return {
    word: visitorWord(id),
    presence: {
      requests,
      hits: () => vendor.hits(id).map(({ path }) => path),
      sent: () =>
        requests("/subjects")
          .filter(({ method }) => method === "POST")
          .map(({ body }) => JSON.parse(body())),
      trick: (trick) => {
        treatment.trick = trick
      },
    },
  }
}
