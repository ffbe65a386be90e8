/** A log that has an entry of each kind, and all that these are about: nothing is to be found in it. */
import { createHash } from "node:crypto"
import { decisionId } from "../consent/plan/DecisionIdentity.js"
import type { StoredDecision } from "../consent/record/StoredDecision.js"
import { sha256Hex } from "../digest/Sha256.js"
import { dropPart } from "../evidence/Opener.js"
import {
  archiveStatement,
  commitTo,
  type ConsentFacts,
  consentStatement,
  documentStatement,
  emptyTrace,
  erasedStatement,
  keyStatement,
  linkStatement,
  logOpenedStatement,
  type Statement,
} from "../evidence/Statement.js"
import type { LoggedEntry } from "../evidence/Tiles.js"
import { type LegalDocument, legalDocumentId } from "../legal-document/LegalDocument.js"
import { facts, keys, start } from "./EvidenceVectors.js"
import { nothingStored, type StoredLog, treeOf } from "./StoredLog.js"

const origin = nothingStored.origin

const saltOf = (id: string): string => createHash("sha256").update(id).digest().subarray(0, 16).toString("base64url")

/** The entry of a statement, a second for each position. */
export const entryOf = (statement: Statement, id: string, position: number): LoggedEntry => {
  const { commitment, salt } = commitTo(statement, saltOf(id))
  return { kind: statement.kind, time: start + position * 1_000, id, opener: salt, commitment }
}

/** An entry whose content was erased. */
export const erasedEntry = (entry: LoggedEntry): LoggedEntry => ({ ...entry, id: null, opener: null })

/** An entry whose trace was dropped. */
export const droppedEntry = (entry: LoggedEntry, statement: Statement): LoggedEntry => ({
  ...entry,
  opener: dropPart(entry.opener ?? "", statement, "trace"),
})

/** A statement as it is stored with its entry. */
export const storedText = ({ parts }: Statement): string =>
  JSON.stringify(Object.fromEntries(parts.map(({ name, text }) => [name, text])))

const hash = `sha256:${"0a".repeat(32)}`

export const document: LegalDocument = {
  id: legalDocumentId(null, { type: "dpa", hash }),
  type: "dpa",
  version: "2026-12",
  hash,
  effectiveDate: start,
  rank: 1,
}

export const manifest = { id: sha256Hex("a manifest"), content: "a manifest" }

export const texts = { id: sha256Hex("some texts"), content: "some texts" }

const content = {
  fingerprint: "f",
  matchedBy: "country",
  country: "DE",
  region: null,
  language: "de",
  manifestRevision: manifest.id,
  policy: { id: "gdpr", model: "opt-in" },
  textsDigest: texts.id,
}

export const decision: StoredDecision = { ...content, id: decisionId(content), policyId: "gdpr", model: "opt-in" }

/** The name of the record at a position. */
export const recordId = (position: number): string => `cns_${String(position).padStart(5, "0")}`

/** The record at a position, received in the second before it was logged. */
export const recordAt = (position: number, change: Partial<ConsentFacts> = {}): ConsentFacts => ({
  ...facts,
  id: recordId(position),
  subjectId: `sub_${position}`,
  createdAt: start + position * 1_000 - 400,
  documentId: position % 2 === 0 ? document.id : null,
  decisionId: position % 3 === 0 ? null : decision.id,
  ...change,
})

/** The first positions; behind them are records. */
export const places = { opened: 0, key: 1, document: 2, manifest: 3, texts: 4, late: 5, link: 6, erased: 7, dropped: 8 }

/** The statements of the log's own, by their positions. */
const own: ReadonlyMap<number, Statement> = new Map([
  [places.opened, logOpenedStatement({ openedAt: start, origin })],
  [places.key, keyStatement({ at: start, new: keys.log, old: null, reason: "signing begins" })],
  [places.link, linkStatement({ externalId: "user-1", identityProvider: "external", subjectId: "s", verified: true })],
  [9, erasedStatement({ count: 1, erasedAt: start, leaves: [places.erased], reason: "art. 17" })],
  [10, erasedStatement({ count: 1, erasedAt: start, leaves: [places.dropped], parts: ["trace"], reason: "art. 17" })],
])

/** The name of a statement. */
export const statementId = (position: number): string => `statement_${position}`

const entryAt = (position: number): LoggedEntry => {
  const said = own.get(position)
  if (said !== undefined) return entryOf(said, statementId(position), position)
  if (position === places.document) return entryOf(documentStatement(document), document.id, position)
  if (position === places.manifest) {
    return entryOf(archiveStatement({ digest: manifest.id, what: "manifest" }), manifest.id, position)
  }
  if (position === places.texts)
    return entryOf(archiveStatement({ digest: texts.id, what: "texts" }), texts.id, position)
  const statement = consentStatement(recordAt(position), position === places.late)
  const entry = entryOf(statement, recordId(position), position)
  if (position === places.erased) return erasedEntry(entry)
  return position === places.dropped ? droppedEntry(entry, statement) : entry
}

/** The record as it is stored: null where an entry has none. */
const storedRecord = (entry: LoggedEntry, position: number): ConsentFacts | null => {
  if ((entry.kind !== 1 && entry.kind !== 8) || entry.id === null) return null
  return recordAt(position, position === places.dropped ? emptyTrace : {})
}

/** The entries of a log of this size. */
export const shopEntries = (size: number): ReadonlyArray<LoggedEntry> =>
  Array.from({ length: size }, (_, position) => entryAt(position))

/** All that is stored of a log of this size, signed to its end. */
export const shopLog = (size: number, entries = shopEntries(size)): StoredLog => {
  const records = entries.map(storedRecord).filter((record) => record !== null)
  return {
    ...nothingStored,
    ...treeOf(entries),
    records: new Map(records.map((record) => [record.id, record])),
    recordIds: records.map(({ createdAt, id }) => ({ id, createdAt })),
    documents: new Map([[document.id, document]]),
    archived: new Map([manifest, texts].map((one) => [one.id, one])),
    decisions: new Map([[decision.id, decision]]),
    statements: new Map(Array.from(own, ([position, said]) => [statementId(position), storedText(said)])),
  }
}
