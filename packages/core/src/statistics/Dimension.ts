/**
 * What counts are grouped by.
 *
 * @module
 */

/** Every dimension. Each count is in one group of each. */
export const dimensions = ["day", "country", "rule", "action", "language", "experiment"] as const

/** A dimension. */
export type Dimension = (typeof dimensions)[number]

/**
 * One group of a dimension.
 *
 * What has no value there, such as records without an experiment, is in the group of two empty texts. The groups of a
 * dimension are limited in number; what comes later is in {@link restPart}.
 */
export interface Group {
  readonly dimension: Dimension
  /** The country, rule, action or language, or the id of the experiment. */
  readonly value: string
  /** The experiment's arm; empty in other dimensions. */
  readonly part: string
}

/** The part, of the empty value, under which groups are put together that a dimension has no more room for. */
export const restPart = "*"

/** How many groups a dimension of one tenant has at most. */
export const mostGroups = 1_000
