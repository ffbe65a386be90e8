// The modules that `scripts/copy-viewer.mjs` writes into viewer/: a file in brotli, as base64.
declare module "*.br.js" {
  const base64: string
  export default base64
}
