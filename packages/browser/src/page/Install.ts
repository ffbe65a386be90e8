/**
 * Replaces the queue with the API and runs the queued calls.
 *
 * @module
 */
import { warn } from "../env/Globals.js"
import { version } from "../env/Version.js"
import type { Outcome } from "../runtime/Actions.js"
import type { Parts } from "../runtime/Parts.js"
import { makeRuntime, type Runtime } from "../runtime/Runtime.js"
import type { PageOptions } from "../config/PageOptions.js"
import { guarded, makeEvents } from "../env/Events.js"
import { serveMarkup } from "../env/Markup.js"
import { mergeOptions } from "../config/MergeOptions.js"
import type { PageApi } from "./PageApi.js"
import { immediate, isDeferred, readCall } from "./Queue.js"
import { readTag } from "../config/Tag.js"

declare global {
  interface Window {
    cs?: unknown
  }
}

const isApi = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "config" in value && "pkg" in value

/** Starts a bundle; does nothing on a page that already has one. */
export const install = (parts: Parts): void => {
  const queued = window.cs
  if (isApi(queued)) {
    if (parts.makeIab !== undefined) throw new Error("cs: another bundle is on this page; load one")
    return warn("another bundle is on this page")
  }
  const tag = readTag()
  const events = makeEvents()
  const starters: Array<(api: PageApi) => void> = []
  let config: PageOptions = tag.config
  let runtime: Runtime | null = null
  let stopMarkup = () => {}
  let received = 0

  const started = (): Runtime => {
    if (runtime === null) throw new Error("cs: init() comes first")
    return runtime
  }

  /**
   * After the policy is resolved, in the order of the calls; none waits for the outcome of earlier ones.
   *
   * @param refusing - the action itself waits for the policy, and stores a refusal before
   */
  const inTurn = (work: (runtime: Runtime) => Outcome | Promise<Outcome>, refusing = false): Promise<Outcome> => {
    const begun = started()
    const waits = refusing && begun.snapshot().status === "resolving"
    return waits ? Promise.resolve(work(begun)) : begun.ready.then(() => work(begun))
  }

  const call = (entry: unknown): void => {
    const [method, ...args] = readCall(entry) ?? [""]
    received++
    if (!(immediate.includes(method) || isDeferred(method) || method === "subscribe"))
      return warn("cannot queue", method)
    const run = () => guarded(() => Reflect.apply(Reflect.get(api, method), api, args))
    if (runtime === null && !immediate.includes(method)) starters.push(run)
    else run()
  }

  const api: PageApi = {
    version,
    pkg: parts.pkg,
    get mode() {
      return runtime?.snapshot().mode ?? config.mode ?? parts.mode
    },
    get hosting() {
      return runtime?.hosting() ?? null
    },
    get client() {
      return runtime
    },
    push: (...calls) => {
      calls.forEach(call)
      return received
    },
    config: (over) => {
      if (runtime === null) config = mergeOptions(config, over)
      else warn("config after init")
    },
    init: (options = {}) => {
      if (runtime !== null) return api
      config = mergeOptions(config, options)
      runtime = makeRuntime(parts, config, tag, events)
      stopMarkup = serveMarkup({
        accept: () => void api.acceptAll(),
        reject: () => void api.rejectAll(),
        customize: () => void api.openDialog(),
        dismiss: () => void api.dismissNotice(),
        banner: () => void api.showBanner(),
        close: () => void api.closeDialog(),
      })
      for (const starter of starters.splice(0)) guarded(starter, api)
      return api
    },
    onInit: (listener) => {
      if (runtime === null) starters.push(listener)
      else guarded(listener, api)
    },
    dispose: () => {
      stopMarkup()
      runtime?.dispose()
    },
    ready: () => started().ready,
    on: events.on,
    subscribe: (listener) => started().subscribe(listener),
    getSnapshot: () => started().snapshot(),
    has: (condition) => started().allows(condition),
    hasConsented: () => Object.keys(started().snapshot().choice).length > 0,
    isVendorAllowed: (id) => started().vendorAllowed(id),
    getDeclaredVendors: () => started().declared(),
    getVendorChoice: () => {
      const { deniedVendors } = started().snapshot()
      return Object.fromEntries(api.getDeclaredVendors().map(({ id }) => [id, !deniedVendors.includes(id)]))
    },
    acceptAll: () => inTurn((begun) => begun.acceptAll()),
    rejectAll: () => inTurn((begun) => begun.rejectAll(), true),
    save: (input) => inTurn((begun) => begun.save(input), true),
    saveIAB: (draft) => inTurn((begun) => begun.saveIAB(draft)),
    dismissNotice: () => inTurn((begun) => begun.dismissNotice()),
    showBanner: () => inTurn((begun) => begun.showBanner()),
    openDialog: () => inTurn((begun) => begun.openDialog()),
    closeDialog: () => inTurn((begun) => begun.closeDialog()),
    setLanguage: (language) => inTurn((begun) => begun.setLanguage(language)),
    identify: (user) => inTurn((begun) => begun.identify(user)),
    mountUI: () => inTurn((begun) => begun.mountUI()),
    processIframes: () => inTurn((begun) => begun.processIframes()),
    clearRecords: () => inTurn((begun) => begun.clearRecords()),
  }

  window.cs = api
  if (Array.isArray(queued)) queued.forEach(call)
  if (config.manual !== true) api.init()
}
