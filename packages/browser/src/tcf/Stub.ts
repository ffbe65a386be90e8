/**
 * The stub of the CMP API: answers `ping`, queues all other calls until the CMP is loaded, and forwards calls from
 * nested frames.
 *
 * @module
 */
import { isRecord, parseJson } from "../store/Plain.js"
import { apiVersion, isCallback, type TcfPlace } from "./Tcfapi.js"

const locator = "__tcfapiLocator"

/** The hidden frame by whose name nested frames find the CMP. */
export interface LocatorFrame {
  readonly style: { display: string }
  name: string
}

/** As much of a message as the bridge reads. */
export interface TcfMessage {
  readonly data: unknown
  readonly source: unknown
}

/** As much of a frame as it takes to look for a CMP above. */
export interface TcfFrame {
  readonly frames?: object
  readonly parent?: TcfFrame | null
}

/** What a stub needs of a window; a bare one has none of it. */
export interface StubWindow<Frame extends LocatorFrame> extends TcfPlace, TcfFrame {
  readonly document?: {
    readonly body: { appendChild(frame: Frame): unknown } | null
    createElement(tag: "iframe"): Frame
  }
  addEventListener?(type: "message", listener: (message: TcfMessage) => void): void
  setTimeout?(work: () => void, ms: number): unknown
}

/** Whether this frame or one above it has a CMP already. */
const hasLocator = (frame: TcfFrame): boolean => {
  try {
    // Asking whether the name is there is refused across origins; reading it is not.
    if (frame.frames && Reflect.get(frame.frames, locator)) return true
  } catch {
    // A frame of another origin refuses every name that is none of its children's.
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

/** Carries one call of a nested frame to the current `__tcfapi`, and the result back. */
const answer = (place: TcfPlace, { data, source }: TcfMessage): void => {
  const isText = typeof data === "string"
  const message = isText ? parseJson(data) : data
  const call = isRecord(message) && message["__tcfapiCall"]
  if (!isRecord(call) || !isPostable(source)) return
  const { command, version, parameter, callId } = call
  const callback = (returnValue: unknown, success?: boolean) => {
    const returned = { __tcfapiReturn: { returnValue, success, callId } }
    source.postMessage(isText ? JSON.stringify(returned) : returned, "*")
  }
  place.__tcfapi?.(command, version, callback, parameter)
}

/**
 * Puts the stub into a window, synchronously. Nothing happens where a stub or a CMP is already, in this frame or above it:
 * then {@link StubWindow.__tcfapi} is what it was.
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
