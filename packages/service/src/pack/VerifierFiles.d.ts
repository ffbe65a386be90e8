/** The built files of the verifier: `node verifier/build.mjs` writes them. */
declare module "*/verifier/files.js" {
  /** Their texts by their names. */
  export const verifierFiles: Readonly<Record<"verify.mjs" | "verify.html", string>>
}
