import { build } from "esbuild"
import { minify } from "terser"
import zlib from "node:zlib"
const c = zlib.constants
const version = "0.0.0"
const br = (b) =>
  zlib.brotliCompressSync(b, { params: { [c.BROTLI_PARAM_QUALITY]: 11, [c.BROTLI_PARAM_SIZE_HINT]: b.length } }).length
const gz = (b) => zlib.gzipSync(b, { level: 9 }).length
const bundle = async (opts = {}) =>
  (
    await build({
      entryPoints: ["packages/browser/src/entry/full.ts"],
      bundle: true,
      write: false,
      format: "iife",
      platform: "browser",
      target: "es2020",
      minifySyntax: true,
      charset: "utf8",
      legalComments: "none",
      define: { __VERSION__: JSON.stringify(version) },
      logLevel: "silent",
      ...opts,
    })
  ).outputFiles[0].text
const base = { passes: 3, inline: 1, unsafe_arrows: true, unsafe_methods: true, pure_getters: true, keep_fargs: false }
const code = await bundle()
const code2 = await bundle({ minifySyntax: false })
const code3 = await bundle({ target: "es2022" })
const t = async (n, src, compress, extra = {}) => {
  const r = await minify(src, { ecma: 2020, compress, format: { comments: false }, ...extra })
  const b = Buffer.from(r.code)
  console.log(n.padEnd(28), b.length, "gz", gz(b), "br", br(b))
}
await t("base", code, base)
await t("nosyntax", code2, base)
await t("es2022", code3, base)
await t("toplevel", code, { ...base, toplevel: true }, { toplevel: true })
await t("hoist_funs", code, { ...base, hoist_funs: true })
await t("unsafe", code, {
  ...base,
  unsafe: true,
  unsafe_comps: true,
  unsafe_math: true,
  unsafe_proto: true,
  unsafe_undefined: true,
})
await t("bools", code, { ...base, booleans_as_integers: true })
await t("noseq", code, { ...base, sequences: false })
await t("nojoin", code, { ...base, join_vars: false })
await t("nocollapse", code, { ...base, collapse_vars: false })
await t("noreduce", code, { ...base, reduce_vars: false })
await t("nofuncs", code, { ...base, reduce_funcs: false })
await t("inline0", code, { ...base, inline: 0 })
await t("inline2", code, { ...base, inline: 2 })
await t("inline3", code, { ...base, inline: 3 })
await t("nocond", code, { ...base, conditionals: false })
await t("noif", code, { ...base, if_return: false })
await t("nocomp", code, { ...base, comparisons: false })
await t("nobool", code, { ...base, booleans: false })
await t("noprops", code, { ...base, properties: false })
await t("computed", code, { ...base, computed_props: false })
await t("nohoistprops", code, { ...base, hoist_props: false })
await t("passes8", code, { ...base, passes: 8 })
await t("ecma2022", code, base, { ecma: 2022 })
await t("_ names", code, base, { mangle: {} })
