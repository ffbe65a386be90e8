/**
 * The globals of the page, each optional: a bundle must start in a bare VM with only `window` and `fetch`.
 *
 * @module
 */

/** The document; undefined where there is none. */
export const page: Document | undefined = globalThis.document

/** Runs once after a number of milliseconds; where there are no timers, never. */
export const later = (work: () => void, ms = 0): number | undefined => window.setTimeout?.(work, ms)

/** Cancels a timer. */
export const forget = (timer: number | undefined): void => {
  if (timer) window.clearTimeout(timer)
}

/** Listens until the returned function is called; does nothing where there are no events. */
export const listen = (
  target: EventTarget | undefined,
  type: string,
  handler: (event: Event) => void,
  capture = false,
): (() => void) => {
  target?.addEventListener?.(type, handler, capture)
  return () => target?.removeEventListener?.(type, handler, capture)
}

/** Logs a message for the page's developer. */
export const warn = (...words: ReadonlyArray<unknown>): void => {
  globalThis.console?.warn("cs:", ...words)
}
