/**
 * The one place that maps database errors to the port's errors. It adds a timeout, retries lost
 * races, and reads the whole cause, because the SQL clients report a lost connection as a defect.
 */
import { SchemaMismatch, type StoreError, StoreFailed, StoreUnreachable } from "@consent-service/core/ports"
import * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as FiberId from "effect/FiberId"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Runtime from "effect/Runtime"
import * as Schedule from "effect/Schedule"
import { describe, driverErrors, endsTransaction, isContention, isUnreachable } from "./DriverError.js"
import { isInTransaction } from "./InTransaction.js"

/** The cause of a store error, for the log: the driver's error without any written or requested values. */
export class DatabaseFault extends Data.TaggedError("DatabaseFault")<{ readonly message: string }> {}

/** The database returned something that this code and its schema do not expect. */
export class UnexpectedAnswer extends Data.TaggedError("UnexpectedAnswer")<{ readonly message: string }> {}

/** The operation timed out. */
export class TimedOut extends Data.TaggedError("TimedOut")<{ readonly message: string }> {}

/** Another process is migrating. */
export class MigrationLocked extends Data.TaggedError("MigrationLocked")<{ readonly message: string }> {}

const lostRace = (cause: Cause.Cause<unknown>): boolean =>
  driverErrors(cause).some(isContention) ||
  Option.exists(Cause.failureOption(cause), (error) => error instanceof MigrationLocked)

/** 5, 10, 20, 40, 80 and then each 100 ms, jittered, so that two that collide do not collide again. */
const backoff = Schedule.exponential("5 millis").pipe(Schedule.union(Schedule.spaced("100 millis")), Schedule.jittered)

/** Retries a whole unit of work while it loses against others. Never for a part of a transaction. */
export const retryLostRaces =
  (attempts: number) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
    const schedule = Schedule.intersect(backoff, Schedule.recurs(attempts))
    const sandboxed = Effect.sandbox(effect)
    /** Continues after a first attempt with this exit. */
    const goOn = (first: Cause.Cause<E>) => {
      let next: Effect.Effect<A, Cause.Cause<E>, R> = Effect.fail(first)
      const attempt = Effect.suspend(() => {
        const current = next
        next = sandboxed
        return current
      })
      return Effect.unsandbox(Effect.retry(attempt, { while: lostRace, schedule }))
    }
    // Setting up a schedule costs as much as a statement, and is rarely needed.
    return Effect.catchAllCause(effect, (cause) => (lostRace(cause) ? goOn(cause) : Effect.failCause(cause)))
  }

/** The error, and whether a retry may help. */
export interface Trouble {
  readonly message: string
  readonly transient: boolean
}

const ownMessage = (error: unknown): string =>
  error instanceof UnexpectedAnswer || error instanceof TimedOut || error instanceof MigrationLocked
    ? error.message
    : // Anything else is a mistake in this code, and its message could hold what it was given.
      `unexpected ${Predicate.hasProperty(error, "_tag") ? String(error._tag) : error instanceof Error ? error.name : typeof error}`

/** Reads a cause. The first driver error is the cause, later ones are consequences. */
export const troubleOf = (cause: Cause.Cause<unknown>): Trouble => {
  const [first, ...rest] = driverErrors(cause)
  if (first !== undefined) return { message: describe(first), transient: [first, ...rest].some(isUnreachable) }
  const error = Cause.squash(cause)
  return { message: ownMessage(error), transient: error instanceof TimedOut || error instanceof MigrationLocked }
}

const interrupt = (fiber: Fiber.RuntimeFiber<unknown, unknown>): void => fiber.unsafeInterruptAsFork(FiberId.none)

/** Waits for a fiber up to a time limit; after that, the fiber ends on its own. */
const awaitFor = <A, E>(
  fiber: Fiber.RuntimeFiber<A, E>,
  fork: <B>(effect: Effect.Effect<B>) => Fiber.RuntimeFiber<B>,
  timeoutMs: number,
): Effect.Effect<A, E | TimedOut> =>
  Effect.async((resume) => {
    // Interruptible in any context, because it would otherwise keep the process alive.
    const alarm = fork(Effect.interruptible(Effect.sleep(timeoutMs)))
    alarm.addObserver((exit) => {
      if (Exit.isFailure(exit)) return
      interrupt(fiber)
      resume(new TimedOut({ message: `no answer within ${timeoutMs} ms` }))
    })
    fiber.addObserver((exit) => {
      interrupt(alarm)
      resume(exit)
    })
    return Effect.sync(() => {
      interrupt(alarm)
      interrupt(fiber)
    })
  })

/**
 * Bounds an effect in time even where the driver cannot be interrupted: the effect then ends on its own.
 * Synchronous effects, such as all of SQLite's, need no timer; Effect's own timeout would start three fibers for each.
 */
export const bounded =
  (timeoutMs: number) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | TimedOut, R> =>
    Effect.flatMap(Effect.runtime<R>(), (runtime) => {
      const fork = Runtime.runFork(runtime)
      const fiber = fork(effect)
      return fiber.unsafePoll() ?? awaitFor(fiber, fork, timeoutMs)
    })

/** The port's error for what went wrong during an operation. */
export const toStoreError = (operation: string, cause: Cause.Cause<unknown>): StoreError => {
  const failure = Cause.failureOption(cause)
  if (Option.isSome(failure) && failure.value instanceof SchemaMismatch) return failure.value
  const { message, transient } = troubleOf(cause)
  const fault = { operation, cause: new DatabaseFault({ message }) }
  return transient ? new StoreUnreachable(fault) : new StoreFailed(fault)
}

/** Turns every failure and defect of an effect into an error; interruption is unchanged. */
export const mapCause =
  <E2>(toError: (cause: Cause.Cause<unknown>) => E2) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E2, R> =>
    Effect.catchAllCause(effect, (cause) =>
      Cause.isInterruptedOnly(cause) ? Effect.failCause(Cause.stripFailures(cause)) : Effect.fail(toError(cause)),
    )

/**
 * Runs an operation of the port. Within a caller's transaction it has one attempt: only the whole can be run again.
 *
 * @throws a defect where the database has ended the caller's transaction. An error could be handled, and what the caller wrote
 *   next would be committed without what they had written before
 */
export const guard =
  (operation: string, timeoutMs: number) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, StoreError, R> => {
    const toError = mapCause((cause) => toStoreError(operation, cause))
    const within = () =>
      Effect.catchAllCause(bounded(timeoutMs)(effect), (cause) =>
        driverErrors(cause).some(endsTransaction)
          ? Effect.die(new DatabaseFault({ message: `the transaction was rolled back: ${troubleOf(cause).message}` }))
          : toError(Effect.failCause(cause)),
      )
    const onItsOwn = () => toError(bounded(timeoutMs)(retryLostRaces(60)(effect)))
    // The SQL clients' spans would add nothing to the caller's, and cost a third of a statement.
    return Effect.withTracerEnabled(
      Effect.withFiberRuntime((caller) => (isInTransaction(caller) ? within() : onItsOwn())),
      false,
    )
  }
