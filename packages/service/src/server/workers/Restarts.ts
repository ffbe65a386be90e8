/**
 * When a process that died is started again.
 *
 * @module
 */

/** The history of a process that died, and of its predecessors. */
export interface Death {
  /** How many before it died soon. */
  readonly earlier: number
  /** For how long it had served, in milliseconds; null when it never did. */
  readonly servedMs: number | null
  /** Whether another process serves. */
  readonly othersServe: boolean
}

/** The decision. */
export type Restart =
  | { readonly _tag: "After"; readonly delayMs: number; readonly earlier: number }
  | { readonly _tag: "GiveUp" }

/** A process that serves for longer did not die because of its start. In milliseconds. */
const soonMs = 10_000

const firstDelayMs = 100
const longestDelayMs = 30_000

/** How many in a row may die before they serve while no other process does. */
const mostAttempts = 5

/** Each that dies soon doubles the delay. It is given up only where none serves, and the next would not either. */
export const planRestart = ({ earlier, othersServe, servedMs }: Death): Restart => {
  if (servedMs !== null && servedMs >= soonMs) return { _tag: "After", delayMs: firstDelayMs, earlier: 0 }
  if (servedMs === null && !othersServe && earlier + 1 >= mostAttempts) return { _tag: "GiveUp" }
  return { _tag: "After", delayMs: Math.min(longestDelayMs, firstDelayMs * 2 ** earlier), earlier: earlier + 1 }
}
