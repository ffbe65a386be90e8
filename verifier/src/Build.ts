/**
 * Makes the two files of the verifier: `verify.mjs`, and `verify.html` with the same code in it. The same sources give the
 * same bytes.
 *
 * @module
 */
import { build } from "esbuild"
import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** A file that was written. */
export interface BuiltFile {
  readonly name: string
  readonly bytes: number
  /** 64 lower-case hex digits. */
  readonly sha256: string
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const bundle = async (entry: string, format: "esm" | "iife"): Promise<string> => {
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
  return outputFiles.map(({ text }) => text).join("")
}

const sha256 = (text: string, encoding: "hex" | "base64"): string => createHash("sha256").update(text).digest(encoding)

/** The policy lets exactly the code and the style of the page in, and nothing out. */
const policyOf = (script: string, style: string): string =>
  [
    "default-src 'none'",
    `script-src 'sha256-${sha256(script, "base64")}'`,
    `style-src 'sha256-${sha256(style, "base64")}'`,
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ")

const pageOf = (template: string, code: string): string => {
  // Code inside a page must not end its element.
  const script = code.replaceAll("</script", "<\\/script")
  const style = /<style>([^]*?)<\/style>/.exec(template)?.[1] ?? ""
  // Replaced by functions, since in a text dollar signs have a meaning.
  return template
    .replace("__POLICY__", () => policyOf(script, style))
    .replace(/<script>\s*__SCRIPT__\s*<\/script>/, () => `<script>${script}</script>`)
}

/**
 * Writes the files.
 *
 * @param target - the folder, which is made where it is missing
 */
export const buildVerifier = async (target: string): Promise<ReadonlyArray<BuiltFile>> => {
  const module = await bundle(here("../src/verify.ts"), "esm")
  const template = readFileSync(here("../src/verify.html"), "utf8")
  const page = pageOf(template, await bundle(here("../src/page.ts"), "iife"))
  mkdirSync(target, { recursive: true })
  return Object.entries({ "verify.mjs": module, "verify.html": page }).map(([name, text]) => {
    writeFileSync(join(target, name), text)
    return { name, bytes: Buffer.byteLength(text), sha256: sha256(text, "hex") }
  })
}
