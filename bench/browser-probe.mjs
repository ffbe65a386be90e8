// @ts-check
// Measurements inside a page by its own clock, injected before the page's scripts. Each duration becomes a
// user-timing measure, which also appears in the browser's trace.

/**
 * When something counts as done: when page and surfaces have at least this many elements of a selector, or none for 0.
 *
 * @typedef {{ readonly selector: string, readonly count: number }} Ending
 */

/** By what they are measured as. @typedef {Readonly<Record<string, Ending>>} Endings */

/**
 * When a page has shown what it has for a new visitor: from an event on, as soon as the ending is there.
 *
 * @typedef {{ readonly event: string, readonly detail?: string, readonly ending: Ending }} Moment
 */

/**
 * @typedef {object} Probe
 * @property {Promise<unknown>} shown fulfilled once `shown` is measured, from the page's beginning to the frame at its moment; and
 *   `banner`, from the end of the answer of `/init` to that frame, where a page requests one
 * @property {(selector: string) => Promise<{ x: number, y: number }>} locate the middle of what has a selector, once it has come to rest
 * @property {(endings: Endings) => void} awaitClick measures the next click, to the frame that has each of its endings
 * @property {() => Promise<unknown>} clicked fulfilled once that click is measured
 * @property {() => number} shifted the sum of all layout shifts so far
 * @property {ReadonlyArray<string>} errors that no script of the page has handled
 */

/** What the names of all measures start with. */
export const measured = "probe "

/**
 * Puts a probe into `window.probe`. Runs in the page, and so refers to nothing of this module.
 *
 * @param {{ readonly prefix: string, readonly moment: Moment }} input
 */
export const putProbe = ({ moment, prefix }) => {
  const places = () => [
    document,
    ...Array.from(document.querySelectorAll("[data-testid$=-root]")).flatMap(({ shadowRoot }) => shadowRoot ?? []),
  ]

  const isThere = (/** @type {Ending} */ { count, selector }) => {
    const found = places().reduce((sum, place) => sum + place.querySelectorAll(selector).length, 0)
    return count === 0 ? found === 0 : found >= count
  }

  /** @param {() => Readonly<Record<string, number>>} starts by name @param {Ending} ending @returns {Promise<void>} */
  const measure = (starts, ending) =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        const end = performance.now()
        for (const [name, start] of Object.entries(starts())) performance.measure(prefix + name, { start, end })
        resolve()
      }
      // A frame's style, layout and paint follow its callbacks within one task; a message comes after that task.
      const frame = () => requestAnimationFrame(() => (isThere(ending) ? port2.postMessage(null) : frame()))
      frame()
    })

  /** A page that resolves by a manifest, or asks no service, has no answer. */
  const answered = () => {
    const resources = performance.getEntriesByType("resource")
    const found = resources.find(({ name }) => new URL(name).pathname === "/init")
    return found instanceof PerformanceResourceTiming && { banner: found.responseEnd }
  }

  let shifts = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shifts += "value" in entry ? Number(entry.value) : 0
  }).observe({ type: "layout-shift", buffered: true })

  const shown = new Promise((resolve) => {
    const { detail, ending, event: type } = moment
    const listener = (/** @type {Event} */ event) => {
      if (detail !== undefined && !(event instanceof CustomEvent && event.detail === detail)) return
      window.removeEventListener(type, listener, true)
      resolve(measure(() => ({ shown: 0, ...answered() }), ending))
    }
    window.addEventListener(type, listener, true)
  })

  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

  /** @param {string} selector */
  const locate = async (selector) => {
    const [found] = places().flatMap((place) => place.querySelector(selector) ?? [])
    if (found === undefined) throw new Error(`nothing has ${selector}`)
    found.scrollIntoView({ block: "nearest" })
    const root = found.getRootNode()
    for (let before = Number.NaN; ; ) {
      await nextFrame()
      const { height, width, x, y } = found.getBoundingClientRect()
      const middle = { x: x + width / 2, y: y + height / 2 }
      const hit =
        root instanceof Document || root instanceof ShadowRoot ? root.elementFromPoint(middle.x, middle.y) : null
      if (y === before && found.contains(hit)) return middle
      before = y
    }
  }

  /** @type {Array<string>} */
  const errors = []
  window.addEventListener("error", ({ message }) => errors.push(message))
  window.addEventListener("unhandledrejection", ({ reason }) => errors.push(String(reason)))

  /** @type {Promise<unknown>} */
  let clicked = Promise.resolve()

  /** @type {Probe} */
  const probe = {
    shown,
    locate,
    errors,
    shifted: () => shifts,
    clicked: () => clicked,
    awaitClick: (endings) => {
      clicked = new Promise((resolve) => {
        const listener = ({ timeStamp = 0 }) =>
          resolve(
            Promise.all(
              Object.entries(endings).map(([name, ending]) => measure(() => ({ [name]: timeStamp }), ending)),
            ),
          )
        window.addEventListener("click", listener, { capture: true, once: true })
      })
    },
  }
  Reflect.set(window, "probe", probe)
}
