/** Decodes the bodies of answers, because no fetch client decodes a handler's response. */
import { brotliDecompressSync, gunzipSync } from "node:zlib"

/** A response's text, whatever its coding. */
export const decodedText = async (response: Response): Promise<string> => {
  const bytes = Buffer.from(await response.arrayBuffer())
  if (bytes.length === 0) return ""
  switch (response.headers.get("content-encoding")) {
    case "br":
      return brotliDecompressSync(bytes).toString()
    case "gzip":
      return gunzipSync(bytes).toString()
    default:
      return bytes.toString()
  }
}
