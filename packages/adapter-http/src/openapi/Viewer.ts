/**
 * The files of the API's viewer. The build puts each, compressed, into a module of this package's `viewer/` folder, so that bundlers
 * include it and memory holds it only when a page has asked for it.
 *
 * @module
 */

/** Asked for at run time: an import of `node:zlib` would keep the service from Workers and browsers. */
const zlib = globalThis.process?.getBuiltinModule?.("node:zlib")

const decompressed = (base64: string): Promise<string> =>
  new Promise((resolve, reject) => {
    if (zlib === undefined) return reject(new Error("this platform has no node:zlib"))
    return zlib.brotliDecompress(Buffer.from(base64, "base64"), (error, bytes) =>
      error === null ? resolve(bytes.toString("utf8")) : reject(error),
    )
  })

/** Loads the text of each file; rejects where it cannot. */
export const viewerFiles = {
  script: async (): Promise<string> => decompressed((await import("../../viewer/swagger-ui-bundle.js.br.js")).default),
  style: async (): Promise<string> => decompressed((await import("../../viewer/swagger-ui.css.br.js")).default),
}
