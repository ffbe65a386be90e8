/** The bodies of answers without their content coding: no fetch client has decoded what comes from a handler. */
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
