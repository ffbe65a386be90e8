/**
 * What a summary of a banner experiment is counted from.
 *
 * @module
 */

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
