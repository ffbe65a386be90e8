/**
 * The timers and the clocks of this thread, which a world takes over while its schedule runs.
 *
 * They are replaced once for all schedules of an exploration: V8 discards compiled code that uses a global each time that
 * the global changes.
 */

export type Callback = (...args: ReadonlyArray<unknown>) => void

/** What code plans its turns and reads the time with. */
export interface Globals {
  readonly setTimeout: (callback: Callback, ms?: number, ...args: ReadonlyArray<unknown>) => unknown
  readonly clearTimeout: (handle: unknown) => void
  readonly setImmediate: (callback: Callback, ...args: ReadonlyArray<unknown>) => unknown
  readonly clearImmediate: (handle: unknown) => void
  readonly queueMicrotask: (task: () => void) => void
  /** `performance.now`. */
  readonly monotonic: () => number
  /** `Date.now`. */
  readonly epoch: () => number
}

const replace = (target: object, name: string, value: unknown): (() => void) => {
  const before = Object.getOwnPropertyDescriptor(target, name)
  Object.defineProperty(target, name, { value, configurable: true, writable: true })
  return () => {
    if (before === undefined) Reflect.deleteProperty(target, name)
    else Object.defineProperty(target, name, before)
  }
}

/** Lets the given globals take the place of the thread's. @returns puts those back */
export const replaceGlobals = (current: () => Globals): (() => void) => {
  const restores = [
    replace(globalThis, "setTimeout", (callback: Callback, ms?: number, ...args: ReadonlyArray<unknown>) =>
      current().setTimeout(callback, ms, ...args),
    ),
    replace(globalThis, "clearTimeout", (handle: unknown) => current().clearTimeout(handle)),
    replace(globalThis, "setImmediate", (callback: Callback, ...args: ReadonlyArray<unknown>) =>
      current().setImmediate(callback, ...args),
    ),
    replace(globalThis, "clearImmediate", (handle: unknown) => current().clearImmediate(handle)),
    replace(globalThis, "queueMicrotask", (task: () => void) => current().queueMicrotask(task)),
    replace(performance, "now", () => current().monotonic()),
    replace(Date, "now", () => current().epoch()),
  ]
  return () => {
    for (const restore of restores) restore()
  }
}
