/**
 * Keeps the list of one language: fetches it once for everybody who waits, refreshes it in the background, serves the
 * last good one while that fails, and stops when nobody asks any more.
 *
 * All of its time passes in one fiber, so that whoever asks for a known list looks at no clock and waits for nothing.
 *
 * @module
 */
import type { VendorListEdition } from "@consent-service/core/vendor/VendorListEdition"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as FiberId from "effect/FiberId"
import * as Random from "effect/Random"
import { type FetchFailed, lasting } from "./FetchFailed.js"
import { GvlEvent, type OnGvlEvent } from "./GvlEvent.js"
import type { ListSource, Received } from "./ListSource.js"
import { freshForMs, longestPauseMs, maxStaleMs, pauseAfterMs, refreshInMs } from "./ListTimes.js"
import { monotonicMs } from "./MonotonicTime.js"

/** One language's list, as it is now. */
export interface ListKeeper {
  /** The list, or null when there is none at the moment; asking keeps it fresh. */
  readonly known: () => Effect.Effect<VendorListEdition> | null
  /** Ends when the first attempt has, whatever came of it; null from then on, as no other one is waited for. */
  readonly firstAttempt: () => Effect.Effect<void> | null
  /** Fetches and refreshes; runs for ever. */
  readonly keep: Effect.Effect<never>
}

/** What a keeper is made of. */
export interface ListKeeperOptions {
  readonly language: string
  readonly source: ListSource
  readonly ttlMs: number
  readonly onEvent: OnGvlEvent
  /** Told of each list that another has taken the place of. */
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
  const { language, onEvent, onReplaced, source, ttlMs } = options
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
    onEvent(GvlEvent.Loaded({ language, from, version, vendors, tookMs: now - began }))
  }

  const settle = Effect.suspend(() => {
    isSettled = true
    return Deferred.succeed(settled, undefined)
  })

  const drop = (because: "too-old" | "unused"): void => {
    held = null
    holding.unsafeClose()
    onEvent(GvlEvent.Dropped({ language, because }))
  }

  const fail = ({ message, reason }: FetchFailed, tookMs: number, retryInMs: number): void => {
    const serving = held !== null
    onEvent(GvlEvent.Failed({ language, reason, message, tookMs, retryInMs, serving }))
  }

  /** Drops a list when its time is over, whatever is being tried then. */
  const dropWhenTooOld = Effect.gen(function* () {
    yield* holding.await
    const left = held === null ? 0 : held.fetchedAt + maxStaleMs - (yield* monotonicMs)
    yield* Effect.sleep(Math.max(0, left))
    if (held !== null && (yield* monotonicMs) >= held.fetchedAt + maxStaleMs) drop("too-old")
  })

  /** Whether anybody asked lately; a list that nobody asks for is forgotten, and fetched again when somebody does. */
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
    // At first the cache was looked into a moment ago, and visitors wait.
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

  /** A fault of ours must not end a keeper: its language would never have a list again. */
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
