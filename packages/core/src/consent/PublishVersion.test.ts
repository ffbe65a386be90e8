import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import { commitTo, documentStatement } from "../evidence/Statement.js"
import { legalDocumentId } from "../legal-document/LegalDocument.js"
import { DocumentStore, PublishOutcome } from "../ports/DocumentStore.js"
import { Salts } from "../ports/Salts.js"
import { StoreUnreachable } from "../ports/StoreError.js"
import { start } from "../testing/EvidenceVectors.js"
import { documentVersion } from "../testing/RecordItems.js"
import { makePublish } from "./PublishVersion.js"

const document = documentVersion("2026-12", 1)
const release = { type: document.type, version: "2026-12", hash: document.hash, effectiveDate: 7 }
const salt = "9kxDzi3OVLEZVorx0NvIbA"

type Publish = (typeof DocumentStore)["Service"]["publish"]

/** Publishes the release in a tenant's registry; `calls` keeps what the registry receives. */
const published = (
  salts: (() => string) | null,
  calls: Array<Parameters<Publish>> = [],
  outcome: ReturnType<Publish> = Effect.succeed(PublishOutcome.Published({ document })),
) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(start)
    const publish = yield* makePublish
    return yield* publish(release)
  }).pipe(
    Effect.provideService(Salts, salts),
    Effect.provideService(DocumentStore, {
      tenant: "shop",
      versions: () => Effect.dieMessage("versions are read"),
      publish: (...call) => {
        calls.push(call)
        return outcome
      },
    }),
  )

describe("publishing a version of a legal document", () => {
  it.effect("where nothing is logged, passes the release alone to the registry", () =>
    Effect.gen(function* () {
      const calls: Array<Parameters<Publish>> = []
      assert.deepStrictEqual(yield* published(null, calls), PublishOutcome.Published({ document }))
      assert.deepStrictEqual(calls, [[release]])
    }),
  )

  it.effect("queues the log entry that commits to it, under the id it has in its tenant", () =>
    Effect.gen(function* () {
      const calls: Array<Parameters<Publish>> = []
      assert.deepStrictEqual(yield* published(() => salt, calls), PublishOutcome.Published({ document }))
      const id = legalDocumentId("shop", release)
      const { commitment } = commitTo(documentStatement({ ...release, id }), salt)
      assert.deepStrictEqual(calls, [[release, { kind: 3, id, receivedAt: start, salt, commitment, statement: null }]])
    }),
  )

  it.effect.each([null, () => salt])("fails as the registry does", (salts) =>
    Effect.gen(function* () {
      const error = new StoreUnreachable({ operation: "publish", cause: "refused" })
      assert.strictEqual(yield* Effect.flip(published(salts, [], Effect.fail(error))), error)
    }),
  )
})
