/**
 * Base58 text for bytes, with the alphabet that leaves out `0`, `O`, `I` and `l`, and ids made of it that begin with a
 * time, so that an index on them is filled in order.
 *
 * @module
 */

const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

/**
 * Writes bytes in base58; each leading zero byte becomes one leading `1`.
 *
 * @example
 * ```ts
 * import { base58 } from "@consent-service/core/primitives"
 *
 * base58(Uint8Array.of(0, 255)) // "15Q"
 * ```
 */
export const base58 = (bytes: Uint8Array): string => {
  const digits: Array<number> = []
  let zeros = ""
  for (const byte of bytes) {
    let carry = byte
    for (let i = 0; carry > 0 || i < digits.length; i++) {
      carry += (digits[i] ?? 0) * 256
      digits[i] = carry % 58
      carry = Math.floor(carry / 58)
    }
    if (digits.length === 0) zeros += "1"
  }
  return (
    zeros +
    digits
      .reverse()
      .map((digit) => alphabet[digit])
      .join("")
  )
}

/** When the times of ids begin, in epoch milliseconds. */
export const idEpoch = 1_700_000_000_000

/**
 * An id: `prefix_` and base58 of a time and of what distinguishes ids of the same time.
 *
 * @param time - epoch milliseconds; a time before November 2023 counts as its beginning
 * @param rest - 12 bytes
 *
 * @example
 * ```ts
 * import { timedId } from "@consent-service/core/primitives"
 *
 * timedId("act", 1_767_225_600_000, new Uint8Array(12)) // "act_11…"
 * ```
 */
export const timedId = (prefix: string, time: number, rest: Uint8Array): string => {
  const offset = Math.max(0, time - idEpoch)
  const bytes = new Uint8Array(20)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, offset / 2 ** 32)
  view.setUint32(4, offset)
  bytes.set(rest, 8)
  return `${prefix}_${base58(bytes)}`
}
