/**
 * Replaces the queue with the API and runs the queued calls.
 *
 * @module
 */
import { hasIab } from "../env/Built.js"
import { warn } from "../env/Globals.js"
import { version } from "../env/Version.js"
import { not, type Outcome } from "../runtime/Actions.js"
import type { Parts } from "../runtime/Parts.js"
import type { ReceiptOptions, Tools } from "../runtime/ToolsCode.js"
import { makeRuntime, type Runtime } from "../runtime/Runtime.js"
import type { PageOptions } from "../config/PageOptions.js"
import { guarded, makeEvents } from "../env/Events.js"
import { serveMarkup } from "../env/Markup.js"
import { grantsOf } from "../consent/Act.js"
import { mergeOptions } from "../config/MergeOptions.js"
import { isApi, type PageApi } from "./PageApi.js"
import { immediate, isDeferred, readCall } from "./Queue.js"
import { readTag, type Tag } from "../config/Tag.js"

declare global {
  interface Window {
    cs?: unknown
  }
}

/** Starts a bundle; does nothing on a page that already has one. */
export const install = (parts: Parts, tag: Tag = readTag()): void => {
  const queued = window.cs
  if (isApi(queued)) {
    const problem = "another bundle is on this page"
    if (hasIab && parts.makeIab) throw new Error(`cs: ${problem}`)
    return warn(problem)
  }
  const events = makeEvents()
  const starters: Array<(api: PageApi) => void> = []
  let config: PageOptions = tag.config
  let runtime: Runtime | null = null
  let stopMarkup = () => {}
  let received = 0
  /** What makes the next address of the tools a new one, after it failed. */
  let suffix = ""

  const started = (): Runtime => {
    if (!runtime) throw new Error("cs: init() comes first")
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

  /** Loads the code of a method that is called rarely. */
  const withTools =
    <A>(method: (tools: Tools) => (options?: ReceiptOptions) => Promise<A>) =>
    async (options?: ReceiptOptions) => {
      try {
        return await method(await parts.loadFile("tools", started(), tag, suffix))(options)
      } catch (error) {
        suffix += "?"
        warn(error)
        return not("unavailable")
      }
    }

  const call = (entry: unknown): void => {
    const [method, ...args] = readCall(entry) ?? [""]
    received++
    if (!(immediate.includes(method) || isDeferred(method))) return warn("cannot queue", method)
    const run = () => guarded(() => Reflect.apply(Reflect.get(api, method), api, args))
    if (!runtime && !immediate.includes(method)) starters.push(run)
    else run()
  }

  const api: PageApi = {
    version,
    pkg: parts.pkg,
    get mode() {
      return runtime?.snapshot().mode ?? config.mode ?? parts.mode
    },
    get hosting() {
      return runtime?.resolution().hosting ?? null
    },
    get client() {
      return runtime
    },
    push: (...calls) => {
      calls.forEach(call)
      return received
    },
    config: (over) => {
      if (!runtime) config = mergeOptions(config, over)
      else warn("config after init")
    },
    init: (options = {}) => {
      if (runtime) return api
      config = mergeOptions(config, options)
      runtime = makeRuntime(parts, config, tag, events)
      stopMarkup = serveMarkup(api)
      for (const starter of starters.splice(0)) guarded(starter, api)
      return api
    },
    onInit: (listener) => {
      if (!runtime) starters.push(listener)
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
    getVendorChoice: () => grantsOf({ denied: started().snapshot().deniedVendors }, api.getDeclaredVendors()),
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
    receipt: withTools(({ receipt }) => receipt),
    debug: withTools(({ debug }) => debug),
  }

  window.cs = api
  if (Array.isArray(queued)) queued.forEach(call)
  if (config.manual !== true) api.init()
}
