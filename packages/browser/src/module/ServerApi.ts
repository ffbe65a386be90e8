/**
 * The page API where there is no page, such as while a server renders: nothing is stored, sent or allowed.
 *
 * @module
 */
import { version } from "../env/Version.js"
import { allows } from "../gate/Conditions.js"
import type { PageApi } from "../page/PageApi.js"
import type { Outcome } from "../runtime/Actions.js"
import type { PageSnapshot } from "../runtime/PageSnapshot.js"

/**
 * The snapshot before anything is known: nothing optional is allowed and nothing is shown. A server renders it, and so does the
 * first render in a browser.
 */
export const initialSnapshot: PageSnapshot = {
  mode: "hosted",
  status: "idle",
  reason: null,
  policy: null,
  prompt: "none",
  surface: "none",
  permissions: { necessary: true, experience: false, functionality: false, marketing: false, measurement: false },
  choice: {},
  deniedVendors: [],
  subjectId: null,
  language: null,
  gpc: false,
}

const ignore = () => () => {}

const refuse = (): Promise<Outcome> => Promise.resolve({ ok: false, reason: "no-page" })

const unavailable = () => Promise.resolve({ ok: false, reason: "unavailable" } as const)

/** Makes the API for a server. Its actions resolve to `{ ok: false, reason: "no-page" }`. */
export const makeServerApi = (pkg: string): PageApi => {
  const api: PageApi = {
    version,
    pkg,
    mode: initialSnapshot.mode,
    hosting: null,
    client: null,
    push: () => 0,
    config: () => {},
    init: () => api,
    onInit: () => {},
    dispose: () => {},
    ready: () => Promise.resolve(initialSnapshot),
    on: ignore,
    subscribe: ignore,
    getSnapshot: () => initialSnapshot,
    has: (condition) => allows(condition, initialSnapshot.permissions),
    hasConsented: () => false,
    isVendorAllowed: () => false,
    getDeclaredVendors: () => [],
    getVendorChoice: () => ({}),
    acceptAll: refuse,
    rejectAll: refuse,
    save: refuse,
    saveIAB: refuse,
    dismissNotice: refuse,
    showBanner: refuse,
    openDialog: refuse,
    closeDialog: refuse,
    setLanguage: refuse,
    identify: refuse,
    mountUI: refuse,
    processIframes: refuse,
    clearRecords: refuse,
    receipt: unavailable,
    debug: unavailable,
  }
  return api
}
