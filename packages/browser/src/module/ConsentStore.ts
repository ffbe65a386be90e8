/**
 * Consent as a store of snapshots, for bindings of user-interface frameworks.
 *
 * @module
 */
import type { Condition, Need } from "../consent/Access.js"
import { page } from "../env/Globals.js"
import { allows } from "../gate/Conditions.js"
import { isApi, type PageApi } from "../page/PageApi.js"
import type { Deferred } from "../page/Queue.js"
import type { Outcome } from "../runtime/Actions.js"
import type { PageSnapshot } from "../runtime/PageSnapshot.js"
import { initialSnapshot, makeServerApi } from "./ServerApi.js"

/** The actions of a page; one that is called before the script has run waits for it. */
export type ConsentActions = Pick<PageApi, Deferred | "clearRecords">

/** Consent at one moment, with the actions: what a hook or a composable returns. */
export interface Consent extends PageSnapshot, ConsentActions {
  /** Whether a category, or a condition over several, may run. */
  readonly has: (condition: Condition) => boolean
  /** Whether something with these needs may run. */
  readonly allows: (need: Need) => boolean
}

/** A store of snapshots. */
export interface ConsentStore {
  /** The current consent; the same object until something changes. */
  readonly getSnapshot: () => Consent
  /** Consent on a server and in the first render of a browser: nothing optional is allowed. */
  readonly getServerSnapshot: () => Consent
  /** Calls after every change until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void
}

/** The API of this page, if its script has run; it may not have started. */
const present = (): PageApi | undefined => (page !== undefined && isApi(window.cs) ? window.cs : undefined)

/** Calls once the API has started: immediately, or when the page's script has run. */
const whenStarted = (given: PageApi | undefined, run: (api: PageApi) => void): void => {
  const api = given ?? present()
  if (api) api.onInit(run)
  else if (Array.isArray(window.cs)) window.cs.push(["onInit", run])
  else window.cs = [["onInit", run]]
}

const actionsOf = (given: PageApi | undefined): ConsentActions => {
  const server = makeServerApi("")
  const later =
    <Name extends keyof ConsentActions>(name: Name) =>
    (...args: Parameters<ConsentActions[Name]>): Promise<Outcome> =>
      new Promise((resolve) => {
        const run = (api: PageApi) => resolve(Reflect.apply(api[name], api, args))
        if (page === undefined) run(server)
        else whenStarted(given, run)
      })
  return {
    acceptAll: later("acceptAll"),
    rejectAll: later("rejectAll"),
    save: later("save"),
    saveIAB: later("saveIAB"),
    dismissNotice: later("dismissNotice"),
    showBanner: later("showBanner"),
    openDialog: later("openDialog"),
    closeDialog: later("closeDialog"),
    setLanguage: later("setLanguage"),
    identify: later("identify"),
    mountUI: later("mountUI"),
    processIframes: later("processIframes"),
    clearRecords: later("clearRecords"),
  }
}

/** Vendors are known only then; without them, what names one does not run. */
const isResolved = ({ status }: PageSnapshot) =>
  status === "matched" || status === "no-match" || status === "unconfigured"

/**
 * Makes a store of consent.
 *
 * @param api - what `createConsent` returned; without it, the API of the script tag, which may run later
 *
 * @example
 * ```ts
 * import { createConsent, makeConsentStore } from "@consent-service/browser"
 *
 * const store = makeConsentStore(createConsent({ backendURL: "/consent" }))
 * store.subscribe(() => console.log(store.getSnapshot().has("measurement")))
 * ```
 */
export const makeConsentStore = (api?: PageApi): ConsentStore => {
  const actions = actionsOf(api)
  const consentOf = (snapshot: PageSnapshot, started: PageApi | undefined): Consent => {
    const has = (condition: Condition) => allows(condition, snapshot.permissions)
    return {
      ...snapshot,
      ...actions,
      has,
      allows: ({ category, vendor }) =>
        (category === undefined || has(category)) &&
        (vendor === undefined || (isResolved(snapshot) && started?.isVendorAllowed(vendor) === true)),
    }
  }
  const initial = consentOf(initialSnapshot, undefined)
  let last: PageSnapshot = initialSnapshot
  let current = initial
  return {
    getSnapshot: () => {
      const found = api ?? present()
      const snapshot = found?.client ? found.getSnapshot() : initialSnapshot
      if (snapshot !== last) current = snapshot === initialSnapshot ? initial : consentOf(snapshot, found)
      last = snapshot
      return current
    },
    getServerSnapshot: () => initial,
    subscribe: (listener) => {
      let stop: (() => void) | undefined
      let ended = page === undefined
      if (!ended)
        whenStarted(api, (started) => {
          if (ended) return
          stop = started.subscribe(listener)
          listener()
        })
      return () => {
        ended = true
        stop?.()
      }
    },
  }
}
