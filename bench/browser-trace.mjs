// @ts-check
// Reads from a Chromium trace how long the tasks and measures of a script's thread took, and how much of
// that was CPU time, which does not depend on other load.
import { measured } from "./browser-probe.mjs"

export const categories = ["devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing"]

/** @typedef {{ readonly name: string, readonly ph: string, readonly pid: number, readonly tid: number, readonly ts: number, readonly dur?: number, readonly tdur?: number, readonly args?: { readonly data?: { readonly url?: string } } }} TraceEvent */

/** In milliseconds. @typedef {{ readonly wall: number, readonly worked: number }} Span */

/** @param {TraceEvent} task @returns {Span} */
const spanOf = ({ dur = 0, tdur = dur }) => ({ wall: dur / 1000, worked: tdur / 1000 })

/**
 * The task that evaluated the script, and what was measured, by name.
 *
 * @param {Buffer} trace @param {string} script its address
 */
export const readTrace = (trace, script) => {
  /** @type {{ readonly traceEvents: ReadonlyArray<TraceEvent> }} */
  const { traceEvents } = JSON.parse(trace.toString())
  const evaluation = traceEvents.find(({ args, name }) => name === "EvaluateScript" && args?.data?.url === script)
  if (evaluation === undefined) throw new Error(`no trace of ${script}`)
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) => name === "RunTask" && ph === "X" && pid === evaluation.pid && tid === evaluation.tid,
  )
  const start = tasks.find(({ dur = 0, ts }) => ts <= evaluation.ts && evaluation.ts <= ts + dur)
  if (start === undefined) throw new Error(`no task evaluated ${script}`)

  /** @type {Map<string, Span>} */
  const measures = new Map()
  for (const begin of traceEvents.filter(({ name, ph }) => name.startsWith(measured) && ph === "b")) {
    const end = traceEvents.find(({ name, ph, pid }) => name === begin.name && ph === "e" && pid === begin.pid)
    if (end === undefined) continue
    const work = tasks
      .filter(({ dur = 0, ts }) => ts < end.ts && ts + dur > begin.ts)
      .map((task) => spanOf(task).worked)
    measures.set(begin.name.slice(measured.length), {
      wall: (end.ts - begin.ts) / 1000,
      worked: work.reduce((sum, ms) => sum + ms, 0),
    })
  }
  return { start: spanOf(start), measures }
}
