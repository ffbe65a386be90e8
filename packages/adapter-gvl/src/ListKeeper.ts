/**
 * Keeps the list of one language: fetches it once for everyone who waits, refreshes it in the background, serves the last
 * good one while that fails, and stops when no request needs it any more.
 *
 * A keeper is in one of five states:
 *
 * - `first`: the first attempt is running, from the cache, then from the endpoint. Requests may wait for it.
 *   A list arrives: `fresh`. The attempt fails: `empty`.
 * - `fresh`: the list is served; the fiber sleeps until 75 to 90 percent of its `ttlMs`, then refreshes it.
 *   Success: `fresh` again. Failure: `stale`. No request for seven days: the list is dropped, `dormant`.
 * - `stale`: the last good list is served while attempts fail, with longer and longer pauses.
 *   Success: `fresh`. Seven days after the list was fetched: it is dropped, `empty`. No request for seven days: `dormant`.
 * - `empty`: no list, and a pause after a failure; requests do not wait. After the pause, a request since the last attempt
 *   leads to another one, to `fresh` or `empty`; without one: `dormant`.
 * - `dormant`: no list, and nothing is fetched. The next request leads to an attempt, to `fresh` or `empty`.
 *
 * One fiber does all the waiting, so a request for a known list reads no clock and never waits.
 *
 * @module
 */
import type { VendorListEdition } from "@consent-service/core/vendor"
import type { Observation } from "@consent-service/core/ports"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as FiberId from "effect/FiberId"
import * as Random from "effect/Random"
import { type FetchFailed, lasting } from "./FetchText.js"
import type { ListSource, Received } from "./ListSource.js"
import { freshForMs, longestPauseMs, maxStaleMs, monotonicMs, pauseAfterMs, refreshInMs } from "./ListTimes.js"

/** One language's list, as it is now. */
export interface ListKeeper {
  /** The list, or null while there is none. Each call counts as a request, which keeps the list fresh. */
  readonly known: () => Effect.Effect<VendorListEdition> | null
  /** Completes with the first attempt, successful or not; null afterwards, because requests wait for the first attempt only. */
  readonly firstAttempt: () => Effect.Effect<void> | null
  /** Fetches and refreshes; runs until it is interrupted. */
  readonly keep: Effect.Effect<never>
}

/** What a keeper is made of. */
export interface ListKeeperOptions {
  readonly language: string
  readonly source: ListSource
  readonly ttlMs: number
  readonly observe: (observation: Observation) => void
  /** Receives each list that another one replaces. */
  readonly onReplaced: (edition: VendorListEdition) => void
}

interface Held {
  readonly edition: VendorListEdition
  readonly answer: Effect.Effect<VendorListEdition>
  /** In milliseconds of the monotonic clock. */
  readonly fetchedAt: number
}

/** Makes the keeper of a language; nothing happens until `keep` is run. */
export const makeListKeeper = (options: ListKeeperOptions): ListKeeper => {
  const { language, observe, onReplaced, source, ttlMs } = options
  const settled = Deferred.unsafeMake<void>(FiberId.none)
  const awaitSettled = Deferred.await(settled)
  const demand = Effect.unsafeMakeLatch(false)
  const holding = Effect.unsafeMakeLatch(false)
  let held: Held | null = null
  let isSettled = false
  let asked = false
  let askedAt = 0
  let failures = 0

  const known = () => {
    if (!asked) {
      asked = true
      demand.unsafeOpen()
    }
    return held === null ? null : held.answer
  }

  const hold = ({ ageMs, edition, from }: Received, began: number, now: number): void => {
    // The same list stays the same object, with the texts it remembers.
    const same = held !== null && held.edition.digest === edition.digest ? held : null
    if (held !== null && same === null) onReplaced(held.edition)
    const kept = same ?? { edition, answer: Effect.succeed(edition) }
    held = { ...kept, fetchedAt: now - ageMs }
    holding.unsafeOpen()
    failures = 0
    const { vendorCount: vendors, vendorListVersion: version } = edition
    observe({ _tag: "VendorListLoaded", language, from, version, vendors, durationMs: now - began })
  }

  const settle = Effect.suspend(() => {
    isSettled = true
    return Deferred.succeed(settled, undefined)
  })

  const drop = (because: "too-old" | "unused"): void => {
    held = null
    holding.unsafeClose()
    observe({ _tag: "VendorListDropped", language, because })
  }

  const fail = ({ message: failure, reason }: FetchFailed, durationMs: number, retryInMs: number): void => {
    const serving = held !== null
    observe({ _tag: "VendorListFailed", language, reason, failure, durationMs, retryInMs, serving })
  }

  /** Drops a list that is too old, whichever attempt is running. */
  const dropWhenTooOld = Effect.gen(function* () {
    yield* holding.await
    const left = held === null ? 0 : held.fetchedAt + maxStaleMs - (yield* monotonicMs)
    yield* Effect.sleep(Math.max(0, left))
    if (held !== null && (yield* monotonicMs) >= held.fetchedAt + maxStaleMs) drop("too-old")
  })

  /** Drops a list that no request needs, and waits for the next request where there is no list. */
  const whenAskedFor = Effect.gen(function* () {
    const now = yield* monotonicMs
    if (asked) askedAt = now
    else if (held !== null && now - askedAt >= maxStaleMs) drop("unused")
    asked = false
    if (held !== null || askedAt === now) return
    demand.unsafeClose()
    yield* demand.await
    askedAt = yield* monotonicMs
    asked = false
  })

  const untilRefresh = Effect.gen(function* () {
    const ageMs = held === null ? 0 : (yield* monotonicMs) - held.fetchedAt
    yield* Effect.sleep(refreshInMs(ttlMs, ageMs, yield* Random.next))
  })

  const restore = Effect.gen(function* () {
    const began = yield* monotonicMs
    const received = yield* source.restore(language)
    if (received === null) return
    hold(received, began, yield* monotonicMs)
    yield* settle
    yield* untilRefresh
  })

  const refresh = Effect.gen(function* () {
    const began = yield* monotonicMs
    // During the first attempt the cache was read a moment ago, and requests wait.
    const received = yield* Effect.either(source.refresh(language, isSettled ? freshForMs(ttlMs) : 0))
    const now = yield* monotonicMs
    if (Either.isLeft(received)) {
      const pause = pauseAfterMs(++failures, yield* Random.next)
      fail(received.left, now - began, pause)
      yield* settle
      return yield* Effect.sleep(pause)
    }
    hold(received.right, began, now)
    yield* settle
    if (received.right.from === "endpoint") yield* source.share(received.right.edition)
    return yield* untilRefresh
  })

  /** A defect must not end a keeper: its language would never have a list again. */
  const outlive = (effect: Effect.Effect<void>): Effect.Effect<void> =>
    Effect.catchAllDefect(effect, (defect) => {
      const failed = lasting("unexpected", Cause.pretty(Cause.die(defect)).slice(0, 500))
      return Effect.sync(() => fail(failed, 0, longestPauseMs)).pipe(
        Effect.catchAllDefect(() => Effect.void),
        Effect.zipRight(settle),
        Effect.zipRight(Effect.sleep(longestPauseMs)),
      )
    })

  const load = Effect.zipRight(outlive(restore), Effect.forever(outlive(Effect.zipRight(refresh, whenAskedFor))))
  return {
    known,
    firstAttempt: () => (isSettled ? null : awaitSettled),
    keep: Effect.zipRight(Effect.fork(Effect.forever(dropWhenTooOld)), load),
  }
}
