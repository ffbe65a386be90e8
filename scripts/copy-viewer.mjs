// @ts-check
// Copies the API viewer to the folder it is served and published from. It is not a dependency, because the package it comes
// in depends on a package that reports every installation.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib"

const usage = `Usage: node scripts/copy-viewer.mjs [SOURCE TARGET]

Makes TARGET (packages/adapter-http/viewer) hold the viewer's files from SOURCE (the installed swagger-ui-dist), and nothing else.
What the service serves is a module with the brotli form of the file in base64 (swagger-ui.css.br.js).
`

const copied = ["LICENSE", "NOTICE", "swagger-ui-bundle.js.LICENSE.txt"]
const served = ["swagger-ui-bundle.js", "swagger-ui.css"]

/** @param {string} name */
const moduleName = (name) => `${name}.br.js`

/** @param {Buffer} bytes */
const moduleOf = (bytes) => {
  const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  return `/*! swagger-ui-dist; see LICENSE and NOTICE in @consent-service/adapter-http/viewer */
export default "${brotliCompressSync(bytes, { params }).toString("base64")}"
`
}

/** The content of a generated module; null for other files. @param {string} file */
const contentOf = (file) => {
  try {
    const [, base64 = ""] = /^export default "(.+)"$/m.exec(readFileSync(file, "utf8")) ?? []
    return brotliDecompressSync(Buffer.from(base64, "base64"))
  } catch {
    // Absent, or truncated while it was written.
    return null
  }
}

/** @param {string} one @param {string} other */
const same = (one, other) => existsSync(other) && readFileSync(one).equals(readFileSync(other))

/** What is there already stays as it is: a service may be running from it. @param {string} source @param {string} target */
const copyViewer = (source, target) => {
  mkdirSync(target, { recursive: true })
  const wanted = [...copied, ...served.map(moduleName)]
  for (const name of readdirSync(target)) {
    if (!wanted.includes(name)) rmSync(join(target, name), { recursive: true })
  }
  for (const name of copied) {
    const [from, to] = [join(source, name), join(target, name)]
    if (!same(from, to)) copyFileSync(from, to)
  }
  for (const name of served) {
    const [bytes, to] = [readFileSync(join(source, name)), join(target, moduleName(name))]
    if (!contentOf(to)?.equals(bytes)) writeFileSync(to, moduleOf(bytes))
  }
}

const adapter = fileURLToPath(new URL("../packages/adapter-http/", import.meta.url))

/** @param {ReadonlyArray<string>} args */
const main = (args) => {
  const help = args.includes("--help") || args.includes("-h")
  if (help || (args.length !== 0 && args.length !== 2)) {
    process.stdout.write(usage)
    return help ? 0 : 2
  }
  const [source = join(adapter, "node_modules/swagger-ui-dist"), target = join(adapter, "viewer")] = args
  copyViewer(source, target)
  return 0
}

process.exitCode = main(process.argv.slice(2))
