import type { IdentityLink } from "@consent-service/core/consent"
import { describeEngines, type Engine, serverEngines } from "@consent-service/test-engines"
import { freshSubjectId, makeDraft } from "@consent-service/testkit/Drafts"
import { assert, it } from "@effect/vitest"
import type * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Migrations from "../Migrations.js"
import * as SqlConsentStore from "../SqlConsentStore.js"
import { byAnotherProcess, type Intercept, intercepted } from "../testing/InterceptedClient.js"
import { freshDatabase, migratedClient, on, openClient, tables } from "../testing/TestDatabase.js"

const storeOn = (sql: SqlClient.SqlClient) => on(sql)(SqlConsentStore.make({ tenant: "t" }))

const user: IdentityLink = { externalId: "user", identityProvider: "external", verified: false }
const owner: IdentityLink = { externalId: "owner", identityProvider: "idp", verified: true }

/** A row as another program may have written it. */
const insertSubject = (sql: SqlClient.SqlClient, columns: Readonly<Record<string, string | null>>) => {
  const id = freshSubjectId()
  const row = { id, tenant: "t", external_id: null, identity_provider: null, verified_external_id: null, created_at: 1 }
  return Effect.as(sql`insert into ${sql(tables.subject)} ${sql.insert({ ...row, ...columns })}`, id)
}

describeEngines("account links", (engine) => {
  it.scopedLive("a verified link without a provider has the provider `external`", () =>
    Effect.gen(function* () {
      const sql = yield* migratedClient(engine)
      const store = yield* storeOn(sql)
      const subject = yield* insertSubject(sql, { external_id: "user", verified_external_id: "user" })
      assert.strictEqual((yield* store.link(subject, user))._tag, "Unchanged")
      assert.strictEqual((yield* store.link(subject, { ...user, identityProvider: "" }))._tag, "HeldByVerified")
      assert.strictEqual((yield* store.link(subject, { ...user, verified: true }))._tag, "Linked")
      const [row] = yield* sql`select identity_provider from ${sql(tables.subject)}`
      assert.strictEqual(String(row?.["identity_provider"]), "external")
    }),
  )

  it.scopedLive("a verified account does not get the subjects of another provider", () =>
    Effect.gen(function* () {
      const sql = yield* migratedClient(engine)
      const store = yield* storeOn(sql)
      yield* insertSubject(sql, { external_id: "user", verified_external_id: "owner" })
      for (const account of ["user", "owner"]) assert.deepStrictEqual(yield* store.linkedHistories(account), [])
      const own = yield* insertSubject(sql, { external_id: "user", verified_external_id: "user" })
      assert.deepStrictEqual(yield* store.linkedHistories("user"), [
        { id: own, createdAt: 1, link: { ...user, verified: true }, records: [], truncated: false },
      ])
    }),
  )

  it.scopedLive("writes first and reads then, in one transaction", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      const note: Intercept = (text, run) =>
        Effect.suspend(() => {
          seen.push(text)
          return run
        })
      const sql = yield* migratedClient(engine)
      const store = yield* Effect.flatMap(intercepted(engine, sql, note), storeOn)
      const subject = yield* insertSubject(sql, {})
      yield* store.link(subject, user)
      for (const link of [user, owner]) {
        seen.length = 0
        yield* store.link(subject, link)
        assert.deepStrictEqual(
          seen.map((text) => /\w+/.exec(text)?.[0].toLowerCase().replace("start", "begin")),
          ["begin", "update", "select", "commit"],
        )
      }
    }),
  )
})

/** Links whose first statement of a kind waits until something else has been done. */
const interrupted = (
  engine: Engine,
  url: string,
  options: { readonly before: string; readonly others: Effect.Effect<unknown, unknown> },
) =>
  Effect.gen(function* () {
    let isFirst = true
    const interfere: Intercept = (text, run) =>
      Effect.suspend(() => {
        if (!isFirst || !text.startsWith(options.before)) return run
        isFirst = false
        return Effect.zipRight(byAnotherProcess(options.others), run)
      })
    const store = yield* Effect.flatMap(openClient(url), (client) =>
      Effect.flatMap(intercepted(engine, client, interfere), storeOn),
    )
    return { store, wasInterrupted: () => !isFirst }
  })

/** On SQLite a running transaction is alone. */
describeEngines(
  "account links with several processes",
  (engine) => {
    const stores = Effect.gen(function* () {
      const url = yield* freshDatabase(engine)
      const sql = yield* openClient(url)
      yield* on(sql)(Migrations.migrate())
      return { url, store: yield* storeOn(sql) }
    })
    const linkOf = (store: Effect.Effect.Success<typeof stores>["store"], subject: ReturnType<typeof freshSubjectId>) =>
      Effect.map(store.history(subject), (history) => Option.getOrThrow(history).link)

    it.scopedLive("a verified link that arrives between the read and the write of an unverified one is kept", () =>
      Effect.gen(function* () {
        const { store, url } = yield* stores
        const draft = makeDraft()
        const { subjectId } = draft.record
        yield* store.append(draft)
        const late = yield* interrupted(engine, url, { before: "update", others: store.link(subjectId, owner) })
        assert.strictEqual((yield* late.store.link(subjectId, user))._tag, "HeldByVerified")
        assert.isTrue(late.wasInterrupted())
        assert.deepStrictEqual(yield* linkOf(store, subjectId), owner)
      }),
    )

    // MySQL locks the gap that a missed subject would be in, so that it appears only after the transaction.
    for (const asked of engine === "postgres" ? [user, owner] : []) {
      it.scopedLive(`a subject that appears after a write that missed it is linked (verified: ${asked.verified})`, () =>
        Effect.gen(function* () {
          const { store, url } = yield* stores
          const draft = makeDraft()
          const { subjectId } = draft.record
          const late = yield* interrupted(engine, url, { before: "select s.", others: store.append(draft) })
          assert.strictEqual((yield* late.store.link(subjectId, asked))._tag, "Linked")
          assert.isTrue(late.wasInterrupted())
          assert.deepStrictEqual(yield* linkOf(store, subjectId), asked)
        }),
      )
    }
  },
  serverEngines,
)
