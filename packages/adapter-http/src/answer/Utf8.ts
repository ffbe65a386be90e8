/**
 * Bodies as the bytes that leave. A text that is sent again and again is encoded once.
 *
 * @module
 */

/** Bytes of a text, in a memory that no other thread has. */
export type Utf8 = Uint8Array<ArrayBuffer>

const encoder = new TextEncoder()

/** A text's bytes. */
export const inUtf8 = (text: string): Utf8 => encoder.encode(text)

/** The bytes of texts one after the other, of which some have been encoded before. */
export const joined = (parts: ReadonlyArray<string | Uint8Array>): Utf8 => {
  const encoded = parts.map((part) => (typeof part === "string" ? encoder.encode(part) : part))
  const whole = new Uint8Array(encoded.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of encoded) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** How many bytes a body has. */
export const bytesOf = (body: string | Utf8): number =>
  typeof body === "string" ? encoder.encode(body).length : body.length
