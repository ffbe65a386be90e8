/**
 * The CMP API that replaces the stub.
 *
 * @module
 */
import type { VendorList } from "@consent-service/core/vendor"
import { type PublishedTc, tcDataOf } from "./TcData.js"
import { isCmpId } from "./TcModel.js"
import { apiVersion, type DisplayStatus, isCallback, type Tcfapi, type TcfCallback, type TcfPlace } from "./Tcfapi.js"

/** What the API needs from its host. */
export interface CmpPort {
  /** The window, or what stands for it; a stub must be in it (see `installStub`), else nothing is put there. */
  readonly place: TcfPlace
  /** Absent where the operator has none; then no string is published. Read each time, so it may change. */
  readonly cmpId: number | null | undefined
  readonly cmpVersion: number
  /** The list in use, for `ping` and `getVendorList`. */
  readonly list: () => VendorList | null
  /** Receives what a tag's callback throws. */
  readonly report: (error: unknown) => void
}

/** What is reported from now on. */
export interface CmpState {
  readonly gdprApplies: boolean
  readonly displayStatus: DisplayStatus
  /** Null where there is none to publish. Under the GDPR that is an error. */
  readonly tc: PublishedTc | null
}

/** The running API. */
export interface CmpApi {
  /**
   * Publishes a state: the first one replaces the stub with the API and answers what waits there, a later one calls
   * the listeners if the TC data or its event differ from the last.
   */
  readonly update: (state: CmpState) => void
}

const isSupported = (version: unknown): boolean => version == null || version === 0 || version === 2

/** Whether the list in use is the one that is asked for: any, the latest, or of that version. */
const isListWanted = (wanted: unknown, { vendorListVersion }: VendorList): boolean =>
  wanted == null || wanted === "LATEST" || Number(wanted) === vendorListVersion

/** A stub's calls are arrays, or the `arguments` of a function. */
const isCalls = (value: unknown): value is Array<ArrayLike<unknown>> => Array.isArray(value)

/** What makes one state other news than another. */
const newsOf = ({ gdprApplies, tc }: CmpState): string => [gdprApplies, tc?.tcString, tc?.eventStatus].join()

/**
 * Makes the API. A CMP without a registered id publishes nothing under the GDPR: it is in the status `error`, in which,
 * as the CMP API specifies, `ping` is answered and no other command is; those wait for better times.
 */
export const makeCmpApi = (port: CmpPort): CmpApi => {
  const listeners = new Map<unknown, TcfCallback>()
  let lastId = 0
  let waiting: Array<ArrayLike<unknown>> | undefined
  let state: CmpState = { gdprApplies: false, displayStatus: "hidden", tc: null }

  const answer = (callback: TcfCallback, value: unknown, success?: boolean) => {
    try {
      callback(value, success)
    } catch (error) {
      port.report(error)
    }
  }

  /** No string without a CMP's id, nor where the GDPR does not apply. */
  const published = () => (state.gdprApplies && isCmpId(port.cmpId) ? state.tc : null)

  const isBroken = () => state.gdprApplies && !published()

  /** What every answer holds. */
  const base = () => ({
    gdprApplies: state.gdprApplies,
    tcfPolicyVersion: published()?.model.policyVersion ?? port.list()?.tcfPolicyVersion ?? 5,
    cmpId: port.cmpId,
    cmpVersion: port.cmpVersion,
  })

  const ping = () => ({
    ...base(),
    cmpLoaded: true,
    cmpStatus: isBroken() ? "error" : "loaded",
    displayStatus: state.displayStatus,
    apiVersion,
    gvlVersion: port.list()?.vendorListVersion,
  })

  const data = () => {
    const tc = published()
    return { ...base(), ...(tc && tcDataOf(tc)) }
  }

  const tell = (listener: TcfCallback, listenerId: unknown) => answer(listener, { ...data(), listenerId }, true)

  const run: Tcfapi = (...call) => {
    const [command, version, callback, parameter] = call
    const list = port.list()
    if (!isCallback(callback)) return
    if (!isSupported(version)) answer(callback, null, false)
    else if (command === "ping") answer(callback, ping(), true)
    else if (isBroken()) waiting?.push(call)
    else if (command === "getTCData") answer(callback, data(), true)
    else if (command === "addEventListener") {
      listeners.set(++lastId, callback)
      tell(callback, lastId)
    } else if (command === "removeEventListener") answer(callback, listeners.delete(parameter))
    else if (command === "getVendorList" && list && isListWanted(parameter, list)) answer(callback, list, true)
    else answer(callback, null, false)
  }

  /** Takes the stub's place; where there is no stub, a frame above has the CMP. @returns what waits there */
  const install = () => {
    const calls = port.place.__tcfapi?.()
    if (port.place.__tcfapi) port.place.__tcfapi = run
    return isCalls(calls) ? calls : []
  }

  return {
    update: (next) => {
      const isNews = newsOf(state) !== newsOf(next)
      const newest = lastId
      state = next
      const calls = waiting ?? install()
      waiting = []
      // A listener that is added meanwhile has been called already, and a removed one is not called again.
      if (isNews && !isBroken()) for (const [id, listener] of listeners) if (Number(id) <= newest) tell(listener, id)
      for (const call of calls) run(...Array.from(call))
    },
  }
}
