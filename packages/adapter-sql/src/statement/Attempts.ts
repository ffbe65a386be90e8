/** Work that others may make vain. */
import * as Effect from "effect/Effect"
import { UnexpectedAnswer } from "./Guard.js"

/** More than ever race for one row: each attempt in vain is somebody else's success. */
const mostAttempts = 60

/**
 * Runs a transaction again while it gives null: somebody else was quicker.
 *
 * @param what - has not been done when nothing ever comes of it
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
        : new UnexpectedAnswer({ message: `${what}, and there is no reason to be found` })
    })
  return from(mostAttempts)
}
