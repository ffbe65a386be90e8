import { toHistoryRecord } from "@consent-service/core/consent"
import { archiveLaws } from "@consent-service/testkit/ArchiveLaws"
import { consentStoreLaws } from "@consent-service/testkit/ConsentStoreLaws"
import { documentStoreLaws } from "@consent-service/testkit/DocumentStoreLaws"
import { makeDraft } from "@consent-service/testkit/Drafts"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { archiveOf, consentStoreOf, documentStoreOf, openFile } from "./FileStore.js"

const temporaryFile = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "cs-file-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true })),
  ),
  (folder) => join(folder, "consents.jsonl"),
)

consentStoreLaws("a consent store in a file", {
  makeStore: Effect.gen(function* () {
    const path = yield* temporaryFile
    const content = yield* openFile(path)
    return {
      store: (tenant: string | null) => Effect.succeed(consentStoreOf(content, tenant)),
      contents: Effect.sync(() => readFileSync(path, "utf8")),
    }
  }),
})

const temporaryContent = Effect.flatMap(temporaryFile, openFile)

documentStoreLaws("a document store in a file", {
  makeStore: Effect.map(temporaryContent, (shared) => ({
    store: (tenant: string | null) => Effect.succeed(documentStoreOf(shared, tenant)),
  })),
})

archiveLaws("an archive in a file", {
  makeStore: Effect.map(temporaryContent, (shared) => ({
    archive: (tenant: string | null) => Effect.succeed(archiveOf(shared, tenant)),
  })),
})

describe("a consent store in a file", () => {
  it.scoped("has after a restart what it acknowledged before", () =>
    Effect.gen(function* () {
      const path = yield* temporaryFile
      const draft = makeDraft()
      yield* Effect.scoped(Effect.flatMap(openFile(path), (content) => consentStoreOf(content, null).append(draft)))
      const history = yield* Effect.flatMap(openFile(path), (content) =>
        consentStoreOf(content, null).history(draft.record.subjectId),
      )
      assert.deepStrictEqual(Option.getOrThrow(history).records, [toHistoryRecord(draft.record)])
    }),
  )

  it.scoped("forgets a line that a crash cut off, and nothing else", () =>
    Effect.gen(function* () {
      const path = yield* temporaryFile
      const [first, second] = [makeDraft(), makeDraft()]
      const append = (draft: typeof first) =>
        Effect.scoped(Effect.flatMap(openFile(path), (content) => consentStoreOf(content, null).append(draft)))
      yield* append(first)
      appendFileSync(path, '{"tenant":null,"draft":{"rec')
      assert.strictEqual((yield* append(second))._tag, "Inserted")
      const content = yield* openFile(path)
      for (const { record } of [first, second]) {
        const history = yield* consentStoreOf(content, null).history(record.subjectId)
        assert.deepStrictEqual(Option.getOrThrow(history).records, [toHistoryRecord(record)])
      }
    }),
  )
})
