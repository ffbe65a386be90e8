/**
 * The globals of the page, each optional: a bundle starts in a bare VM that has only `window` and `fetch`.
 *
 * @module
 */

/** The document; undefined where there is none. */
export const page: Document | undefined = typeof document === "undefined" ? undefined : document

/** A number of milliseconds later, once; where there are no timers, never. */
export const later = (work: () => void, ms = 0): number | undefined =>
  typeof setTimeout === "undefined" ? undefined : window.setTimeout(work, ms)

/** Forgets what was to happen later. */
export const forget = (timer: number | undefined): void => {
  if (timer !== undefined) window.clearTimeout(timer)
}

/** Listens until the returned function is called; what has no events never calls. */
export const listen = (
  target: EventTarget | undefined,
  type: string,
  handler: (event: Event) => void,
  capture = false,
): (() => void) => {
  target?.addEventListener?.(type, handler, capture)
  return () => target?.removeEventListener?.(type, handler, capture)
}

/** Reports something to the developer of the page. */
export const warn = (...words: ReadonlyArray<unknown>): void => {
  if (typeof console !== "undefined") console.warn("cs:", ...words)
}
