/** Retries of work that concurrent callers may defeat. */
import * as Effect from "effect/Effect"
import { UnexpectedAnswer } from "./Guard.js"

/** More than the callers that ever race for one row: each lost attempt is another caller's success. */
const mostAttempts = 60

/**
 * Retries a transaction while it returns null, because another caller was faster.
 *
 * @param what - the error message when every attempt fails
 */
export const untilSettled = <A, E>(
  attempt: Effect.Effect<A | null, E>,
  what: string,
): Effect.Effect<A, E | UnexpectedAnswer> => {
  const from = (attempts: number): Effect.Effect<A, E | UnexpectedAnswer> =>
    Effect.flatMap(attempt, (outcome) => {
      if (outcome !== null) return Effect.succeed(outcome)
      return attempts > 1
        ? from(attempts - 1)
        : new UnexpectedAnswer({ message: `${what} after ${mostAttempts} attempts, and no conflicting row exists` })
    })
  return from(mostAttempts)
}
