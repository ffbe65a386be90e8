/**
 * PostgreSQL's hash of a text, `hashtext`, by which Citus divides the rows of a table whose distribution column is a text:
 * Bob Jenkins' lookup3 over the bytes in UTF-8. A process that computes it knows which rows are on one shard.
 */

const encoder = new TextEncoder()

const rotate = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits))

type Words = readonly [a: number, b: number, c: number]

/** The bytes from a place on as a little-endian word; those behind the end are 0. */
const wordAt = (bytes: Uint8Array, at: number): number =>
  (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24)

const mixed = (words: Words): Words => {
  let [a, b, c] = words
  a = ((a - c) ^ rotate(c, 4)) | 0
  c = (c + b) | 0
  b = ((b - a) ^ rotate(a, 6)) | 0
  a = (a + c) | 0
  c = ((c - b) ^ rotate(b, 8)) | 0
  b = (b + a) | 0
  a = ((a - c) ^ rotate(c, 16)) | 0
  c = (c + b) | 0
  b = ((b - a) ^ rotate(a, 19)) | 0
  a = (a + c) | 0
  c = ((c - b) ^ rotate(b, 4)) | 0
  return [a, (b + a) | 0, c]
}

const finished = (words: Words): number => {
  let [a, b, c] = words
  c = ((c ^ b) - rotate(b, 14)) | 0
  a = ((a ^ c) - rotate(c, 11)) | 0
  b = ((b ^ a) - rotate(a, 25)) | 0
  c = ((c ^ b) - rotate(b, 16)) | 0
  a = ((a ^ c) - rotate(c, 4)) | 0
  b = ((b ^ a) - rotate(a, 14)) | 0
  return ((c ^ b) - rotate(b, 24)) | 0
}

/** The bytes of a block. */
const block = 12

/**
 * The hash of a text, from -2^31 to 2^31 - 1.
 */
export const hashOfText = (text: string): number => {
  const bytes = encoder.encode(text)
  const start = (0x9e3779b9 + bytes.length + 3_923_095) | 0
  let words: Words = [start, start, start]
  let at = 0
  for (; bytes.length - at >= block; at += block) {
    words = mixed([words[0] + wordAt(bytes, at), words[1] + wordAt(bytes, at + 4), words[2] + wordAt(bytes, at + 8)])
  }
  // The lowest byte of the last word is kept for the length, so that its bytes are one place higher.
  return finished([
    (words[0] + wordAt(bytes, at)) | 0,
    (words[1] + wordAt(bytes, at + 4)) | 0,
    (words[2] + (wordAt(bytes, at + 8) << 8)) | 0,
  ])
}
