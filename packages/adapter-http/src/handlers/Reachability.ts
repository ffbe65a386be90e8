/**
 * Whether the store can be reached, asked as often as anybody likes and found out seldom enough to cost nothing.
 *
 * @module
 */
import type * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberId from "effect/FiberId"

/** For how many milliseconds, from when a check began, its good news is good enough. */
export const goodForMs = 100

/**
 * Makes a check of the store that whoever asks shares:
 *
 * - While one is under way, everybody who comes gets what comes of it, so that a store in trouble, which is slow to say
 *   so, is not asked by each of those who poll. Its answer tells of a moment within the time that the store is given.
 * - That the store was reached is told again for 100 ms from when that check began: no load balancer asks as often, and
 *   no flood of requests reaches the store.
 * - That it was not is never told again: whoever comes after that finds out anew, so an instance is back as soon as its
 *   store is.
 *
 * @returns the check; already done where nothing has to be found out
 */
export const makeReachability = <E>(
  ping: Effect.Effect<void, E>,
  clock: Clock.Clock,
): (() => Effect.Effect<void, E>) => {
  let underWay: Deferred.Deferred<void, E> | null = null
  let reachedAt: number | null = null

  const isGood = (): boolean => {
    if (reachedAt === null) return false
    const age = clock.unsafeCurrentTimeMillis() - reachedAt
    // A clock that was set back would make it good for longer.
    return age >= 0 && age < goodForMs
  }

  const check = Effect.suspend(() => {
    if (underWay !== null) return Deferred.await(underWay)
    const told = Deferred.unsafeMake<void, E>(FiberId.none)
    const startedAt = clock.unsafeCurrentTimeMillis()
    underWay = told
    return Effect.onExit(ping, (exit) =>
      Effect.sync(() => {
        underWay = null
        reachedAt = Exit.isSuccess(exit) ? startedAt : null
        Deferred.unsafeDone(told, exit)
      }),
    )
  })

  return () => (isGood() ? Exit.void : check)
}
