import { Archive, ConsentStore, DocumentStore, StoreFailed, StoreUnreachable } from "@consent-service/core/ports"
import type { SqlStores } from "@consent-service/adapter-sql"
import { Drafts, MemoryStores } from "@consent-service/testkit"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Tracer } from "effect"
import type { QueryMeasured } from "./Instruments.js"
import { tracedStores } from "./TracedStores.js"

const memoryStores = (): Layer.Layer<SqlStores.Stores> => MemoryStores.layerMemory()

/** Effect's own tracer, and the names and attributes of the spans it made. */
const recordingTracer = Effect.map(Effect.tracer, (inner) => {
  const spans: Array<Tracer.Span> = []
  const tracer = Tracer.make({
    span: (...options) => {
      const span = inner.span(...options)
      spans.push(span)
      return span
    },
    context: (run, fiber) => inner.context(run, fiber),
  })
  return { tracer, spans }
})

const draft = Drafts.makeDraft()
const { id, subjectId } = draft.record
const link = { externalId: "account-1", identityProvider: "external", verified: true }
const release = { type: "privacy_policy", version: "1", hash: `sha256:${"a".repeat(64)}`, effectiveDate: 0 }

/** Every operation, in an order in which each has something to do. */
const everything = Effect.gen(function* () {
  const store = yield* ConsentStore
  const archive = yield* Archive
  const documents = yield* DocumentStore
  return [
    yield* store.append(draft),
    yield* store.link(subjectId, link),
    yield* Effect.scoped(store.history(subjectId)),
    yield* Effect.scoped(store.linkedHistories(link.externalId)),
    yield* store.linkedActs(link.externalId, ["cookie_banner"]),
    yield* store.ping,
    yield* store.decisions({ experimentId: "button-colour", from: null, to: null, domain: null }),
    yield* documents.publish(release),
    yield* documents.versions(["privacy_policy"]),
    yield* archive.keep([{ id: "b".repeat(64), content: "{}" }]),
    yield* archive.find("b".repeat(64)),
    yield* store.evidence(id),
  ]
})

const operations = [
  ["append", "consent"],
  ["link", "link"],
  ["history", "consent"],
  ["linkedHistories", "consent"],
  ["linkedActs", "consent"],
  ["ping", "consent"],
  ["decisions", "experiment"],
  ["publish", "document"],
  ["versions", "document"],
  ["keep", "manifest"],
  ["find", "manifest"],
  ["find", "evidence"],
] as const

describe("traced stores", () => {
  it.effect("behave like the stores", () =>
    Effect.gen(function* () {
      const traced = yield* Effect.provide(
        everything,
        tracedStores(memoryStores(), () => {}),
      )
      assert.deepEqual(traced, yield* Effect.provide(everything, memoryStores()))
    }),
  )

  it.effect("have a span for each operation, with its name only", () =>
    Effect.gen(function* () {
      const { spans, tracer } = yield* recordingTracer
      yield* everything.pipe(Effect.provide(tracedStores(memoryStores(), () => {})), Effect.withTracer(tracer))
      assert.deepStrictEqual(
        spans.map(({ attributes, name }) => [name, Object.fromEntries(attributes)]),
        operations.map(([operation, entity]) => [
          `cs.db.${operation}`,
          { "db.operation": operation, "db.entity": entity },
        ]),
      )
      assert.isTrue(spans.every(({ kind, status }) => kind === "client" && status._tag === "Ended"))
    }),
  )

  it.effect("record how each ended", () =>
    Effect.gen(function* () {
      const measured: Array<QueryMeasured> = []
      yield* Effect.provide(
        everything,
        tracedStores(memoryStores(), (query) => measured.push(query)),
      )
      assert.deepStrictEqual(
        measured.map(({ entity, failure, operation }) => ({ entity, failure, operation })),
        operations.map(([operation, entity]) => ({ entity, failure: null, operation })),
      )
      assert.isTrue(measured.every(({ durationMs }) => durationMs >= 0))
    }),
  )

  it.effect("record the kind of a failure, and none for an interruption", () =>
    Effect.gen(function* () {
      const measured: Array<QueryMeasured> = []
      const outcomes = [
        Effect.fail(new StoreFailed({ operation: "ping", cause: "secret" })),
        Effect.fail(new StoreUnreachable({ operation: "ping", cause: "secret" })),
        Effect.die(new Error("secret")),
        Effect.interrupt,
      ]
      for (const ping of outcomes) {
        const stores = Layer.merge(memoryStores(), Layer.mock(ConsentStore, { tenant: null, ping }))
        const traced = tracedStores(stores, (query) => measured.push(query))
        const exits = yield* Effect.all([
          Effect.exit(Effect.flatMap(ConsentStore, (store) => store.ping).pipe(Effect.provide(traced))),
          Effect.exit(Effect.flatMap(ConsentStore, (store) => store.ping).pipe(Effect.provide(stores))),
        ])
        assert.deepEqual(exits[0].toString(), exits[1].toString())
      }
      const failures = measured.map(({ failure }) => failure)
      assert.deepStrictEqual(failures, ["StoreFailed", "StoreUnreachable", "Defect", null])
    }),
  )
})
