/** What is stored of some subjects: their rows, and their entries in the log. */
import { linkEntryPrefix, linkReceivedAt } from "@consent-service/core/evidence"
import type { Footprint, StoredLink } from "@consent-service/core/ports"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import { factsOf } from "../evidence-log/Facts.js"
import { type Named, placedAmong, queuedAmong } from "../evidence-log/FindEntries.js"
import type { LogStatements } from "../evidence-log/LogStatements.js"
import { reading, text } from "../statement/Columns.js"
import { rowsListed, rowsOf } from "../statement/Queries.js"
import { holdOf, isLinkOf, storedSubjectOf } from "./ErasureRows.js"
import type { ErasureStatements } from "./ErasureStatements.js"

const readLinks = (statements: ErasureStatements, subjects: ReadonlyArray<string>) =>
  Effect.map(
    Effect.forEach(subjects, (subjectId) =>
      Effect.flatMap(rowsOf(statements.selectStatementsFrom(linkEntryPrefix(subjectId))), (rows) =>
        reading(() =>
          rows
            .filter((row) => isLinkOf(subjectId, text(row["statement"])))
            .map((row): StoredLink => ({ id: text(row["id"]), subjectId })),
        ),
      ),
    ),
    (links) => links.flat(),
  )

/** How subjects are read: locked until the transaction ends, or not. */
type ReadSubjects = (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Row>, SqlError>

/** @param isLogged - whether the tenant has a log */
export const footprintOf = (
  log: LogStatements,
  statements: ErasureStatements,
  readSubjects: ReadSubjects,
  requested: ReadonlyArray<string>,
  isLogged: boolean,
) =>
  Effect.gen(function* () {
    const subjectRows = yield* readSubjects(requested)
    const subjects = yield* reading(() => subjectRows.map(storedSubjectOf))
    const ids = subjects.map(({ id }) => id)
    const recordRows = yield* rowsListed(ids, (list) => rowsOf(statements.selectRecordsOf(list)))
    const records = yield* reading(() => recordRows.map(factsOf))
    const links = yield* readLinks(statements, ids)
    const holdRows = yield* rowsOf(statements.selectHolds)
    const legalHolds = yield* reading(() => holdRows.map(holdOf).filter(({ releasedAt }) => releasedAt === null))
    const named = [
      ...records.map(({ createdAt, id }): Named => ({ id, receivedAt: createdAt })),
      ...links.map(({ id }): Named => ({ id, receivedAt: linkReceivedAt(id) ?? 0 })),
    ]
    // Entries wait before there is a log, too.
    const queued = yield* queuedAmong(log, named)
    const entries = isLogged ? yield* placedAmong(log, named) : []
    return { subjects, records, links, entries, queued, isLogged, legalHolds } satisfies Footprint
  })
