/**
 * Group commit: items that arrive during a commit are committed together, after it or concurrently. Every commit waits
 * for the disk once, whatever its size.
 */
import { makeLine } from "@consent-service/core/primitives"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberId from "effect/FiberId"
import type { WithSlot } from "../distribution/Slots.js"
import { forkDetached, forkUninterruptible, nextTurn } from "./Together.js"

/** How to commit a batch. */
export interface GroupCommitOptions<A, B, E, E2> {
  /**
   * Commits all items or none of them, and returns the outcome of each, in order. It runs uninterruptibly, except for what
   * it makes interruptible: an interruption that arrives while a commit waits for the disk must not hide its result.
   */
  readonly commit: (items: ReadonlyArray<A>) => Effect.Effect<ReadonlyArray<B>, E>
  /** Whether each item would fail in the same way on its own, or all may have been committed anyway. */
  readonly concernsAll: (cause: Cause.Cause<E>) => boolean
  /** The error of a commit that does not end in time. */
  readonly timedOut: () => E
  /** The outcome of items whose commit failed. */
  readonly toError: (cause: Cause.Cause<E>) => E2
  /** How long a caller waits. */
  readonly timeoutMs: number
  /** How many commits may run concurrently, 1 where one blocks all others. */
  readonly atOnce: number
  /**
   * Runs a commit when it has a slot of those that it shares with other lines; immediately where it shares none. What waits
   * meanwhile goes with it.
   */
  readonly slot?: WithSlot
}

const immediately: WithSlot = (effect) => effect

interface Entry<A, B, E2> {
  readonly item: A
  /** On the monotonic clock. */
  readonly deadline: number
  readonly settle: (outcome: Effect.Effect<B, E2>) => void
}

/** Bounds how long a commit holds its locks and, on SQLite, the thread. */
const maxItems = 128

/**
 * How many items of a failed batch are retried concurrently: one may have to wait for a lock that others do not need.
 */
const parallelRetries = 4

/** The error and the time limit of a commit that does not end: two thirds of the time for itself. */
interface Patience<E> {
  readonly timeoutMs: number
  readonly timedOut: () => E
}

/**
 * Runs an effect in bounded time. A slow one is interrupted early enough to see it end, because then it is known
 * to have done nothing; but a driver that cannot interrupt, or a silent server, may leave that open.
 *
 * Timers and no fibers, as for the callers below: this runs for every batch.
 */
const patiently = <A, E>(effect: Effect.Effect<A, E>, { timedOut, timeoutMs }: Patience<E>) =>
  Effect.async<Exit.Exit<A, E>>((resume) => {
    const fiber = forkUninterruptible(Effect.withTracerEnabled(effect, false))
    const end = (exit: Exit.Exit<A, E>) => {
      clearTimeout(timer)
      resume(Effect.succeed(exit))
    }
    let timer = setTimeout(
      () => {
        fiber.unsafeInterruptAsFork(FiberId.none)
        timer = setTimeout(() => end(Exit.fail(timedOut())), timeoutMs / 3)
      },
      (timeoutMs / 3) * 2,
    )
    fiber.addObserver(end)
  })

/** Commits batches and reports the outcome to every entry. */
const makeCommitter = <A, B, E, E2>(options: GroupCommitOptions<A, B, E, E2>) => {
  const { commit, concernsAll, slot = immediately, timedOut, timeoutMs, toError } = options
  type Entries = ReadonlyArray<Entry<A, B, E2>>
  const retries = Effect.unsafeMakeSemaphore(parallelRetries)

  const attempt = (entries: Entries, patienceMs: number) =>
    patiently(
      Effect.suspend(() => commit(entries.map(({ item }) => item))),
      { timeoutMs: patienceMs, timedOut },
    )

  const settle = (entries: Entries, exit: Exit.Exit<ReadonlyArray<B>, E>) => {
    if (Exit.isSuccess(exit)) {
      for (const [index, value] of exit.value.entries()) entries[index]?.settle(Effect.succeed(value))
    } else {
      const error = toError(Exit.isInterrupted(exit) ? Cause.fail(timedOut()) : exit.cause)
      for (const entry of entries) entry.settle(Effect.fail(error))
    }
  }

  const byItself = (entry: Entry<A, B, E2>) =>
    Effect.suspend(() => {
      const left = entry.deadline - performance.now()
      return left > 0 ? Effect.map(attempt([entry], left), (exit) => settle([entry], exit)) : Effect.void
    })

  // In the background, because callers that arrived meanwhile have waited long enough.
  const oneByOne = (entries: Entries) =>
    Effect.forkDaemon(
      Effect.forEach(entries, (entry) => retries.withPermits(1)(slot(byItself(entry))), {
        concurrency: "unbounded",
        discard: true,
      }),
    )

  return (entries: Entries) =>
    // Leaves time for a retry.
    Effect.flatMap(attempt(entries, (timeoutMs / 4) * 3), (exit) => {
      const retry = Exit.isFailure(exit) && !concernsAll(exit.cause) && (entries.length > 1 || Exit.isInterrupted(exit))
      return retry ? Effect.asVoid(oneByOne(entries)) : Effect.sync(() => settle(entries, exit))
    })
}

/**
 * Commits each item together with others, and returns its result once that is durable. The items of a batch that fails
 * as a whole are retried one by one. A caller that leaves withdraws its item only while the item waits.
 */
export const makeGroupCommit = <A, B, E, E2>(
  options: GroupCommitOptions<A, B, E, E2>,
): ((item: A) => Effect.Effect<B, E2>) => {
  const waiting = makeLine<Entry<A, B, E2>>()
  const commitTogether = makeCommitter(options)
  const { slot = immediately } = options
  const underWay = { commits: 0, items: 0 }
  /** Whether a fiber is about to take all waiting items. */
  let gathering = false

  const take = () => {
    const entries = waiting.take(maxItems)
    gathering = false
    underWay.items += entries.length
    gather()
    return entries
  }
  // Completing and going idle are one step: otherwise an item that starts to wait in between could be missed.
  const done = (entries: ReadonlyArray<unknown>) =>
    Effect.sync(() => {
      underWay.commits -= 1
      underWay.items -= entries.length
      gather()
    })
  // Everything that is ready now goes together: where a commit blocks the thread, as on SQLite, nothing can arrive
  // during one. No item waits for later ones.
  const work = Effect.flatMap(Effect.map(nextTurn, take), (entries) =>
    Effect.ensuring(entries.length > 0 ? commitTogether(entries) : Effect.void, done(entries)),
  ).pipe(slot, Effect.withTracerEnabled(false))

  /** Starts another commit once more items wait than are being committed. */
  const gather = () => {
    if (gathering || underWay.commits >= options.atOnce || waiting.size() <= underWay.items) return
    gathering = true
    underWay.commits += 1
    forkDetached(work)
  }

  const wait = (entry: Entry<A, B, E2>) => {
    const place = waiting.join(entry)
    gather()
    return place
  }

  // One timer and no fiber: Effect's own timeout takes two fibers, as much as all other work for an item.
  return (item) =>
    Effect.async<B, E2>((resume) => {
      const leave = () => {
        clearTimeout(timer)
        waiting.remove(place)
      }
      const settle = (outcome: Effect.Effect<B, E2>) => {
        leave()
        resume(outcome)
      }
      const timer = setTimeout(
        () => settle(Effect.fail(options.toError(Cause.fail(options.timedOut())))),
        options.timeoutMs,
      )
      const entry = { item, deadline: performance.now() + options.timeoutMs, settle }
      const place = wait(entry)
      return Effect.sync(leave)
    })
}
