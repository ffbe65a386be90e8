// @ts-check
// Sequence diagrams as SVG, from text: `docs/images/*.seq` is the source, the SVG next to it is drawn from it.
// `node scripts/diagram.mjs --write` draws them.
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { argv } from "node:process"
import { fromRoot } from "./workspace.mjs"

/** @typedef {{ readonly from: string, readonly to: string, readonly text: string }} Message a note when both ends are the same */
/** @typedef {{ readonly participants: ReadonlyArray<string>, readonly messages: ReadonlyArray<Message> }} Sequence */

/** @param {string} line @returns {Message} */
const parseMessage = (line) => {
  const note = /^note ([^:]+): (.+)$/.exec(line)
  if (note) return { from: note[1] ?? "", to: note[1] ?? "", text: note[2] ?? "" }
  const [, from = "", to = "", text = ""] = /^(.+?) -> ([^:]+): (.+)$/.exec(line) ?? []
  if (text === "") throw new Error(`not a message: ${line}`)
  return { from, to, text }
}

/** @param {string} source @returns {Sequence} */
export const parseSequence = (source) => {
  const [first = "", ...rest] = source.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"))
  const participants = first.replace(/^participants: /, "").split(" | ")
  const messages = rest.map(parseMessage)
  const unknown = messages.flatMap(({ from, to }) => [from, to]).find((name) => !participants.includes(name))
  if (unknown !== undefined) throw new Error(`'${unknown}' is not a participant`)
  return { participants, messages }
}

const [lane, row, top, margin] = [240, 46, 44, 100]

/** @param {string} text */
const escape = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

const style = `text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.name { font-weight: 600 } .box { fill: #eef2f7; stroke: #57606a } .life { stroke: #8c959f; stroke-dasharray: 4 4 }
.message { stroke: #0b57d0; stroke-width: 1.5 } .head { fill: #0b57d0 } .note { fill: #fff8e1; stroke: #9a6700 }
.halo { stroke: #fff; stroke-width: 4; paint-order: stroke }`

/** A sequence diagram on a white ground, so that it can be read on dark pages too. @param {Sequence} sequence */
export const drawSequence = ({ messages, participants }) => {
  const x = (/** @type {string} */ name) => margin + participants.indexOf(name) * lane
  const width = 2 * margin + (participants.length - 1) * lane
  const height = top + (messages.length + 1) * row
  const lives = participants.map(
    (name) => `<line class="life" x1="${x(name)}" y1="${top}" x2="${x(name)}" y2="${height - 12}"/>
<rect class="box" x="${x(name) - 80}" y="10" width="160" height="32" rx="6"/>
<text class="name" x="${x(name)}" y="31" text-anchor="middle">${escape(name)}</text>`,
  )
  const drawn = messages.map(({ from, text, to }, index) => {
    const y = top + (index + 1) * row
    const [start, end] = [x(from), x(to)]
    if (start === end) {
      return `<rect class="note" x="${start - 10}" y="${y - 24}" width="${text.length * 6.6 + 16}" height="30" rx="4"/>
<text x="${start}" y="${y - 4}">${escape(text)}</text>`
    }
    const direction = Math.sign(end - start)
    const tip = `${end},${y} ${end - 9 * direction},${y - 5} ${end - 9 * direction},${y + 5}`
    return `<line class="message" x1="${start}" y1="${y}" x2="${end - 8 * direction}" y2="${y}"/>
<polygon class="head" points="${tip}"/>
<text class="halo" x="${(start + end) / 2}" y="${y - 8}" text-anchor="middle">${escape(text)}</text>`
  })
  const title = messages.map(({ from, text, to }) => (from === to ? `${from}: ${text}` : `${from} to ${to}: ${text}`))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${escape(title.join(". "))}</title>
<style>
${style}
</style>
<rect width="${width}" height="${height}" fill="#fff"/>
${[...lives, ...drawn].join("\n")}
</svg>
`
}

/** Every diagram: where its picture is, the picture as it is, and as its source says. */
export const diagrams = () =>
  readdirSync(fromRoot("docs/images"))
    .filter((name) => name.endsWith(".seq"))
    .map((name) => ({
      path: fromRoot(`docs/images/${name.replace(/\.seq$/, ".svg")}`),
      drawn: drawSequence(parseSequence(readFileSync(fromRoot(`docs/images/${name}`), "utf8"))),
    }))

if (argv[1] === fromRoot("scripts/diagram.mjs") && argv.includes("--write")) {
  for (const { drawn, path } of diagrams()) writeFileSync(path, drawn)
}
