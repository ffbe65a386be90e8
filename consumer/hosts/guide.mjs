// @ts-check
// A guide of docs/integrate, as its reader follows it.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Wrong } from "../suite.mjs"

/** @typedef {{ readonly path: string, readonly code: string }} GuideFile `path` is below the folder of the example */

/**
 * @typedef {object} Guide
 * @property {ReadonlyArray<string>} packages of all its `npm install` lines
 * @property {ReadonlyArray<GuideFile>} files in the order of the guide
 * @property {string} program the first of them
 * @property {string} tag
 */

const language = "(?:ts|tsx|js)"

const withFile = new RegExp(
  `\\]\\(\\.\\./\\.\\./examples/[^/]+/([^)]+)\\):\\n\\n\`\`\`${language}\\n([^]*?)\`\`\``,
  "g",
)

/** @param {string} checkout @param {string} host @returns {Guide} */
export const readGuide = (checkout, host) => {
  const name = `docs/integrate/${host}.md`
  const text = readFileSync(join(checkout, name), "utf8")
  const packages = Array.from(text.matchAll(/^npm install (.+)$/gm), ([, line = ""]) => line.split(" ")).flat()
  const files = Array.from(text.matchAll(withFile), ([, path = "", code = ""]) => ({
    path: decodeURIComponent(path),
    code,
  }))
  const [, tag] = /(<script src="[^"]+"[^>]*(?:\/>|><\/script>))/.exec(text) ?? []
  if (packages.length === 0) throw new Wrong(`${name} has no npm install`)
  if (files[0] === undefined) throw new Wrong(`${name} has no file of an example`)
  if (tag === undefined) throw new Wrong(`${name} has no script tag`)
  return { packages: packages.filter((word) => !word.startsWith("-")), files, program: files[0].code, tag }
}

/** @param {string} tag */
export const sourceOf = (tag) => /src="([^"]+)"/.exec(tag)?.[1] ?? ""
