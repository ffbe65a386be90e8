/**
 * Ids that begin with a time, so that an index on them is filled in order.
 *
 * @module
 */
import { base58 } from "./Base58.js"

const epoch = 1_700_000_000_000

/**
 * An id: `prefix_` and base58 of a time and of what tells apart ids of the same time.
 *
 * @param time - epoch milliseconds; what is before November 2023, or no number, counts as its beginning
 * @param rest - 12 bytes
 */
export const timedId = (prefix: string, time: number, rest: Uint8Array): string => {
  const offset = Math.max(0, time - epoch)
  const bytes = new Uint8Array(20)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, offset / 2 ** 32)
  view.setUint32(4, offset)
  bytes.set(rest, 8)
  return `${prefix}_${base58(bytes)}`
}
