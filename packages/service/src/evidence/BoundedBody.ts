/**
 * Reads answers of servers that are not trusted.
 *
 * @module
 */

/**
 * Reads a body that is no longer than that.
 *
 * @throws an `Error` for a longer one, without reading it to its end
 */
export const boundedBody = async (response: Response, mostBytes: number): Promise<Uint8Array> => {
  if (response.body === null) return new Uint8Array()
  const chunks: Array<Uint8Array> = []
  const reader = response.body.getReader()
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    if (length > mostBytes) {
      await reader.cancel()
      throw new Error("its answer is too long")
    }
    chunks.push(value)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
