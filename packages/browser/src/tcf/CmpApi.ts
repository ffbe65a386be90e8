/**
 * The CMP API that replaces the stub.
 *
 * @module
 */
import type { VendorList } from "@consent-service/core/vendor"
import { type PublishedTc, tcDataOf } from "./TcData.js"
import { isCmpId } from "./TcModel.js"
import { apiVersion, type DisplayStatus, isCallback, type Tcfapi, type TcfCallback, type TcfPlace } from "./Tcfapi.js"

/** The dependencies of the API. */
export interface CmpPort {
  /** The window, or a substitute; it must have a stub (see `installStub`), otherwise the API is not installed. */
  readonly place: TcfPlace
  /** Absent where the operator has none; then no string is published. It is read each time, so it may change. */
  readonly cmpId: number | null | undefined
  readonly cmpVersion: number
  /** The list in use, for `ping` and `getVendorList`. */
  readonly list: () => VendorList | null
  /** Receives errors that a tag's callback throws. */
  readonly report: (error: unknown) => void
}

/** The state to report. */
export interface CmpState {
  readonly gdprApplies: boolean
  readonly displayStatus: DisplayStatus
  /** Null where there is no string to publish. Under the GDPR that is an error. */
  readonly tc: PublishedTc | null
}

/** The running API. */
export interface CmpApi {
  /**
   * Publishes a state: the first one replaces the stub with the API and answers its queue, a later one calls
   * the listeners if the TC data or its event differ from the last.
   */
  readonly update: (state: CmpState) => void
}

const isSupported = (version: unknown): boolean => version == null || version === 0 || version === 2

/** Whether the requested list is the one in use: any, the latest, or of that version. */
const isListWanted = (wanted: unknown, { vendorListVersion }: VendorList): boolean =>
  wanted == null || wanted === "LATEST" || Number(wanted) === vendorListVersion

/** A stub's queue has arrays, or `arguments` objects. */
const isCalls = (value: unknown): value is Array<ArrayLike<unknown>> => Array.isArray(value)

/** The parts that make two states different for listeners. */
const newsOf = ({ gdprApplies, tc }: CmpState): string => [gdprApplies, tc?.tcString, tc?.eventStatus].join()

/**
 * Makes the API. A CMP without a registered id publishes nothing under the GDPR: its status is `error`, in which,
 * as the CMP API specifies, only `ping` is answered; other commands wait.
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

  /** There is no string without a CMP id, nor where the GDPR does not apply. */
  const published = () => (state.gdprApplies && isCmpId(port.cmpId) ? state.tc : null)

  const isBroken = () => state.gdprApplies && !published()

  /** The common part of every answer. */
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

  /** Replaces the stub; without a stub, a frame above has the CMP. @returns the stub's queue */
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
      // A listener that is added meanwhile has been called already; a removed one must not be called again.
      if (isNews && !isBroken()) for (const [id, listener] of listeners) if (Number(id) <= newest) tell(listener, id)
      for (const call of calls) run(...Array.from(call))
    },
  }
}
