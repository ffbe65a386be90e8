/**
 * The records of a pack as a table: when each visitor decided, what they allowed and refused, and the files that say it.
 *
 * @module
 */
import type { ConsentFacts } from "../evidence/Statement.js"
import { escaped } from "../markup/Html.js"
import type { PageLabels } from "../person-report/PageLabels.js"
import { recordPath } from "./PackPaths.js"

/** A row of the table. */
export interface RecordRow extends Pick<ConsentFacts, "createdAt" | "domain" | "givenAt" | "preferences" | "type"> {
  /** Names its files in the pack. */
  readonly name: string
  /** The path of the page with what was shown; null where it cannot be reconstructed. */
  readonly notice: string | null
}

const time = (epochMs: number): string => `${new Date(epochMs).toISOString().replace("T", " ").slice(0, 19)} UTC`

/** The categories with one decision; none in what could not be read. */
const decided = (preferences: ConsentFacts["preferences"], value: boolean): string =>
  Object.entries(preferences ?? {})
    .filter(([, one]) => one === value)
    .map(([name]) => name)
    .join(", ")

const link = (path: string, text: string): string => `<a href="${escaped(path)}">${escaped(text)}</a>`

const cells = (parts: ReadonlyArray<string>): string => `<tr>${parts.map((part) => `<td>${part}</td>`).join("")}</tr>`

const row = ({ createdAt, domain, givenAt, name, notice, preferences, type }: RecordRow, labels: PageLabels): string =>
  cells([
    `<code>${link(recordPath(name), name)}</code>${notice === null ? "" : `<br>${link(notice, labels.shown)}`}`,
    time(givenAt),
    time(createdAt),
    `${escaped(domain)}<br>${escaped(type)}`,
    escaped(decided(preferences, true)),
    escaped(decided(preferences, false)),
  ])

/** Writes the table. */
export const recordTable = (rows: ReadonlyArray<RecordRow>, labels: PageLabels): string => {
  const { allowed, given, received, record, refused, site } = labels
  const heads = [record, given, received, site, allowed, refused]
  const head = heads.map((text) => `<th>${escaped(text)}</th>`).join("")
  return `<div style="overflow-x:auto"><table><tr>${head}</tr>${rows.map((each) => row(each, labels)).join("")}</table></div>`
}
