/**
 * Has the checkpoints of an instance cosigned in the background, behind its sequencer: nothing waits for it, and its
 * trouble is reported and tried again.
 *
 * @module
 */
import { makeWitnessing, type WitnessRun } from "@consent-service/core/evidence-log"
import { type LogStores, type Observation, type Observe, type StoreError, Witnesses } from "@consent-service/core/ports"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { httpWitnesses, type WitnessSetting } from "./HttpWitnesses.js"
import { makeReport } from "./Report.js"

/** How long ending waits for the last cosignatures. */
const finishMs = 5_000

/** How long the sequencer waits for the witnesses, when it begins. */
const firstMs = 2_000

/** How soon witnesses are asked again after trouble, at the earliest. */
const retryMs = 5_000

/** The witnessing of an instance. */
export interface Witnessing {
  /** Has the newest checkpoint cosigned, in the background. */
  readonly nudge: () => void
  /** Why nothing may be signed: a witness knows another tree. Null while there is no reason. */
  readonly objection: Effect.Effect<string | null>
}

const troubleOf = (runs: ReadonlyArray<WitnessRun>): Observation | null => {
  const failed = runs.find((run) => run._tag !== "Witnessed")
  if (failed === undefined) return null
  const failure = failed._tag === "Contradicted" ? failed.problem : failed.reason
  return { _tag: "EvidenceWitnessFailed", witness: failed.witness, failure }
}

const failureOf = (error: StoreError): Observation => ({
  _tag: "EvidenceWitnessFailed",
  witness: "",
  failure: error._tag,
})

/** The contradiction among what witnesses said, in words. */
const objectionIn = (runs: ReadonlyArray<WitnessRun>): string | null => {
  const found = runs.find((run) => run._tag === "Contradicted")
  return found?._tag === "Contradicted" ? `the witness ${found.witness} objects: ${found.problem}` : null
}

/**
 * Makes the witnessing of an instance. When the scope closes, the last checkpoint is cosigned: close that of the
 * sequencing before.
 *
 * @param added - called after cosignatures were asked for
 */
export const makeInstanceWitnessing = (
  settings: ReadonlyArray<WitnessSetting>,
  observe: Observe,
  added: () => void,
): Effect.Effect<Witnessing, never, LogStores | Scope.Scope> =>
  Effect.gen(function* () {
    const ports = yield* Effect.context<LogStores>()
    const report = makeReport(observe)
    const run = makeWitnessing().pipe(Effect.provideService(Witnesses, httpWitnesses(settings)), Effect.provide(ports))
    let problem: string | null = null
    let [triedAt, isTroubled] = [Number.NEGATIVE_INFINITY, false]
    const attempt = Effect.suspend(() => {
      triedAt = performance.now()
      return run
    }).pipe(
      Effect.tap((runs) => Effect.sync(() => void (problem = objectionIn(runs)))),
      Effect.match({ onFailure: failureOf, onSuccess: troubleOf }),
      Effect.map((trouble) => {
        isTroubled = trouble !== null
        report(trouble)
        added()
      }),
    )
    let current: Promise<void> | null = null
    let isWanted = false
    const isTooSoon = (): boolean => isTroubled && performance.now() - triedAt < retryMs
    const runAll = async (): Promise<void> => {
      do {
        isWanted = false
        await Effect.runPromise(attempt)
      } while (isWanted && !isTooSoon())
      current = null
    }
    const nudge = (): void => {
      if (isTooSoon()) return
      isWanted = true
      current ??= runAll()
    }
    yield* Effect.addFinalizer(() =>
      Effect.promise(async () => await current).pipe(Effect.zipRight(attempt), Effect.timeout(finishMs), Effect.ignore),
    )
    const isFirst = (): boolean => triedAt === Number.NEGATIVE_INFINITY
    const objection = Effect.suspend(() => {
      const mayHaveChanged = isFirst() || (problem !== null && !isTooSoon())
      return mayHaveChanged ? Effect.ignore(Effect.timeout(attempt, firstMs)) : Effect.void
    }).pipe(Effect.map(() => problem))
    return { nudge, objection }
  })
