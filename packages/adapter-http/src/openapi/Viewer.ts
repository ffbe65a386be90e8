/**
 * The files of the API's viewer. The build compresses each into a module of this package's `viewer/` folder, so that bundlers
 * include it and it uses memory only after a page requested it.
 *
 * @module
 */

/** Imported at run time: a static import of `node:zlib` would exclude Workers and browsers. */
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
