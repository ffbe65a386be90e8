/**
 * Memory for what is large, shared by all who read it: whoever asks for more than is left waits in order, a limited
 * time, and only so many do.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"

/** How much there is, and who may wait for it. */
export interface ByteBudgetOptions {
  /** Bytes that may be taken at any time; a larger wish is granted once nothing else is taken. */
  readonly bytes: number
  readonly maxWaiting: number
  readonly maxWaitMs: number
}

/** The budget stays exhausted. */
export class BudgetExhausted extends Data.TaggedError("BudgetExhausted")<{ readonly message: string }> {}

/** Takes so many bytes until the scope closes. */
export type ByteBudget = (bytes: number) => Effect.Effect<void, BudgetExhausted, Scope.Scope>

interface Waiter {
  readonly bytes: number
  readonly come: () => void
}

/** Makes a budget of which nothing is taken yet. */
export const makeByteBudget = ({ bytes: total, maxWaiting, maxWaitMs }: ByteBudgetOptions): ByteBudget => {
  const waiting = new Set<Waiter>()
  let taken = 0

  const fits = (bytes: number): boolean => taken === 0 || taken + bytes <= total

  const admit = (): void => {
    for (const waiter of waiting) {
      if (!fits(waiter.bytes)) return
      taken += waiter.bytes
      waiting.delete(waiter)
      waiter.come()
    }
  }

  const release = (bytes: number): Effect.Effect<void> =>
    Effect.sync(() => {
      taken -= bytes
      admit()
    })

  const turn = (bytes: number): Effect.Effect<void, BudgetExhausted> =>
    Effect.async((resume) => {
      const leave = (): boolean => {
        clearTimeout(timer)
        return waiting.delete(waiter)
      }
      const come = () => {
        clearTimeout(timer)
        resume(Effect.void)
      }
      const waiter = { bytes, come }
      const timer = setTimeout(() => {
        leave()
        admit()
        resume(
          new BudgetExhausted({ message: `too many large histories are being read: none ended in ${maxWaitMs} ms` }),
        )
      }, maxWaitMs)
      waiting.add(waiter)
      // One that is interrupted when its turn has just come passes it on.
      return Effect.suspend(() => (leave() ? Effect.sync(admit) : release(bytes)))
    })

  const keep = (bytes: number) => Effect.flatMap(Effect.scope, (scope) => Scope.addFinalizer(scope, release(bytes)))

  return (bytes) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.suspend(() => {
        if (waiting.size === 0 && fits(bytes)) {
          taken += bytes
          return keep(bytes)
        }
        return waiting.size < maxWaiting
          ? Effect.zipRight(restore(turn(bytes)), keep(bytes))
          : new BudgetExhausted({ message: `too many large histories are being read: ${waiting.size} wait already` })
      }),
    )
}
