/**
 * The notices of a pack: one folder a decision, which many records can share.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Notice, reconstructNotice } from "../consent/ReconstructNotice.js"
import type { PolicyDecision } from "../consent/record/ConsentRecord.js"
import type { LegalDocument } from "../legal-document/LegalDocument.js"
import { Archive } from "../ports/Archive.js"
import type { ConsentStore } from "../ports/ConsentStore.js"
import type { DocumentStore } from "../ports/DocumentStore.js"
import type { StoreError } from "../ports/StoreError.js"
import { noticePage } from "./NoticePage.js"
import { jsonFile, type PackFile, textFile } from "./PackFile.js"
import { documentPath, noticePath } from "./PackPaths.js"

/** What a record's visitor was shown, and the files of it that are new to the pack. */
export interface ReadNotice {
  readonly notice: Notice | null
  readonly files: ReadonlyArray<PackFile>
}

/** As it was archived, so that its digest is the id that the record has. */
const archived = (path: string, id: string | null) =>
  Effect.gen(function* () {
    if (id === null) return []
    const { find } = yield* Archive
    return Option.match(yield* find(id), { onNone: () => [], onSome: (content) => [textFile(path, content)] })
  })

const decisionFiles = (decision: PolicyDecision, notice: Notice) =>
  Effect.gen(function* () {
    const { id, manifestRevision, textsDigest } = decision
    const page = noticePage(notice)
    return [
      jsonFile(noticePath(id, "rule.json"), decision),
      ...(page === null ? [] : [textFile(noticePath(id, "notice.html"), page)]),
      ...(yield* archived(noticePath(id, "manifest.json"), manifestRevision)),
      ...(yield* archived(noticePath(id, "texts.json"), textsDigest)),
    ]
  })

const documentFile = (document: LegalDocument): PackFile => jsonFile(documentPath(document.id), document)

/** Makes a read of notices that gives each file once. */
export const makeReadNotice = (): ((
  consentId: string,
) => Effect.Effect<ReadNotice, StoreError, ConsentStore | DocumentStore | Archive>) => {
  const given = new Set<string>()
  const isNew = (id: string): boolean => !given.has(id) && given.add(id).has(id)
  return (consentId) =>
    Effect.gen(function* () {
      const notice = Option.getOrNull(yield* reconstructNotice(consentId))
      if (notice === null) return { notice, files: [] }
      const { decision, document } = notice
      return {
        notice,
        files: [
          ...(decision !== null && isNew(decision.id) ? yield* decisionFiles(decision, notice) : []),
          ...(document !== null && isNew(document.id) ? [documentFile(document)] : []),
        ],
      }
    })
}
