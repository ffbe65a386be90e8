/**
 * The stub of the CMP API: answers `ping`, queues all other calls until the CMP is loaded, and forwards calls from
 * nested frames.
 *
 * @module
 */
import { at, isRecord, parseJson } from "../store/Plain.js"
import { apiVersion, isCallback, type TcfPlace } from "./Tcfapi.js"

const locator = "__tcfapiLocator"

/** The hidden frame whose name nested frames use to find the CMP. */
export interface LocatorFrame {
  readonly style: { display: string }
  name: string
}

/** The part of a message that the bridge reads. */
export interface TcfMessage {
  readonly data: unknown
  readonly source: unknown
}

/** The part of a frame that the search for a CMP above needs. */
export interface TcfFrame {
  readonly frames?: object
  readonly parent?: TcfFrame | null
}

/** The members of a window that a stub uses; a bare window has none of them. */
export interface StubWindow<Frame extends LocatorFrame> extends TcfPlace, TcfFrame {
  readonly document?: {
    readonly body: { appendChild(frame: Frame): unknown } | null
    createElement(tag: "iframe"): Frame
  }
  addEventListener?(type: "message", listener: (message: TcfMessage) => void): void
  setTimeout?(work: () => void, ms: number): unknown
}

/** Whether this frame or one above it already has a CMP. */
const hasLocator = (frame: TcfFrame): boolean => {
  try {
    // The `in` operator is denied across origins; reading the member is not.
    if (frame.frames && Reflect.get(frame.frames, locator)) return true
  } catch {
    // A frame of another origin denies every name that is not one of its child frames.
  }
  const { parent } = frame
  return parent ? parent !== frame && hasLocator(parent) : false
}

const addLocator = <Frame extends LocatorFrame>(window: StubWindow<Frame>): void => {
  const { document } = window
  if (document?.body) {
    const frame = document.createElement("iframe")
    frame.style.display = "none"
    frame.name = locator
    document.body.appendChild(frame)
  } else if (document) {
    window.setTimeout?.(() => addLocator(window), 5)
  }
}

interface Postable {
  postMessage(message: unknown, target: string): void
}

const isPostable = (source: unknown): source is Postable => isRecord(source) && "postMessage" in source

/** Forwards one call of a nested frame to the current `__tcfapi`, and the result back. */
const answer = (place: TcfPlace, { data, source }: TcfMessage): void => {
  const isText = typeof data === "string"
  const call = at(isText ? parseJson(data) : data, "__tcfapiCall")
  if (!isRecord(call) || !isPostable(source)) return
  const { command, version, parameter, callId } = call
  const callback = (returnValue: unknown, success?: boolean) => {
    const returned = { __tcfapiReturn: { returnValue, success, callId } }
    source.postMessage(isText ? JSON.stringify(returned) : returned, "*")
  }
  place.__tcfapi?.(command, version, callback, parameter)
}

/**
 * Adds the stub to a window, synchronously. Does nothing where a stub or a CMP exists, in this frame or above it:
 * then {@link StubWindow.__tcfapi} is unchanged.
 */
export const installStub = <Frame extends LocatorFrame>(window: StubWindow<Frame>): void => {
  if (window.__tcfapi || hasLocator(window)) return
  const queue: Array<ReadonlyArray<unknown>> = []
  window.__tcfapi = (...call) => {
    const [command, , callback] = call
    if (call.length === 0) return queue
    if (command !== "ping") queue.push(call)
    else if (isCallback(callback)) {
      callback({ cmpLoaded: false, cmpStatus: "stub", displayStatus: "hidden", apiVersion }, true)
    }
    return undefined
  }
  addLocator(window)
  window.addEventListener?.("message", (message) => answer(window, message))
}
