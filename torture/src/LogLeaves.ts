/** What the entries of the log must commit to: their records, and the statements that are stored with them. Pure. */
import {
  archiveStatement,
  commitmentBy,
  consentStatement,
  type EntryKind,
  entryKindFacts,
  readOpener,
  type Statement,
} from "@consent-service/core/evidence"
import { member, parsed } from "./Client.js"
import { factsIn } from "./RecordColumns.js"
import type { StoredRow } from "./Store.js"

/** An entry, in the tree or on its way to it. */
export interface Entry {
  readonly kind: EntryKind
  readonly id: string
  /** Its salt, as long as nothing of it is dropped. */
  readonly opener: string
  readonly commitment: string
}

/** What entries are about. */
export interface Stated {
  readonly consents: ReadonlyArray<StoredRow>
  /** Those that no row can tell again. */
  readonly statements: ReadonlyArray<StoredRow>
}

const storedStatement = (kind: EntryKind, text: string): Statement | null => {
  const names = entryKindFacts(kind)?.parts ?? []
  const parts = names.flatMap((name) => {
    const part = member(parsed(text), name)
    return typeof part === "string" ? [{ name, text: part }] : []
  })
  return parts.length === names.length ? { kind, parts } : null
}

const rowsById = (rows: ReadonlyArray<StoredRow>): ReadonlyMap<string, StoredRow> =>
  new Map(rows.map((row) => [row["id"] ?? "", row]))

/** The statements that an entry may have; none when what it is about is missing. */
const statementsBy = ({ consents, statements }: Stated) => {
  const [records, stated] = [rowsById(consents), rowsById(statements)]
  return ({ id, kind }: Entry): ReadonlyArray<Statement> => {
    if (kind === 4) {
      return (["manifest", "texts"] as const).map((what) => archiveStatement({ digest: id, what }))
    }
    if (kind === 1 || kind === 8) {
      const row = records.get(id)
      return row === undefined ? [] : [consentStatement(factsIn(row), kind === 8)]
    }
    const statement = storedStatement(kind, stated.get(id)?.["statement"] ?? "")
    return statement === null ? [] : [statement]
  }
}

/** The entries that do not commit to what is stored: a receipt of such an entry proves nothing. */
export const leafFindings = (stated: Stated, entries: ReadonlyArray<Entry>): ReadonlyArray<string> => {
  const statementsOf = statementsBy(stated)
  return entries.flatMap((entry) => {
    const opener = readOpener(entry.opener)
    if (opener === null) return [`entry ${entry.id} has no salt`]
    const isRight = statementsOf(entry).some((statement) => commitmentBy(statement, opener) === entry.commitment)
    return isRight ? [] : [`entry ${entry.id} is of another content`]
  })
}
