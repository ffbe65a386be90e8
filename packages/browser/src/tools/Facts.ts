/**
 * What the overlay for developers shows, as data: the state of a page at one moment.
 *
 * @module
 */
import type { DeclaredVendor } from "@consent-service/core/vendor"
import type { Outbox } from "../backend/Outbox.js"
import type { PageOptions } from "../config/PageOptions.js"
import type { PageSnapshot } from "../runtime/PageSnapshot.js"

/** A declared vendor. */
export interface VendorFact extends Pick<DeclaredVendor, "id" | "name" | "category"> {
  readonly allowed: boolean
}

/**
 * Something gated. `waits`: it has not run. `runs`: it was allowed. `invalid`: it names no known category. `untrusted`: it lacks the
 * nonce of the page. `ungated`: its markup lets it run in any case.
 */
export type GateState = "waits" | "runs" | "invalid" | "untrusted" | "ungated"

/** Something that needs consent. */
export interface GatedFact {
  /** The name of an element, or `request`. */
  readonly kind: string
  /** Its address, or the start of its text. */
  readonly name: string
  readonly category: string | undefined
  readonly vendor: string | undefined
  readonly state: GateState
}

/** The inputs of the resolution, as the service or the page used them. */
export interface PlaceFact {
  readonly country: string | null
  readonly region: string | null
  readonly language: string
}

/** The state of a page. */
export interface Facts {
  readonly script: string
  readonly backendURL: string
  readonly config: PageOptions
  readonly snapshot: PageSnapshot
  /** The last known rule, while none is in force. */
  readonly remembered: string | null
  /** How the rule was matched: `country`, `region`, `default` or `fallback`. */
  readonly matchedBy: string | null
  /** Null while nothing is known. */
  readonly place: PlaceFact | null
  readonly vendors: ReadonlyArray<VendorFact>
  readonly gated: ReadonlyArray<GatedFact>
  readonly outbox: Outbox
  /** The consent types that Google's tags were last given; null where there are none. */
  readonly signals: Readonly<Record<string, unknown>> | null
  /** Whether Google's tag was configured before its defaults were set. */
  readonly signalsLate: boolean
  /** When the visitor decided last, in epoch milliseconds; 0 where no decision is stored. */
  readonly decidedAt: number
  /** Whether localStorage can be written. */
  readonly stores: boolean
  /** Errors that the script reported, the last one first. */
  readonly errors: ReadonlyArray<string>
  /** Epoch milliseconds. */
  readonly now: number
}
