// @ts-check
// Puts the viewer of the API's page where it is served and published from. It is copied and not depended on: the package it comes
// in depends on one that reports every installation to its makers.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const usage = `Usage: node scripts/copy-viewer.mjs [SOURCE TARGET]

Makes TARGET (packages/adapter-http/viewer) hold the viewer's files from SOURCE (the installed swagger-ui-dist), and nothing else.
`

const names = ["LICENSE", "NOTICE", "swagger-ui-bundle.js", "swagger-ui-bundle.js.LICENSE.txt", "swagger-ui.css"]

/** @param {string} one @param {string} other */
const same = (one, other) => existsSync(other) && readFileSync(one).equals(readFileSync(other))

/** What is there already stays as it is: a service may be running from it. @param {string} source @param {string} target */
const copyViewer = (source, target) => {
  mkdirSync(target, { recursive: true })
  for (const name of readdirSync(target)) {
    if (!names.includes(name)) rmSync(join(target, name), { recursive: true })
  }
  for (const name of names) {
    const [from, to] = [join(source, name), join(target, name)]
    if (!same(from, to)) copyFileSync(from, to)
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
