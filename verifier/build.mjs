// @ts-check
// Makes the two files of the verifier: `verify.mjs`, and `verify.html` with the same code in it. The same sources give the
// same bytes. Run as a program, it writes them as a module of the service, which puts them into each evidence pack.
import { build } from "esbuild"
import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { minify } from "terser"

/** @param {string} path */
const here = (path) => fileURLToPath(new URL(path, import.meta.url))

/** @param {string} entry @param {"esm" | "iife"} format */
const bundle = async (entry, format) => {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format,
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["import"],
    external: ["node:*"],
    target: "es2022",
    minify: true,
    charset: "utf8",
    legalComments: "inline",
    logLevel: "silent",
  })
  const code = outputFiles.map(({ text }) => text).join("")
  // What esbuild has bundled in yet fewer bytes.
  const { code: small = "" } = await minify(code, {
    ecma: 2020,
    module: format === "esm",
    compress: { passes: 3 },
    format: { comments: "some" },
  })
  return small
}

/** @param {string} text @param {"hex" | "base64"} encoding */
const sha256 = (text, encoding) => createHash("sha256").update(text).digest(encoding)

/**
 * The policy lets exactly the code and the style of the page in, and nothing out.
 *
 * @param {string} script
 * @param {string} style
 */
const policyOf = (script, style) =>
  [
    "default-src 'none'",
    `script-src 'sha256-${sha256(script, "base64")}'`,
    `style-src 'sha256-${sha256(style, "base64")}'`,
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ")

/** Without the white space that is there for people. @param {string} source */
const compact = (source) =>
  source
    .replace(/\s+/g, " ")
    .replaceAll("> <", "><")
    .replace(/<style>[^]*<\/style>/, (style) => style.replace(/ ?([{};:,]) ?/g, "$1"))

/** @param {string} source @param {string} code */
const pageOf = (source, code) => {
  const template = compact(source)
  // Code inside a page must not end its element.
  const script = code.replaceAll("</script", "<\\/script")
  const style = /<style>([^]*?)<\/style>/.exec(template)?.[1] ?? ""
  // Replaced by functions, since in a text dollar signs have a meaning.
  return template
    .replace("__POLICY__", () => policyOf(script, style))
    .replace(/<script>\s*__SCRIPT__\s*<\/script>/, () => `<script>${script}</script>`)
}

/** The files by their names. @returns {Promise<Readonly<Record<"verify.mjs" | "verify.html", string>>>} */
const verifierFiles = async () => ({
  "verify.mjs": await bundle(here("src/verify.ts"), "esm"),
  "verify.html": pageOf(readFileSync(here("src/verify.html"), "utf8"), await bundle(here("src/page.ts"), "iife")),
})

/**
 * Writes the files.
 *
 * @param {string} target the folder, which is made where it is missing
 */
export const buildVerifier = async (target) => {
  mkdirSync(target, { recursive: true })
  return Object.entries(await verifierFiles()).map(([name, text]) => {
    writeFileSync(join(target, name), text)
    return { name, bytes: Buffer.byteLength(text), sha256: sha256(text, "hex") }
  })
}

/** Where the service has them. */
const moduleOfService = () => here("../packages/service/verifier/files.js")

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = moduleOfService()
  mkdirSync(join(path, ".."), { recursive: true })
  writeFileSync(path, `export const verifierFiles = ${JSON.stringify(await verifierFiles())}\n`)
}
