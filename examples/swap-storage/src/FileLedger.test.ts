import { consentLedgerLaws } from "@consent-service/testkit/ConsentLedgerLaws"
import { makeDraft } from "@consent-service/testkit/Drafts"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ledgerOf, openFile } from "./FileLedger.js"

const temporaryFile = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "cs-file-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true })),
  ),
  (folder) => join(folder, "ledger.jsonl"),
)

consentLedgerLaws("a ledger in a file", {
  makeStore: Effect.gen(function* () {
    const path = yield* temporaryFile
    const store = yield* openFile(path)
    return {
      ledger: (tenant: string | null) => Effect.succeed(ledgerOf(store, tenant)),
      contents: Effect.sync(() => readFileSync(path, "utf8")),
    }
  }),
})

describe("a ledger in a file", () => {
  it.scoped("has after a restart what it acknowledged before", () =>
    Effect.gen(function* () {
      const path = yield* temporaryFile
      const draft = makeDraft()
      yield* Effect.scoped(Effect.flatMap(openFile(path), (store) => ledgerOf(store, null).append(draft)))
      const history = yield* Effect.flatMap(openFile(path), (store) =>
        ledgerOf(store, null).history(draft.record.subjectId),
      )
      assert.deepStrictEqual(Option.getOrThrow(history).records, [draft.record])
    }),
  )

  it.scoped("forgets a line that a crash cut off, and nothing else", () =>
    Effect.gen(function* () {
      const path = yield* temporaryFile
      const [first, second] = [makeDraft(), makeDraft()]
      const append = (draft: typeof first) =>
        Effect.scoped(Effect.flatMap(openFile(path), (store) => ledgerOf(store, null).append(draft)))
      yield* append(first)
      appendFileSync(path, '{"tenant":null,"draft":{"rec')
      assert.strictEqual((yield* append(second))._tag, "Inserted")
      const store = yield* openFile(path)
      for (const { record } of [first, second]) {
        const history = yield* ledgerOf(store, null).history(record.subjectId)
        assert.deepStrictEqual(Option.getOrThrow(history).records, [record])
      }
    }),
  )
})
