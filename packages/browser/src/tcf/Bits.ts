/**
 * Writes and reads sequences of numbers as strings of `0` and `1`, and encodes those as the base64url of TC strings,
 * six bits per character.
 *
 * @module
 */

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

const toBits = (value: number, width: number): string => value.toString(2).padStart(width, "0")

/** The target of writing, or the source of reading. */
export interface Bits {
  text: string
  /** The position when reading; absent when writing. */
  at?: number
  /** The remaining number of ids that ranges may name when reading, which bounds the work for one string. */
  ids: number
}

/** Stops reading at an invalid value. */
export const demand = (held: boolean): void => {
  if (!held) throw new RangeError()
}

/** Writes a number, or reads one with as many bits. Reading fails at the end of the bits. */
export const number = (bits: Bits, width: number, value = 0): number => {
  if (bits.at === undefined) {
    bits.text += toBits(value, width)
    return value
  }
  const read = bits.text.slice(bits.at, (bits.at += width))
  demand(read.length === width)
  return Number.parseInt(read, 2)
}

/** Bits as base64url, padded with zeros to whole groups of four characters. */
export const toBase64Url = (bits: string): string =>
  bits.padEnd(Math.ceil(bits.length / 24) * 24, "0").replace(/.{6}/g, (six) => alphabet.charAt(Number.parseInt(six, 2)))

/** The bits of base64url. */
export const fromBase64Url = (text: string): string => {
  demand(/^[\w-]+$/.test(text))
  return text.replace(/./g, (character) => toBits(alphabet.indexOf(character), 6))
}
