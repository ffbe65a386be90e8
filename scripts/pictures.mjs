// @ts-check
// `npm run pictures`: draws the diagrams in docs/images from their sources and takes the screenshots again.
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs"
import { fromRoot, runInstalled, StepFailed } from "./workspace.mjs"

const usage = `Usage: npm run pictures [-- --diagrams | --screenshots]

Draws docs/images/*.svg from the *.dot files next to them (needs Graphviz: apt-get install graphviz),
and takes docs/images/*.png by the browser tests (needs a build and Chromium).
`

const folder = "docs/images"

/** The tests that take screenshots. */
const screenshotTests = ["Accessibility", "Banner", "Declaration", "Demo", "Gating", "IabAccessibility", "Looks"].map(
  (name) => `e2e/src/${name}.test.ts`,
)

/** Colors of a diagram, in light and dark; `class` in a source chooses among them. */
const style = `
:root { color-scheme: light dark; --page: #fff; --text: #182030; --line: #566074; --core: #e3ebff; --core-line: #2457c5; --adapter: #f1f3f8; --outside: #fff; --no: #9a3412; --yes: #12693f }
@media (prefers-color-scheme: dark) { :root { --page: #0f131b; --text: #e8ecf4; --line: #a5b0c3; --core: #1d2c55; --core-line: #9ab8ff; --adapter: #1d2432; --outside: #0f131b; --no: #ffb894; --yes: #7fdcae } }
.graph > polygon { fill: var(--page); stroke: none }
text { fill: var(--text); font-family: system-ui, Helvetica, Arial, sans-serif }
.node :is(path, polygon, ellipse), .cluster :is(path, polygon) { fill: var(--adapter); stroke: var(--line) }
.core :is(path, polygon) { fill: var(--core); stroke: var(--core-line) }
.outside :is(path, polygon) { fill: var(--outside); stroke-dasharray: 4 3 }
.cluster :is(path, polygon) { fill: none }
.edge path { stroke: var(--line); fill: none }
.edge polygon { fill: var(--line); stroke: var(--line) }
.refusal path { stroke: var(--no) }
.refusal polygon { fill: var(--no); stroke: var(--no) }
.done path { stroke: var(--yes) }
.done polygon { fill: var(--yes); stroke: var(--yes) }
`

/** Names of the diagrams, without their endings. */
export const diagrams = () =>
  readdirSync(fromRoot(folder)).flatMap((file) => (file.endsWith(".dot") ? [file.slice(0, -".dot".length)] : []))

/** The SHA-256 of what a diagram is drawn from: its source and the style. @param {string} source */
const digestOf = (source) => createHash("sha256").update(style).update(source).digest("hex")

/** @param {string} name */
const sourceOf = (name) => readFileSync(fromRoot(`${folder}/${name}.dot`), "utf8")

/**
 * Why a drawing does not match its source, in one line; null when it does.
 *
 * @param {string} name of the diagram
 * @param {string} source its text
 * @param {string | null} svg the drawing, if there is one
 */
export const staleness = (name, source, svg) => {
  if (svg === null) return `${folder}/${name}.svg is missing: npm run pictures -- --diagrams`
  const drawn = /<!-- source sha256:([0-9a-f]{64}) -->/.exec(svg)?.[1]
  return drawn === digestOf(source)
    ? null
    : `${folder}/${name}.svg is older than ${name}.dot: npm run pictures -- --diagrams`
}

/** One line for each diagram that was not drawn from its current source. */
export const staleDiagrams = () =>
  diagrams().flatMap((name) => {
    const path = fromRoot(`${folder}/${name}.svg`)
    const svg = existsSync(path) ? readFileSync(path, "utf8") : null
    return staleness(name, sourceOf(name), svg) ?? []
  })

/** @param {string} source @returns {string} the drawing, with its style and the digest of its source */
const draw = (source) => {
  const { error, stderr, stdout } = spawnSync("dot", ["-Tsvg"], { input: source, encoding: "utf8" })
  if (error !== undefined) throw new StepFailed("Graphviz is needed: apt-get install graphviz", error.message)
  if (stderr !== "") throw new StepFailed("Graphviz does not draw this", stderr)
  const svg = stdout
    .slice(stdout.indexOf("<svg"))
    .replaceAll(/<!--.*?-->\n?/gs, "")
    .replace(/(<svg[^>]*>)/, `$1\n<style>${style}</style>`)
  return `<!-- source sha256:${digestOf(source)} -->\n${svg}`
}

const drawDiagrams = () => {
  for (const name of diagrams()) writeFileSync(fromRoot(`${folder}/${name}.svg`), draw(sourceOf(name)))
}

const takeScreenshots = async () => {
  process.env["CS_SCREENSHOTS"] = "1"
  await runInstalled("vitest/vitest.mjs", ["run", ...screenshotTests])
}

/** @param {ReadonlyArray<string>} args */
const main = async (args) => {
  if (args.some((arg) => arg !== "--diagrams" && arg !== "--screenshots")) {
    console.error(usage)
    return 2
  }
  try {
    if (!args.includes("--screenshots")) drawDiagrams()
    if (!args.includes("--diagrams")) await takeScreenshots()
    return 0
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error
    console.error(`npm run pictures: ${error.message}\n${error.output}`)
    return 1
  }
}

if (process.argv[1] === import.meta.filename) process.exitCode = await main(process.argv.slice(2))
