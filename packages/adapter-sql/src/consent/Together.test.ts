import { describeEngines } from "@consent-service/test-engines"
import { makeDraft } from "@consent-service/testkit/Drafts"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as Migrations from "../Migrations.js"
import * as SqlConsentStore from "../SqlConsentStore.js"
import * as SqlDocumentStore from "../SqlDocumentStore.js"
import { contentsOf, freshDatabase, on, waysToOpen } from "../testing/TestDatabase.js"

describeEngines("a store in a transaction of another database's client", (engine) => {
  for (const [way, open] of waysToOpen(engine)) {
    it.scopedLive(`fails for writes and reads, and changes neither database, with ${way}`, () =>
      Effect.gen(function* () {
        const [sql, other] = [yield* open(yield* freshDatabase(engine)), yield* open(yield* freshDatabase(engine))]
        for (const client of [sql, other]) yield* on(client)(Migrations.migrate())
        const [own, store] = [yield* on(sql)(SqlConsentStore.make()), yield* on(other)(SqlConsentStore.make())]
        const documents = yield* on(other)(SqlDocumentStore.make())
        const draft = makeDraft()
        const { id, subjectId } = draft.record
        const document = { type: "dpa", version: "1", hash: "sha256:1", effectiveDate: 0 }
        const operations: ReadonlyArray<Effect.Effect<unknown, unknown, Scope.Scope>> = [
          store.append(draft),
          store.link(subjectId, { externalId: "u", identityProvider: "p", verified: true }),
          documents.publish(document),
          store.history(subjectId),
          store.evidence(id),
          store.linkedHistories("u"),
          documents.versions(["dpa"]),
        ]
        yield* Effect.all([own.ping, store.ping, documents.versions(["dpa"])])
        const before = yield* Effect.all([contentsOf(sql), contentsOf(other)])
        for (const operation of operations) {
          const error = yield* Effect.flip(Effect.asVoid(sql.withTransaction(operation)))
          assert.propertyVal(error, "_tag", "StoreFailed")
          assert.include(JSON.stringify(error), "belongs to another database client than the transaction")
        }
        assert.deepStrictEqual(yield* Effect.all([contentsOf(sql), contentsOf(other)]), before)
        assert.strictEqual((yield* sql.withTransaction(own.append(draft)))._tag, "Inserted")
        assert.strictEqual((yield* store.append(draft))._tag, "Inserted")
        assert.isTrue(Option.isSome(yield* sql.withTransaction(own.history(subjectId))))
      }),
    )
  }
})
