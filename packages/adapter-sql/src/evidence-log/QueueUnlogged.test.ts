import { consentStatement, logOpenedStatement, pendingEntry, type Statement } from "@consent-service/core/evidence"
import { describeEngines } from "@consent-service/test-engines"
import { makeDraft } from "@consent-service/testkit/Drafts"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlConsentStore from "../SqlConsentStore.js"
import * as SqlEvidenceLog from "../SqlEvidenceLog.js"
import { type Intercept, intercepted } from "../testing/InterceptedClient.js"
import { migratedClient, on, tables } from "../testing/TestDatabase.js"

const day = 86_400_000
const now = Date.UTC(2030, 0, 1)
const origin = "consent.shop.example/evidence"

let salts = 0
const entryOf = (statement: Statement, id: string, receivedAt: number) => {
  salts += 1
  return pendingEntry(statement, { id, receivedAt, salt: Buffer.alloc(16, salts).toString("base64url") })
}

describeEngines("entries for records that have none", (engine) => {
  it.scopedLive("a step reads of the queue only what was received at the times of its records", () =>
    Effect.gen(function* () {
      const sent: Array<string> = []
      const watch: Intercept = (text, run) =>
        Effect.zipRight(
          Effect.sync(() => sent.push(text)),
          run,
        )
      const sql = yield* intercepted(engine, yield* migratedClient(engine), watch)
      const log = yield* on(sql)(SqlEvidenceLog.makeLog())
      const { append } = yield* on(sql)(SqlConsentStore.make())
      const entry = entryOf(logOpenedStatement({ openedAt: now, origin }), "log_opened", now)
      yield* log.open({ origin, openedAt: now, entry, mayRename: false })
      for (let daysAgo = 9; daysAgo > 0; daysAgo -= 1) yield* append(makeDraft({ createdAt: now - daysAgo * day }))
      sent.length = 0
      for (let step = 0; step < 4; step += 1) {
        const looked = yield* log.queueUnlogged("kept", 3, (record) =>
          entryOf(consentStatement(record, true), record.id, record.createdAt),
        )
        assert.deepInclude(looked, { queued: step < 3 ? 3 : 0 })
      }
      const reads = sent.filter((text) => text.includes(tables.logQueue) && text.trimStart().startsWith("select"))
      assert.isNotEmpty(reads)
      for (const text of reads) assert.match(text, /received_at >= .+ and received_at <= /)
    }),
  )
})
