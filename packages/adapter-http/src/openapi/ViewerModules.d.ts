// What `scripts/copy-viewer.mjs` writes into viewer/: a file's brotli form in base64.
declare module "*.br.js" {
  const base64: string
  export default base64
}
