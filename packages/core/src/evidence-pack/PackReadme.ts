/**
 * The page of a pack that is read first: what the pack is, what it proves, and what it does not.
 *
 * @module
 */
import type { PackManifest } from "../evidence/PackManifest.js"
import { escaped, htmlPage } from "../markup/Html.js"
import { labelsFor } from "../person-report/PageLabels.js"
import type { WithheldPart } from "./PackBody.js"
import { type PackLanguage, packTextsIn } from "./PackTexts.js"
import { type RecordRow, recordTable } from "./RecordTable.js"
import type { PackTexts } from "./texts/Texts.js"

/** What the page tells about. */
export interface PackSummary extends Pick<PackManifest, "createdAt" | "origin" | "software" | "unproven"> {
  readonly withheld: ReadonlyArray<WithheldPart>
  readonly records: ReadonlyArray<RecordRow>
  readonly language: PackLanguage
}

const style =
  "body{font:16px/1.6 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#1b1b1f;background:#fff}" +
  "h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}code{overflow-wrap:anywhere}td,th{text-align:start;vertical-align:top;padding:.2rem 1rem .2rem 0}"

const heading = (text: string): string => `<h2>${escaped(text)}</h2>`

const paragraph = (text: string): string => `<p>${escaped(text)}</p>`

const list = (items: ReadonlyArray<string>): string =>
  `<ul>${items.map((item) => `<li>${escaped(item)}</li>`).join("")}</ul>`

const codes = (names: ReadonlyArray<string>): string =>
  `<ul>${names.map((name) => `<li><code>${escaped(name)}</code></li>`).join("")}</ul>`

const howToVerify = (origin: string, { verify, verifyTitle }: PackTexts): string =>
  `${heading(verifyTitle)}<ol>${verify.map((step) => `<li>${escaped(step)}</li>`).join("")}</ol><p><code>${escaped(origin)}</code></p>`

const provenParts = ({ origin }: PackSummary, texts: PackTexts): string =>
  origin === null
    ? `${heading(texts.unsignedTitle)}${paragraph(texts.unsigned)}`
    : `${howToVerify(origin, texts)}${heading(texts.provesTitle)}${list(texts.proves)}`

const unprovenPart = ({ origin, unproven }: PackSummary, texts: PackTexts): string =>
  origin === null || unproven.length === 0
    ? ""
    : `${heading(texts.unprovenTitle)}${paragraph(texts.unproven)}${codes(unproven)}`

const withheldPart = ({ withheld }: PackSummary, { parts, withheld: say }: PackTexts): string =>
  withheld.length === 0 ? "" : paragraph(say(withheld.map((part) => parts[part]).join("; ")))

const filesPart = ({ files, filesTitle }: PackTexts): string => {
  const rows = Object.entries(files).map(
    ([name, what]) => `<tr><td><code>${escaped(name)}</code></td><td>${escaped(what)}</td></tr>`,
  )
  return `${heading(filesTitle)}<table>${rows.join("")}</table>`
}

/** Writes the page. */
export const packReadme = (summary: PackSummary): string => {
  const { createdAt, language, records, software } = summary
  const texts = packTextsIn(language)
  const body = [
    `<h1>${escaped(texts.title)}</h1>${paragraph(texts.intro(createdAt, software, records.length))}`,
    withheldPart(summary, texts),
    `${heading(texts.recordsTitle)}${recordTable(records, labelsFor(language).labels)}`,
    provenParts(summary, texts),
    `${heading(texts.provesNotTitle)}${list(texts.provesNot)}`,
    unprovenPart(summary, texts),
    filesPart(texts),
  ]
  return htmlPage({ language, title: texts.title, style, body: body.join("") })
}
