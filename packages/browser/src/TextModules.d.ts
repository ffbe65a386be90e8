// The modules that `build.mjs` writes into bundles/ after the compiler has run.
declare module "*.text.js" {
  const text: string
  export default text
}
