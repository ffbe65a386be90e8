/**
 * The input of a banner experiment's summary.
 *
 * @module
 */

/** Which records to count. */
export interface ExperimentQuery {
  readonly experimentId: string
  /** Bounds on `givenAt`, epoch milliseconds, both inclusive; null where unbounded. */
  readonly from: number | null
  readonly to: number | null
  /** As stored in records; null for every domain. */
  readonly domain: string | null
}

/** How many records are equal in every field of a summary. */
export interface DecisionCount {
  readonly arm: string
  readonly action: string | null
  readonly surface: string | null
  readonly timeToDecisionMs: number | null
  /** At least 1. */
  readonly count: number
}
