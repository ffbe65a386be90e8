/**
 * What is on record about a person, as one page that needs nothing else: no script, no file, no network.
 *
 * @module
 */
import { escaped, htmlPage, inLanguage } from "../markup/Html.js"
import { labelsFor, type PageLabels } from "./PageLabels.js"
import type { PersonReport, ReportedRecord, ReportedSubject } from "./PersonReport.js"
import { compareCodeUnits } from "../schema/Order.js"
import type { ShownTexts } from "./ShownTexts.js"

const row = (label: string, value: string | null): string =>
  value === null ? "" : `<dt>${escaped(label)}</dt><dd>${escaped(value)}</dd>`

const time = (label: string, iso: string | null): string =>
  iso === null
    ? ""
    : `<dt>${escaped(label)}</dt><dd><time datetime="${iso}">${iso.replace("T", " ").slice(0, 19)} UTC</time></dd>`

/** Each category with what was decided, by the name that was shown. */
const decisionRow = ({ record: { preferences }, shown }: ReportedRecord, labels: PageLabels): string => {
  if (typeof preferences !== "object" || preferences === null) return ""
  const items = Object.entries(preferences).map(([name, value]) => {
    const title = shown?.categories[name]?.title ?? name
    return `<li><bdi>${escaped(title)}</bdi>: ${escaped(value === true ? labels.allowed : labels.refused)}</li>`
  })
  return items.length === 0 ? "" : `<dt>${escaped(labels.decision)}</dt><dd><ul>${items.join("")}</ul></dd>`
}

const shownPart = (shown: ShownTexts | null, labels: PageLabels): string => {
  if (shown === null) return ""
  const categories = Object.values(shown.categories).map(
    ({ description, title }) => `<li><strong>${escaped(title)}</strong> ${escaped(description)}</li>`,
  )
  return `<details><summary>${escaped(labels.shown)}</summary><blockquote ${inLanguage(shown.language)}><h4>${escaped(shown.title)}</h4><p>${escaped(shown.description)}</p><ul>${categories.join("")}</ul></blockquote><p><small>${escaped(labels.reconstructed)}</small></p></details>`
}

const placeOf = (country: string | null, region: string | null): string | null =>
  country === null ? null : [country, region].filter((part) => part !== null).join(", ")

const recordPart = (reported: ReportedRecord, labels: PageLabels): string => {
  const { document, record, shown } = reported
  const rows = [
    time(labels.given, record.givenAt),
    time(labels.received, record.createdAt),
    time(labels.validUntil, record.validUntil),
    row(labels.site, record.domain),
    row(labels.kind, record.type),
    row(labels.document, document === null ? null : `${document.type} ${document.version}`),
    decisionRow(reported, labels),
    row(labels.place, placeOf(record.country, record.region)),
    row(labels.law, record.jurisdiction),
    row(labels.address, record.ipAddress ?? labels.none),
    row(labels.device, record.userAgent ?? labels.none),
    row(labels.record, record.id),
  ]
  return `<article><dl>${rows.join("")}</dl>${shownPart(shown, labels)}</article>`
}

const subjectPart = ({ externalId, id, records }: ReportedSubject, labels: PageLabels): string =>
  `<section><h2>${escaped(labels.browser)} <code>${escaped(id)}</code></h2><dl>${row(labels.account, externalId)}</dl>${records
    .map((record) => recordPart(record, labels))
    .join("")}</section>`

const style =
  "body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1b1b1f;background:#fff}" +
  "h2{font-size:1.1rem;margin-top:2rem}code{font-size:.85em;overflow-wrap:anywhere}" +
  "article{border:1px solid #c9c9d1;border-radius:.5rem;padding:1rem;margin:1rem 0;break-inside:avoid}" +
  "dl{display:grid;grid-template-columns:minmax(8rem,max-content) 1fr;gap:.2rem 1rem;margin:0}dt{color:#55555f}dd{margin:0;overflow-wrap:anywhere}" +
  "dd ul{margin:0;padding-inline-start:1.2rem}blockquote{margin:.5rem 0;padding-inline-start:1rem;border-inline-start:3px solid #c9c9d1}h4{margin:.2rem 0}"

/** The language of the newest texts that were shown. */
const languageOf = ({ subjects }: PersonReport): string => {
  const addressed = subjects
    .flatMap(({ records }) => records)
    .flatMap(({ record: { givenAt }, shown }) => (shown === null ? [] : [{ givenAt, language: shown.language }]))
    .toSorted((one, other) => compareCodeUnits(other.givenAt, one.givenAt))
  // Stryker disable next-line StringLiteral: labels are in English for every language that has none, the empty one, too
  return addressed[0]?.language ?? "en"
}

/**
 * Writes the page. Its labels are in the language that the person was addressed in last, where there are labels in it
 * (English, French, German, Spanish), else in English; the texts that were shown stay in their own language.
 *
 * @returns a whole HTML document
 * @example
 * ```ts
 * import { personPage } from "@consent-service/core/person"
 *
 * const page = personPage({ format: "consent-service/person/v1", createdAt: "2026-01-01T00:00:00.000Z", subjects: [] })
 * page.startsWith("<!doctype html>") // true
 * ```
 */
export const personPage = (report: PersonReport): string => {
  const { labels, language } = labelsFor(languageOf(report))
  const intro = `<h1>${escaped(labels.title)}</h1><p>${escaped(labels.intro)}</p><dl>${time(labels.created, report.createdAt)}</dl>`
  const subjects = report.subjects.map((subject) => subjectPart(subject, labels)).join("")
  return htmlPage({ language, title: labels.title, style, body: `${intro}${subjects}` })
}
