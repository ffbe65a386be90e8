// @ts-check
// Builds the three scripts for pages: each entry with its imports in one classic script. It reads other packages'
// dist folders, so run `tsc -b` first.
import { build } from "esbuild"
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { minify } from "terser"
import { privateNames } from "./private-names.mjs"

const usage = `Usage: node packages/browser/build.mjs [SOURCE TARGET]

Bundles full.ts, headless.ts and iab.ts of SOURCE (packages/browser/src/entry) into cs.js, cs.headless.js and cs.iab.js of TARGET
(packages/browser/bundles), each with its text as a module (cs.text.js), prints their sizes, and fails when a package of a
registry gets into one of them.
`

const entries = { full: "cs.js", headless: "cs.headless.js", iab: "cs.iab.js" }

/** @param {string} path */
const here = (path) => fileURLToPath(new URL(path, import.meta.url))

/** @type {{ readonly version: string }} */
const { version } = JSON.parse(readFileSync(here("package.json"), "utf8"))

/** @param {string} entry */
const bundle = (entry) =>
  build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    format: "iife",
    platform: "browser",
    target: "es2020",
    minifySyntax: true,
    charset: "utf8",
    legalComments: "none",
    define: { __VERSION__: JSON.stringify(version) },
    logLevel: "silent",
  })

const privateName = new RegExp(`^(?:${privateNames.join("|")})$`)

/**
 * The same program in fewer bytes: esbuild bundles well, terser minifies better.
 *
 * @param {string} code
 */
const shrink = async (code) => {
  const { code: small = "" } = await minify(code, {
    ecma: 2020,
    compress: {
      passes: 3,
      inline: 1,
      unsafe_arrows: true,
      unsafe_methods: true,
      pure_getters: true,
      keep_fargs: false,
    },
    mangle: { properties: { regex: privateName, keep_quoted: true } },
    format: { comments: false },
  })
  return Buffer.from(`${small}\n`)
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

/** @param {string} source @param {string} target */
const buildBundles = async (source, target) => {
  mkdirSync(target, { recursive: true })
  for (const [entry, name] of Object.entries(entries)) {
    const { metafile, outputFiles } = await bundle(join(source, `${entry}.ts`))
    const found = intruders(metafile)
    if (found.length > 0) throw new Error(`${name} would hold packages of a registry:\n  ${found.join("\n  ")}`)
    const bytes = await shrink(outputFiles[0]?.text ?? "")
    write(join(target, name), bytes)
    write(join(target, name.replace(/\.js$/, ".text.js")), textModule(bytes))
    console.log(`${name}: ${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} compressed`)
  }
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
