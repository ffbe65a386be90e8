/**
 * Writes and reads sequences of numbers as strings of `0` and `1`, and encodes those as the base64url of TC strings,
 * six bits per character.
 *
 * @module
 */

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

const toBits = (value: number, width: number): string => value.toString(2).padStart(width, "0")

/** Where numbers are written to, or read from. */
export interface Bits {
  text: string
  /** Where reading continues; absent when writing. */
  at?: number
  /** As many ids as ranges may yet name when reading: no string is worth more work. */
  ids: number
}

/** Goes no further when something of what was read makes no sense. */
export const demand = (held: boolean): void => {
  if (!held) throw new RangeError()
}

/** Writes a number, or reads one of as many bits, whatever the value; what there is not cannot be read. */
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
