/**
 * `window.cs`: the calls available to a page. Until the bundle runs it is an array of queued calls; then it is this
 * API, whose `push` keeps the rules of the queue.
 *
 * @module
 */
import type { DeclaredVendor } from "@consent-service/core/vendor"
import type { Condition } from "../consent/Access.js"
import type { Actions, Outcome } from "../runtime/Actions.js"
import type { Runtime } from "../runtime/Runtime.js"
import type { DebugOutcome, ReceiptOptions, ReceiptOutcome } from "../runtime/ToolsCode.js"
import type { PageSnapshot } from "../runtime/PageSnapshot.js"
import type { PageOptions, Mode, UserIdentity } from "../config/PageOptions.js"
import type { EventName, Listener } from "../env/Events.js"
import { isRecord } from "../store/Plain.js"
import type { Deferred } from "./Queue.js"

/**
 * A call in the queue: the name of a method and its arguments.
 *
 * @example
 * ```ts
 * import type { PageCall } from "@consent-service/browser"
 *
 * const call: PageCall = ["save", { marketing: true }]
 * ```
 */
export type PageCall = {
  readonly [Method in Deferred | "config" | "init" | "on" | "onInit" | "subscribe"]: readonly [
    Method,
    ...Parameters<PageApi[Method]>,
  ]
}[Deferred | "config" | "init" | "on" | "onInit" | "subscribe"]

/** The API of a page. Actions wait until the policy is resolved, and run in the order they were called. */
export interface PageApi {
  readonly version: string
  readonly pkg: string
  readonly mode: Mode
  /** The service's value; null before its response. */
  readonly hosting: string | null
  /** The runtime; null before `init`. */
  readonly client: Runtime | null
  /** @returns how many calls were received in total */
  readonly push: (...calls: ReadonlyArray<PageCall>) => number
  /** Merges a configuration into the earlier ones; after `init` it warns and does nothing. */
  readonly config: (config: PageOptions) => void
  /** Starts once; later calls do nothing. */
  readonly init: (options?: PageOptions) => PageApi
  /** Runs the callback after the start; immediately if it has started. */
  readonly onInit: (listener: (api: PageApi) => void) => void
  readonly dispose: () => void

  readonly ready: () => Promise<PageSnapshot>
  readonly on: (event: EventName, listener: Listener) => () => void
  readonly subscribe: (listener: (snapshot: PageSnapshot) => void) => () => void
  readonly getSnapshot: () => PageSnapshot
  /** Whether a category, or a condition over several, may run now. */
  readonly has: (condition: Condition) => boolean
  /** Whether the visitor decided anything. */
  readonly hasConsented: () => boolean
  /** True for an undeclared vendor. */
  readonly isVendorAllowed: (id: string) => boolean
  readonly getDeclaredVendors: () => ReadonlyArray<DeclaredVendor>
  /** Whether each declared vendor is on. */
  readonly getVendorChoice: () => Readonly<Record<string, boolean>>

  readonly acceptAll: () => Promise<Outcome>
  readonly rejectAll: () => Promise<Outcome>
  readonly save: (input: Parameters<Actions["save"]>[0]) => Promise<Outcome>
  readonly saveIAB: (draft: Parameters<Actions["saveIAB"]>[0]) => Promise<Outcome>
  readonly dismissNotice: () => Promise<Outcome>
  readonly showBanner: () => Promise<Outcome>
  readonly openDialog: () => Promise<Outcome>
  readonly closeDialog: () => Promise<Outcome>
  readonly setLanguage: (language: string) => Promise<Outcome>
  readonly identify: (user: UserIdentity) => Promise<Outcome>
  readonly mountUI: () => Promise<Outcome>
  readonly processIframes: () => Promise<Outcome>
  /** Clears every decision in this browser; records of the service are kept. */
  readonly clearRecords: () => Promise<Outcome>

  /**
   * The receipt of the visitor's latest recorded decision. It waits up to ten seconds for a decision that was just made to be logged.
   * Its code is loaded by the first call.
   *
   * @example
   * ```ts
   * import type { PageApi } from "@consent-service/browser"
   *
   * const keepReceipt = async (cs: PageApi): Promise<string> => {
   *   const outcome = await cs.receipt({ save: true })
   *   return outcome.ok ? "saved" : outcome.reason
   * }
   * ```
   */
  readonly receipt: (options?: ReceiptOptions) => Promise<ReceiptOutcome>
  /**
   * Shows an overlay for developers: which policy rule applies and why, what may run, what is blocked, and which saves wait. Its code
   * is loaded by the first call.
   */
  readonly debug: () => Promise<DebugOutcome>
}

/** Whether a value is the API, rather than the queue before it. */
export const isApi = (value: unknown): value is PageApi => isRecord(value) && "config" in value && "pkg" in value
