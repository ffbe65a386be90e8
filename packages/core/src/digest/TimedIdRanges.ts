/**
 * The ids of a span of time, as ranges of text.
 *
 * @module
 */
import { compareCodeUnits } from "../schema/Order.js"
import { base58, idEpoch } from "./Base58.js"

/** Ids from one to another, both included, in the order of their code units. */
export interface IdRange {
  readonly from: string
  readonly to: string
}

const restBits = 96n

const byteLength = 20

const end = 2n ** 160n

const bytesOf = (value: bigint): Uint8Array =>
  Uint8Array.from({ length: byteLength }, (_, at) => Number((value >> BigInt(8 * (byteLength - 1 - at))) & 255n))

const powers = (base: bigint): ReadonlyArray<bigint> => {
  const found: Array<bigint> = []
  for (let power = 1n; power < end; power *= base) found.push(power)
  return found
}

/** Where the text gets longer: between two of these, the order of texts is that of the numbers. */
const breaks = Array.from(new Set([...powers(58n), ...powers(256n)])).sort((one, other) => (one < other ? -1 : 1))

const offsetOf = (time: number): bigint => BigInt(Math.max(0, Math.ceil(time) - idEpoch))

const greater = (one: string, other: string): string => (compareCodeUnits(one, other) < 0 ? other : one)

/** Ranges without what they have in common. */
const merged = (ranges: ReadonlyArray<IdRange>): ReadonlyArray<IdRange> => {
  const found: Array<IdRange> = []
  for (const range of ranges.toSorted((one, other) => compareCodeUnits(one.from, other.from))) {
    const last = found.at(-1)
    if (last === undefined || compareCodeUnits(last.to, range.from) < 0) found.push(range)
    else found[found.length - 1] = { from: last.from, to: greater(last.to, range.to) }
  }
  return found
}

/**
 * The ranges that have every id made by `timedId` for a time of a span, apart from each other and in order. Ids of
 * different length are not in the order of time, so that ranges may have others, too: compare the times. From March 2024
 * to 2037 there is one range, and nothing else in it.
 *
 * @param from - epoch milliseconds; null without a beginning
 * @param before - epoch milliseconds, not included; null without an end
 * @example
 * ```ts
 * import { timedIdRanges } from "@consent-service/core/primitives"
 *
 * timedIdRanges("act", Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1)).length // 1
 * timedIdRanges("act", 5, 5) // []
 * ```
 */
export const timedIdRanges = (prefix: string, from: number | null, before: number | null): ReadonlyArray<IdRange> => {
  if (from !== null && before !== null && from >= before) return []
  const first = from === null ? 0n : offsetOf(from) << restBits
  // Times before the epoch have its ids.
  const last = before === null ? end : before <= idEpoch ? 1n << restBits : offsetOf(before) << restBits
  const idOf = (value: bigint): string => `${prefix}_${base58(bytesOf(value))}`
  const cuts = [first, ...breaks.filter((cut) => first < cut && cut < last), last]
  return merged(cuts.slice(1).map((cut, at) => ({ from: idOf(cuts[at] ?? first), to: idOf(cut - 1n) })))
}
