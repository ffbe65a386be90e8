// @ts-check
// Builds the scripts for pages: each entry with its imports in one classic script; and two of them once more in two files, of which
// the second is a module. It reads other packages' dist folders, so run `tsc -b` first.
import { build, transform } from "esbuild"
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { brotliCompressSync, gzipSync } from "node:zlib"
import { minify } from "terser"
import { versionNumber } from "./dist/env/Version.js"
import { compileEarly } from "./eager.mjs"
import { privateNames } from "./private-names.mjs"

const usage = `Usage: node packages/browser/build.mjs [SOURCE TARGET]

Bundles the entries of SOURCE (packages/browser/src/entry) into TARGET (packages/browser/bundles): full.ts, headless.ts and iab.ts
into cs.js, cs.headless.js and cs.iab.js; full.first.ts and full.ui.ts into cs.first.js and cs.ui.js, and so for iab; tools.ts into
cs.tools.js, and declaration.ts into cs.declaration.js. Each has
its text as a module (cs.text.js). Prints their sizes, and fails when a package of a registry gets into one of them.
`

/** Files that share objects at run time, and so their short names, by entry. */
const families = [
  { full: "cs.js", "full.first": "cs.first.js", "full.ui": "cs.ui.js", "full.rest": "cs.rest.js" },
  { headless: "cs.headless.js" },
  { tools: "cs.tools.js" },
  { declaration: "cs.declaration.js" },
  { iab: "cs.iab.js", "iab.first": "cs.iab.first.js", "iab.ui": "cs.iab.ui.js", "iab.rest": "cs.iab.rest.js" },
]

/**
 * Modules that come first, by entry: compression finds what repeats within 32 kB, so that the order decides about 0.3% of a size.
 *
 * @type {Readonly<Record<string, ReadonlyArray<string>>>}
 */
const leading = {
  full: ["config/Tag", "surface/Surfaces", "consent/Evaluate"],
  headless: ["gate/Elements"],
  "full.first": ["consent/Evaluate", "runtime/Gates"],
  "full.rest": ["surface/RestStyles"],
  "iab.first": ["tcf/Iab", "consent/Evaluate"],
}

/**
 * The shortest functions that are marked to be compiled early, in characters and by entry: as short as its budget has room for.
 *
 * @type {Readonly<Record<string, number>>}
 */
const worthwhile = {
  full: 100,
  headless: 220,
  iab: 100,
  "full.first": 60,
  "iab.first": 220,
  "full.ui": 40,
}

/** Entries that are loaded by `import()`. */
const isModule = (/** @type {string} */ entry) => /\.(ui|rest)$|^(tools|declaration)$/.test(entry)

/** @param {string} path */
const here = (path) => fileURLToPath(new URL(path, import.meta.url))

/** @type {{ readonly version: string }} */
const { version } = JSON.parse(readFileSync(here("package.json"), "utf8"))

/** @param {string} source @param {string} entry */
const codeOf = (source, entry) => {
  const present = (leading[entry] ?? []).filter((name) => existsSync(join(source, "..", `${name}.ts`)))
  const imports = present.map((name) => `import "../${name}.js"\n`)
  return imports.join("") + readFileSync(join(source, `${entry}.ts`), "utf8")
}

/** @param {string} source @param {string} entry */
const bundle = (source, entry) =>
  build({
    stdin: { contents: codeOf(source, entry), resolveDir: source, sourcefile: `${entry}.ts`, loader: "ts" },
    bundle: true,
    write: false,
    metafile: true,
    format: isModule(entry) ? "esm" : "iife",
    platform: "browser",
    target: "es2020",
    minifySyntax: true,
    charset: "utf8",
    legalComments: "none",
    define: {
      __VERSION__: JSON.stringify(version),
      __VERSION_NUMBER__: String(versionNumber(version)),
      __IAB__: String(entry.startsWith("iab")),
      __SCREEN__: String(entry !== "headless"),
      __MANIFEST__: String(!entry.startsWith("full")),
    },
    logLevel: "silent",
  })

/**
 * What shortens the private names in a family's files, to names that no file of it uses otherwise. A family has its own, because terser
 * writes to it. A private name may be a word that browsers know, too: `scripts/private-names.test.ts` fails for a member of a standard
 * library.
 *
 * @param {ReadonlyArray<string>} codes
 */
const shortNames = async (codes) => {
  const properties = { regex: new RegExp(`^(?:${privateNames.join("|")})$`), keep_quoted: true, builtins: true }
  /** @type {{ props?: object }} */
  const nameCache = {}
  await minify(codes.join("\n"), { module: true, nameCache, compress: false, mangle: { properties } })
  return { properties, props: nameCache.props ?? {} }
}

/**
 * The same program in fewer bytes: esbuild bundles well, terser minifies better, and each finds a little after the other.
 *
 * @param {string} code @param {boolean} module
 * @param {Awaited<ReturnType<typeof shortNames>> | null} names null where no private name is shortened
 */
const shrink = async (code, module, names) => {
  const { code: compressed = "" } = await minify(code, {
    ecma: 2020,
    module,
    nameCache: { props: names?.props ?? {} },
    compress: { passes: 6, inline: 1, unsafe_arrows: true, pure_getters: true, keep_fargs: false },
    mangle: names === null || { properties: names.properties },
    format: { comments: false },
  })
  const { code: simplified } = await transform(compressed, { minify: true, target: "es2020", charset: "utf8" })
  const { code: small = "" } = await minify(simplified, { ecma: 2020, module, compress: false, mangle: true })
  return `${small}\n`
}

/**
 * Registry packages in a bundle, with the modules that import them: visitors would download them.
 *
 * @param {import("esbuild").Metafile} metafile
 */
const intruders = ({ inputs }) =>
  Object.entries(inputs).flatMap(([importer, { imports }]) =>
    imports
      .map(({ path }) => path)
      .filter((path) => path.includes("node_modules/") && !importer.includes("node_modules/"))
      .map((path) => `${importer} imports ${path.replace(/^.*node_modules\//, "")}`),
  )

/**
 * Existing files are replaced atomically: a running service that reads one gets the old or the new
 * file, never half of one, which it would cache.
 *
 * @param {string} file @param {Uint8Array} bytes
 */
const write = (file, bytes) => {
  if (existsSync(file) && readFileSync(file).equals(bytes)) return
  writeFileSync(`${file}.${process.pid}`, bytes)
  renameSync(`${file}.${process.pid}`, file)
}

/**
 * The text of a script as a module, which server bundlers include. In ASCII: V8 stores a file with any other character in twice the
 * memory.
 *
 * @param {Uint8Array} bytes
 */
const textModule = (bytes) => {
  const literal = JSON.stringify(Buffer.from(bytes).toString("utf8"))
  const ascii = literal.replace(/[^\x20-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`)
  return Buffer.from(`export default ${ascii}\n`)
}

/** @param {string} source @param {string} target @param {Readonly<Record<string, string>>} family */
const buildFamily = async (source, target, family) => {
  const codes = new Map()
  for (const [entry, name] of Object.entries(family)) {
    const { metafile, outputFiles } = await bundle(source, entry)
    const found = intruders(metafile)
    if (found.length > 0) throw new Error(`${name} would hold packages of a registry:\n  ${found.join("\n  ")}`)
    codes.set(entry, outputFiles[0]?.text ?? "")
  }
  // The tools know pages of every family, by public names alone.
  const names = codes.has("tools") ? null : await shortNames([...codes.values()])
  for (const [entry, name] of Object.entries(family)) {
    const small = await shrink(codes.get(entry), isModule(entry), names)
    const least = worthwhile[entry]
    const bytes = Buffer.from(least === undefined ? small : await compileEarly(small, least))
    write(join(target, name), bytes)
    write(join(target, name.replace(/\.js$/, ".text.js")), textModule(bytes))
    const compressed = [gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length]
    console.log(`${name}: ${bytes.length} bytes, ${compressed[0]} in gzip, ${compressed[1]} in Brotli`)
  }
}

/** @param {string} source @param {string} target */
const buildBundles = async (source, target) => {
  mkdirSync(target, { recursive: true })
  for (const family of families) await buildFamily(source, target, family)
}

/** @param {ReadonlyArray<string>} args */
const main = async (args) => {
  const help = args.includes("--help") || args.includes("-h")
  if (help || (args.length !== 0 && args.length !== 2)) {
    process.stdout.write(usage)
    return help ? 0 : 2
  }
  const [source = here("src/entry"), target = here("bundles")] = args
  try {
    await buildBundles(source, target)
    return 0
  } catch (error) {
    console.error(`build.mjs: ${error instanceof Error ? error.message : String(error)}`)
    return 1
  }
}

process.exitCode = await main(process.argv.slice(2))
