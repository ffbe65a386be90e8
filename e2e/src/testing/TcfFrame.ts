/**
 * A partner's frame: a page on a host of its own that reaches the CMP of a page above it as IAB's documents have it, by
 * the locator frame and messages, and sends every answer to the vendor host, which logs it.
 *
 * @module
 */
import type { Stage } from "./Stage.js"

/** Two ways to word a message. */
export type Wording = "object" | "string"

/** A call of a frame. The id under which it is made is its place among the calls, from 0. */
export interface FrameCall {
  readonly command: string
  readonly parameter?: unknown
}

/** What a frame is like. */
export interface FrameSpec {
  /** The prefix of what it sends. */
  readonly name: string
  readonly wording: Wording
  readonly calls: ReadonlyArray<FrameCall>
  /** Messages that make no sense, sent before the calls: JavaScript literals. */
  readonly nonsense?: ReadonlyArray<string>
  /** Its other content. */
  readonly body?: string
}

const script = ({ calls, name, nonsense = [], wording }: FrameSpec, vendorOrigin: string): string => `<script>
const above = () => {
  for (let frame = window; ; frame = frame.parent) {
    try { if (frame.frames.__tcfapiLocator) return frame } catch {}
    if (frame === window.top) return null
  }
}
let told = 0
addEventListener("message", ({ data }) => {
  let message = data
  try { if (typeof data === "string") message = JSON.parse(data) } catch {}
  const answer = message && message.__tcfapiReturn
  if (!answer) return
  const { callId, returnValue, success } = answer
  const { cmpStatus, eventStatus, tcString } = Object(returnValue)
  const facts = [told++, "${name}", typeof data, callId, success, eventStatus || cmpStatus, tcString]
  new Image().src = "${vendorOrigin}/" + facts.map(String).join("/")
})
const begin = () => {
  const cmp = above()
  if (cmp === null) return setTimeout(begin, 20)
  for (const message of [${nonsense.join(", ")}]) cmp.postMessage(message, "*")
  const calls = ${JSON.stringify(calls)}
  calls.forEach(({ command, parameter }, callId) => {
    const call = { __tcfapiCall: { command, version: 2, callId, parameter } }
    cmp.postMessage(${wording === "string" ? "JSON.stringify(call)" : "call"}, "*")
  })
}
begin()
</script>`

/** The markup of such a frame. */
export const tcfFrame = ({ site, vendor }: Stage, host: string, spec: FrameSpec): string => {
  const made = new URL(site.page({ head: script(spec, vendor.origin), body: spec.body ?? "" }))
  made.hostname = host
  return `<iframe title="${spec.name}" src="${made.href}"></iframe>`
}

/** The content of one answer. */
export interface Answer {
  /** Its place among the answers its frame had. */
  readonly place: number
  readonly frame: string
  readonly wording: string
  readonly call: number
  readonly success: boolean
  readonly status: string
  readonly tcString: string
}

/** The answers in a log of the vendor host, each frame's in the order it had them: requests overtake each other. */
export const answersIn = (hits: ReadonlyArray<string>): ReadonlyArray<Answer> =>
  hits
    .map((path) => {
      const [, place, frame = "", wording = "", call = "", success = "", status = "", tcString = ""] = path.split("/")
      return { place: Number(place), frame, wording, call: Number(call), success: success === "true", status, tcString }
    })
    .sort((one, other) => one.place - other.place)
