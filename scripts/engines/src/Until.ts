/** Waiting for what can only be asked for again and again. */
import { setTimeout as sleep } from "node:timers/promises"

/** How long to ask, and what is said when the time is over. */
export interface Patience {
  readonly everyMs: number
  readonly forMs: number
  readonly failure: () => string
}

/** Asks until the answer is not undefined; rejects when the time is over. */
export const until = async <A>(
  ask: () => Promise<A | undefined>,
  { everyMs, failure, forMs }: Patience,
): Promise<A> => {
  for (const deadline = Date.now() + forMs; Date.now() < deadline; await sleep(everyMs)) {
    const answer = await ask()
    if (answer !== undefined) return answer
  }
  throw new Error(`${failure()} (waited ${forMs / 1_000} s)`)
}
