/**
 * Base58 text for bytes, with the alphabet that leaves out `0`, `O`, `I` and `l`.
 *
 * @module
 */

const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

/** Writes bytes in base58; each leading zero byte becomes one leading `1`. */
export const base58 = (bytes: Uint8Array): string => {
  const digits: Array<number> = []
  let zeros = 0
  while (zeros < bytes.length && bytes[zeros] === 0) zeros++
  for (const byte of bytes.subarray(zeros)) {
    let carry = byte
    for (let i = 0; i < digits.length; i++) {
      carry += digits[i]! << 8
      digits[i] = carry % 58
      carry = Math.floor(carry / 58)
    }
    while (carry > 0) {
      digits.push(carry % 58)
      carry = Math.floor(carry / 58)
    }
  }
  let text = "1".repeat(zeros)
  for (let i = digits.length - 1; i >= 0; i--) text += alphabet[digits[i]!]
  return text
}
