// @ts-check
// Removes from an installed tree what no server loads: declarations, source maps, sources, and effect's CommonJS build.
import { readdirSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { argv, stdout } from "node:process"

const usage = `Usage: node deploy/image/prune.mjs FOLDER

Removes *.map, *.d.ts, Markdown and the sources of packages below FOLDER/node_modules, and prints how much that was.
`

const removedFile = /\.(map|d\.[cm]?ts|tsbuildinfo|md|markdown|flow)$/

/** Folders of packages of the Effect family and of this workspace that only compilers and CommonJS read. */
const removedFolder =
  /\/(effect|@effect\/[^/]+)\/(src|dist\/(cjs|dts))$|\/(consent-service|@consent-service\/[^/]+)\/(src|docs)$/

/** @param {string} path @returns {number} */
const sizeOf = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path).reduce((total, name) => total + sizeOf(join(path, name)), 0)
    : statSync(path).size

/** @param {string} folder @returns {number} bytes removed */
const prune = (folder) => {
  let bytes = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    const isRemoved = entry.isDirectory() ? removedFolder.test(path) : entry.isFile() && removedFile.test(entry.name)
    if (isRemoved) {
      bytes += sizeOf(path)
      rmSync(path, { recursive: true })
    } else if (entry.isDirectory()) bytes += prune(path)
  }
  return bytes
}

const [folder] = argv.slice(2)
if (folder === undefined || folder.startsWith("-")) {
  stdout.write(usage)
  process.exitCode = folder === "--help" || folder === "-h" ? 0 : 2
} else {
  const bytes = prune(join(folder, "node_modules"))
  stdout.write(`${(bytes / 1_048_576).toFixed(1)} MiB removed\n`)
}
