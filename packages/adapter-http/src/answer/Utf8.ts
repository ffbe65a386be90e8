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

/** The bytes of a text whose beginning has been encoded before. */
export const withEnd = (beginning: Uint8Array, end: string): Utf8 => {
  const rest = encoder.encode(end)
  const whole = new Uint8Array(beginning.length + rest.length)
  whole.set(beginning)
  whole.set(rest, beginning.length)
  return whole
}

/** How many bytes a body has. */
export const bytesOf = (body: string | Utf8): number =>
  typeof body === "string" ? encoder.encode(body).length : body.length
