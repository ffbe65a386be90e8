/**
 * What is counted of records and of prompts.
 *
 * @module
 */
import { type OptionalCategory, optionalCategories } from "../policy/Category.js"

/** The name of a count. */
export type CountName =
  | "records"
  | "accepted"
  | "refused"
  | "customized"
  | "shown"
  | `${OptionalCategory}Granted`
  | `${OptionalCategory}Refused`

/** Every count, in the order of its column. */
export const countNames: ReadonlyArray<CountName> = [
  "records",
  "accepted",
  "refused",
  "customized",
  ...optionalCategories.flatMap((category) => [`${category}Granted`, `${category}Refused`] as const),
  "shown",
]

/** One number for each name. */
export type Counts = Readonly<Record<CountName, number>>

/** Nothing counted. */
export const noCounts: Counts = {
  records: 0,
  accepted: 0,
  refused: 0,
  customized: 0,
  experienceGranted: 0,
  experienceRefused: 0,
  functionalityGranted: 0,
  functionalityRefused: 0,
  marketingGranted: 0,
  marketingRefused: 0,
  measurementGranted: 0,
  measurementRefused: 0,
  shown: 0,
}

/**
 * The sums of two.
 *
 * @example
 * ```ts
 * import { addCounts, noCounts } from "@consent-service/core/statistics"
 *
 * addCounts({ ...noCounts, records: 2 }, { ...noCounts, records: 1, accepted: 1 }).records // 3
 * ```
 */
export const addCounts = (one: Counts, other: Counts): Counts => {
  const sum = { ...one }
  for (const name of countNames) sum[name] += other[name]
  return sum
}

/**
 * The counts of so many alike.
 *
 * @example
 * ```ts
 * import { noCounts, timesCounts } from "@consent-service/core/statistics"
 *
 * timesCounts({ ...noCounts, records: 1, accepted: 1 }, 3).accepted // 3
 * ```
 */
export const timesCounts = (counts: Counts, times: number): Counts => {
  const product = { ...counts }
  for (const name of countNames) product[name] *= times
  return product
}
