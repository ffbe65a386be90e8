/**
 * The events of a page: `ready`, `consent`, `ui` and `error`, for listeners and as `cs:<event>` on the document.
 *
 * @module
 */
import { page, warn } from "./Globals.js"

/** The events of a page. */
export type EventName = "ready" | "consent" | "ui" | "error"

/** Listens to an event. */
export type Listener = (detail: unknown) => void

/** Emits events. */
export interface Events {
  /** Late listeners of `ready` and `ui` get the last event immediately. */
  readonly on: (event: EventName, listener: Listener) => () => void
  readonly emit: (event: EventName, detail: unknown) => void
}

/** Runs the page's code; a failure is reported and stops nothing else. */
export const guarded = <A extends ReadonlyArray<unknown>>(
  work: ((...args: A) => unknown) | undefined,
  ...args: A
): void => {
  try {
    work?.(...args)
  } catch (error) {
    warn(error)
  }
}

/** Makes the page's events. */
export const makeEvents = (): Events => {
  const listeners: Array<readonly [EventName, Listener]> = []
  const last = new Map<EventName, unknown>()
  return {
    on: (event, listener) => {
      const entry = [event, listener] as const
      listeners.push(entry)
      if (last.has(event)) guarded(listener, last.get(event))
      return () => {
        const at = listeners.indexOf(entry)
        if (at !== -1) listeners.splice(at, 1)
      }
    },
    emit: (event, detail) => {
      if (event === "ready" || event === "ui") last.set(event, detail)
      for (const [, listener] of listeners.filter(([name]) => name === event)) guarded(listener, detail)
      page?.dispatchEvent(new CustomEvent(`cs:${event}`, { detail }))
    },
  }
}
