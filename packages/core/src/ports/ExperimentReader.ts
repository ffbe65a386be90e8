/**
 * The port that reads what visitors decided under the arms of a banner experiment.
 *
 * An implementation is scoped to one tenant when it is made and counts the records that the `ConsentLedger` of the same
 * tenant wrote. Its law is the suite `ExperimentReaderLaws` of `@consent-service/testkit`: every acknowledged record
 * with the experiment is counted once, none other, and no other tenant's.
 *
 * @module
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "./StoreError.js"

/** Which records to count. */
export interface ExperimentQuery {
  readonly experimentId: string
  /** Bounds on `givenAt`, epoch milliseconds, both inclusive; null where unbounded. */
  readonly from: number | null
  readonly to: number | null
  /** As a record holds it; null for every domain. */
  readonly domain: string | null
}

/** How many records agree in everything that a summary looks at. */
export interface DecisionCount {
  readonly arm: string
  readonly action: string | null
  readonly surface: string | null
  readonly timeToDecisionMs: number | null
  /** At least 1. */
  readonly count: number
}

export class ExperimentReader extends Context.Tag("@consent-service/core/ports/ExperimentReader")<
  ExperimentReader,
  {
    /** The records of an experiment, counted by all that a summary looks at; in any order, each combination once. */
    readonly decisions: (query: ExperimentQuery) => Effect.Effect<ReadonlyArray<DecisionCount>, StoreError>
  }
>() {}
