// @ts-check
// Measurements inside a page by its own clock, injected before the page's scripts. Each duration becomes a
// user-timing measure, which also appears in the browser's trace.

/**
 * When a click counts as answered: when the surfaces have at least this many elements of a selector, or none for 0.
 *
 * @typedef {{ readonly selector: string, readonly count: number }} Ending
 */

/** By what they are measured as. @typedef {Readonly<Record<string, Ending>>} Endings */

/**
 * @typedef {object} Probe
 * @property {Promise<void>} banner fulfilled once `banner` is measured: from the end of the answer of `/init` to the frame that has it
 * @property {(endings: Endings) => void} awaitClick measures the next click, to the frame that has each of its endings
 * @property {() => Promise<unknown>} clicked fulfilled once that click is measured
 * @property {() => number} shifted the sum of all layout shifts so far
 */

/** What the names of all measures start with. */
export const measured = "probe "

/** Puts a probe into `window.probe`. Runs in the page, and so refers to nothing of this module. @param {string} prefix */
export const putProbe = (prefix) => {
  const roots = () =>
    Array.from(document.querySelectorAll("[data-testid$=-root]")).flatMap(({ shadowRoot }) => shadowRoot ?? [])

  const isThere = (/** @type {Ending} */ { count, selector }) => {
    const found = roots().reduce((sum, root) => sum + root.querySelectorAll(selector).length, 0)
    return count === 0 ? found === 0 : found >= count
  }

  /** @param {string} name @param {number} start @param {Ending} ending @returns {Promise<void>} */
  const measure = (name, start, ending) =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        performance.measure(prefix + name, { start, end: performance.now() })
        resolve()
      }
      // A frame's style, layout and paint follow its callbacks within one task; a message comes after that task.
      const frame = () => requestAnimationFrame(() => (isThere(ending) ? port2.postMessage(null) : frame()))
      frame()
    })

  const answered = () => {
    const resources = performance.getEntriesByType("resource")
    const found = resources.find(({ name }) => new URL(name).pathname === "/init")
    return found instanceof PerformanceResourceTiming ? found.responseEnd : null
  }

  let shifts = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shifts += "value" in entry ? Number(entry.value) : 0
  }).observe({ type: "layout-shift", buffered: true })

  const banner = new Promise((resolve) => {
    document.addEventListener("cs:ui", (event) => {
      if (!(event instanceof CustomEvent) || event.detail !== "banner") return
      const start = answered()
      // A page that resolves by a manifest sends no request.
      if (start !== null)
        resolve(measure("banner", start, { selector: "[data-testid$=consent-banner-root]", count: 1 }))
    })
  })

  /** @type {Promise<unknown>} */
  let clicked = Promise.resolve()

  /** @type {Probe} */
  const probe = {
    banner,
    shifted: () => shifts,
    clicked: () => clicked,
    awaitClick: (endings) => {
      clicked = new Promise((resolve) => {
        const listener = ({ timeStamp = 0 }) =>
          resolve(Promise.all(Object.entries(endings).map(([name, ending]) => measure(name, timeStamp, ending))))
        window.addEventListener("click", listener, { capture: true, once: true })
      })
    },
  }
  Reflect.set(window, "probe", probe)
}
