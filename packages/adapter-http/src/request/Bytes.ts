/**
 * Byte streams.
 *
 * @module
 */

/** Concatenates bytes. */
export const concatenated = (parts: ReadonlyArray<Uint8Array>): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/**
 * Reads a stream up to a limit, and stops as soon as it is exceeded.
 *
 * @param limit - in bytes
 * @returns rejects when the stream fails
 */
export const readStream = async (
  stream: ReadableStream<Uint8Array>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | "too-large"> => {
  const chunks: Array<Uint8Array> = []
  let length = 0
  const reader = stream.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.length
    if (length > limit) {
      // Not awaited: a source that stops slowly, or fails to stop, does not change the answer.
      reader.cancel().catch(() => {})
      return "too-large"
    }
    chunks.push(read.value)
  }
  return concatenated(chunks)
}
