// @ts-check
// Reads from a Chromium trace how long the tasks and measures of a page's thread took, and how much of
// that was CPU time, which does not depend on other load.
import { measured } from "./browser-probe.mjs"

export const categories = [
  "devtools.timeline",
  "disabled-by-default-devtools.timeline",
  "blink.user_timing",
  "v8.execute",
]

/** @typedef {{ readonly name: string, readonly ph: string, readonly pid: number, readonly tid: number, readonly ts: number, readonly dur?: number, readonly tdur?: number, readonly args?: { readonly data?: { readonly url?: string } } }} TraceEvent */

/** In milliseconds. @typedef {{ readonly wall: number, readonly worked: number }} Span */

/** Work of scripts on the page's thread: compiling, evaluating, called functions, and what promises run. */
const scriptWork = new Set([
  "EvaluateScript",
  "FunctionCall",
  "RunMicrotasks",
  "v8.compile",
  "v8.compileModule",
  "v8.evaluateModule",
])

/** What a script may force to happen early, and a frame would do otherwise. */
const rendering = new Set(["UpdateLayoutTree", "Layout"])

/** Whether it is a script of the measurement: only those of a page have an address. @param {TraceEvent} event */
const isForeign = ({ args, name }) => (name === "FunctionCall" || name === "EvaluateScript") && !args?.data?.url

/** @param {TraceEvent} event */
const endOf = ({ dur = 0, ts }) => ts + dur

/** @param {TraceEvent} inner @param {TraceEvent} outer */
const isInside = (inner, outer) => outer.ts <= inner.ts && endOf(inner) <= endOf(outer)

/** @param {ReadonlyArray<Span>} spans @returns {Span} */
const sumOf = (spans) => ({
  wall: spans.reduce((sum, { wall }) => sum + wall, 0),
  worked: spans.reduce((sum, { worked }) => sum + worked, 0),
})

/** @param {ReadonlyArray<TraceEvent>} events */
const spanOf = (events) => sumOf(events.map(({ dur = 0, tdur = dur }) => ({ wall: dur / 1000, worked: tdur / 1000 })))

/** Those that are not inside another one. @param {ReadonlyArray<TraceEvent>} events */
const outermost = (events) => {
  let until = 0
  return events
    .toSorted((a, b) => a.ts - b.ts || endOf(b) - endOf(a))
    .filter((event) => {
      const isInner = endOf(event) <= until
      until = Math.max(until, endOf(event))
      return !isInner
    })
}

/** @param {ReadonlyArray<TraceEvent>} events */
const measuresOf = (events) => {
  const ends = events.filter(({ name, ph }) => name.startsWith(measured) && ph === "e")
  return events
    .filter(({ name, ph }) => name.startsWith(measured) && ph === "b")
    .flatMap((begin) => {
      const end = ends.find(({ name, pid }) => name === begin.name && pid === begin.pid)
      return end ? [{ name: begin.name.slice(measured.length), begin, end }] : []
    })
}

/** @typedef {{ readonly task: TraceEvent, readonly spent: Span }} Worked */

/** How long scripts worked in each task, without style and layout. @param {ReadonlyArray<TraceEvent>} tasks @param {ReadonlyArray<TraceEvent>} events @returns {ReadonlyArray<Worked>} */
const scriptsIn = (tasks, events) => {
  const scripts = outermost(events.filter(({ name }) => scriptWork.has(name)))
  const other = outermost(events.filter((event) => rendering.has(event.name) || isForeign(event)))
  return tasks.map((task) => {
    const inside = scripts.filter((event) => isInside(event, task))
    const without = other.filter((event) => inside.some((script) => isInside(event, script)))
    const [all, less] = [spanOf(inside), spanOf(without)]
    return { task, spent: { wall: all.wall - less.wall, worked: all.worked - less.worked } }
  })
}

/** The task that evaluated a script. @param {ReadonlyArray<TraceEvent>} tasks @param {ReadonlyArray<TraceEvent>} events @param {string} script */
const taskOf = (tasks, events, script) => {
  const evaluation = events.find(({ args, name }) => name === "EvaluateScript" && args?.data?.url === script)
  return evaluation && tasks.find((task) => task.ts <= evaluation.ts && evaluation.ts <= endOf(task))
}

/** The task in which scripts worked longest. @param {ReadonlyArray<Worked>} worked */
const longestIn = (worked) => worked.toSorted((a, b) => b.spent.worked - a.spent.worked)[0]?.task

/**
 * What a page's thread did.
 *
 * - `script CPU`: the work of the page's scripts until the page has shown what it has, without style and layout. What V8 parses and
 *   compiles on other threads is not in it.
 * - `start task`: the task that evaluated the script in the page's head; of a page without, the task in which its scripts worked longest.
 *
 * @param {Buffer} trace @param {string | null} script the address of the one in the head
 * @returns {Map<string, Span>} these, and what was measured, by name
 */
export const readTrace = (trace, script) => {
  /** @type {{ readonly traceEvents: ReadonlyArray<TraceEvent> }} */
  const { traceEvents } = JSON.parse(trace.toString())
  const measures = measuresOf(traceEvents)
  const shown = measures.find(({ name }) => name === "shown")
  if (shown === undefined) throw new Error("the page has shown nothing")
  const { begin, end } = shown
  const own = traceEvents.filter(({ ph, pid, tid }) => ph === "X" && pid === begin.pid && tid === begin.tid)
  const tasks = own.filter(({ name }) => name === "RunTask")
  const early = (/** @type {TraceEvent} */ event) => event.ts >= begin.ts && event.ts < end.ts
  const worked = scriptsIn(tasks.filter(early), own.filter(early))
  const start = script === null ? longestIn(worked) : taskOf(tasks, own, script)
  if (start === undefined) throw new Error(`no task evaluated ${script}`)
  return new Map([
    ...measures.map(({ begin: from, end: to, name }) => {
      const during = tasks.filter((task) => task.ts < to.ts && endOf(task) > from.ts)
      return /** @type {const} */ ([name, { wall: (to.ts - from.ts) / 1000, worked: spanOf(during).worked }])
    }),
    /** @type {const} */ (["start task", spanOf([start])]),
    /** @type {const} */ (["script CPU", sumOf(worked.map(({ spent }) => spent))]),
  ])
}
