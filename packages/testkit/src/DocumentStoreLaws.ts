/**
 * The law of the `DocumentStore` port, as a suite that any implementation can run at the top level of a vitest file.
 *
 * Every law publishes under types of its own, so the store may hold others, and the suite may run again on it.
 *
 * @module
 */
import type { DocumentStore } from "@consent-service/core/ports"
import { currentDocument, type DocumentRelease } from "@consent-service/core/consent"
import { assert, layer as testLayer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"

type Store = Context.Tag.Service<DocumentStore>

/** One database, and the stores of any number of tenants over it. */
export interface DocumentStoreUnderTest {
  /** Called several times for one tenant, as several processes would. */
  readonly store: (tenant: string | null) => Effect.Effect<Store, unknown, Scope.Scope>
}

class TestedStore extends Context.Tag("@consent-service/testkit/DocumentStoreUnderTest")<
  TestedStore,
  DocumentStoreUnderTest
>() {}

const freshType = (): string => `dpa_${crypto.randomUUID()}`

const hashOf = (digit: string): string => `sha256:${digit.repeat(64)}`

const release = (type: string, digit: string, change: Partial<DocumentRelease> = {}): DocumentRelease => ({
  type,
  version: `v ${digit} É😀 `,
  hash: hashOf(digit),
  effectiveDate: 1_790_000_000_123,
  ...change,
})

const storeOf = (tenant: string | null = null) => Effect.flatMap(TestedStore, (tested) => tested.store(tenant))

/** In the order of the releases, each by every store. */
const publishAtOnce = (stores: ReadonlyArray<Store>, releases: ReadonlyArray<DocumentRelease>) =>
  Effect.all(
    releases.flatMap((one) => stores.map((store) => store.publish(one))),
    { concurrency: "unbounded" },
  )

const currentOf = (store: Store, type: string) =>
  Effect.map(store.versions([type]), (versions) => currentDocument(versions, type)?.hash ?? null)

/** The settings of the suite. */
export interface DocumentStoreLawsOptions<E> {
  /** Opens the store, once for the whole suite. */
  readonly makeStore: Effect.Effect<DocumentStoreUnderTest, E, Scope.Scope>
  /** Milliseconds a law may take; 120,000 by default. */
  readonly timeoutMs?: number
}

/**
 * Declares a suite of that name that checks every law of the `DocumentStore` port.
 *
 * @example
 * ```ts
 * import { documentStoreLaws } from "@consent-service/testkit/DocumentStoreLaws"
 * import * as MemoryDocumentStore from "@consent-service/testkit/MemoryDocumentStore"
 * import * as Effect from "effect/Effect"
 *
 * documentStoreLaws("the documents of the shop", {
 *   makeStore: Effect.sync(() => {
 *     const memory: MemoryDocumentStore.MemoryDocuments = new Map()
 *     return { store: (tenant: string | null) => Effect.succeed(MemoryDocumentStore.make(memory, tenant)) }
 *   }),
 * })
 * ```
 */
export const documentStoreLaws = <E>(name: string, options: DocumentStoreLawsOptions<E>): void => {
  const { makeStore, timeoutMs: timeout = 120_000 } = options
  testLayer(Layer.scoped(TestedStore, makeStore), { excludeTestServices: true, timeout })(name, (it) => {
    const law = (title: string, body: Effect.Effect<void, unknown, Scope.Scope | TestedStore>) =>
      it.scoped(title, () => body, { timeout })

    law(
      "a version is read back as it was published, to the millisecond and the code unit",
      Effect.gen(function* () {
        const [store, type] = [yield* storeOf(), freshType()]
        const published = yield* store.publish(release(type, "a"))
        assert.strictEqual(published._tag, "Published")
        assert.deepStrictEqual(yield* (yield* storeOf()).versions([type]), [published.document])
        assert.deepInclude(published.document, release(type, "a"))
        for (const effectiveDate of [0, 2 ** 31, 8.64e15]) {
          const dated = yield* store.publish(release(freshType(), "b", { effectiveDate }))
          assert.deepStrictEqual(yield* store.versions([dated.document.type]), [dated.document])
          assert.strictEqual(dated.document.effectiveDate, effectiveDate)
        }
        assert.deepStrictEqual(yield* store.versions([freshType()]), [])
        assert.deepStrictEqual(yield* store.versions([]), [])
      }),
    )

    law(
      "publishing the current version again changes nothing",
      Effect.gen(function* () {
        const [store, type] = [yield* storeOf(), freshType()]
        const { document } = yield* store.publish(release(type, "a"))
        const again = yield* store.publish(release(type, "a"))
        assert.deepStrictEqual({ ...again }, { _tag: "Unchanged", document })
        assert.deepStrictEqual(yield* store.versions([type]), [document])
      }),
    )

    for (const [what, change] of [
      ["version", { version: "other" }],
      ["date", { effectiveDate: 1 }],
    ] as const) {
      law(
        `the same text with another ${what} diverges, and the first is kept`,
        Effect.gen(function* () {
          const [store, type] = [yield* storeOf(), freshType()]
          const { document } = yield* store.publish(release(type, "a"))
          const outcome = yield* store.publish(release(type, "a", change))
          assert.deepStrictEqual({ ...outcome }, { _tag: "Diverged", document })
          assert.deepStrictEqual(yield* store.versions([type]), [document])
        }),
      )
    }

    law(
      "the version published last is current, a superseded one published again included",
      Effect.gen(function* () {
        const [store, type] = [yield* storeOf(), freshType()]
        for (const digit of ["a", "b", "c", "a", "b"]) {
          assert.strictEqual((yield* store.publish(release(type, digit)))._tag, "Published")
          assert.strictEqual(yield* currentOf(store, type), hashOf(digit))
        }
        assert.lengthOf(yield* store.versions([type]), 3)
      }),
    )

    law(
      "types that differ in case, accents or padding are different types, and can be read together",
      Effect.gen(function* () {
        const [store, type] = [yield* storeOf(), freshType()]
        const suffixes = ["", "_É", "_é", "_e\u0301", "_é ", "_😀", "_%", "_.__proto__", `_${"x".repeat(200)}`]
        for (const [digit, suffix] of suffixes.entries()) {
          yield* store.publish(release(type + suffix, `${digit}`))
        }
        for (const [digit, suffix] of suffixes.entries()) {
          assert.strictEqual(yield* currentOf(store, type + suffix), hashOf(`${digit}`))
        }
        for (const list of [suffixes.slice(0, 1), suffixes.slice(1, 4), [...suffixes, ...suffixes]]) {
          const found = yield* store.versions(list.map((suffix) => type + suffix))
          assert.sameMembers(
            found.map((version) => version.type),
            Array.from(new Set(list), (suffix) => type + suffix),
          )
        }
      }),
    )

    law(
      "concurrent publications of new or superseded versions all succeed, and all readers agree on the current one",
      Effect.gen(function* () {
        const type = freshType()
        const stores = yield* Effect.all([storeOf(), storeOf(), storeOf()])
        const digits = Array.from("0123456")
        for (const _ of ["new", "superseded"]) {
          const outcomes = yield* publishAtOnce(
            stores,
            digits.map((digit) => release(type, digit)),
          )
          assert.isTrue(outcomes.every(({ _tag }) => _tag !== "Diverged"))
          const current = yield* Effect.forEach(stores, (store) => currentOf(store, type))
          assert.strictEqual(new Set(current).size, 1)
          const [told] = outcomes.map(({ document }) => document).sort((left, right) => right.rank - left.rank)
          assert.strictEqual((yield* stores[0].versions([type])).find(({ id }) => id === told?.id)?.rank, told?.rank)
          assert.lengthOf(yield* stores[0].versions([type]), digits.length)
        }
        yield* stores[2].publish(release(type, "f"))
        assert.strictEqual(yield* currentOf(stores[0], type), hashOf("f"))
      }),
    )

    law(
      "of concurrent publications of one superseded version one is Published, and the others find it current",
      Effect.gen(function* () {
        const stores = yield* Effect.all([storeOf(), storeOf(), storeOf()])
        for (const _ of "rounds") {
          const type = freshType()
          yield* stores[0].publish(release(type, "a"))
          yield* stores[0].publish(release(type, "b"))
          const outcomes = yield* publishAtOnce(stores, [release(type, "a")])
          assert.deepStrictEqual(outcomes.map(({ _tag }) => _tag).sort(), ["Published", "Unchanged", "Unchanged"])
        }
      }),
    )

    law(
      "of one text published concurrently under several versions one is kept, and the other callers receive it",
      Effect.gen(function* () {
        const type = freshType()
        const stores = yield* Effect.all([storeOf(), storeOf(), storeOf()])
        const releases = Array.from("0123456", (version) => release(type, "a", { version }))
        const outcomes = yield* publishAtOnce(stores, releases)
        const [winner] = yield* stores[0].versions([type])
        for (const [index, { _tag, document }] of outcomes.entries()) {
          assert.deepStrictEqual(document, winner)
          const isWinners = releases[Math.floor(index / stores.length)]?.version === winner?.version
          assert.strictEqual(_tag === "Diverged", !isWinners)
        }
        assert.lengthOf(
          outcomes.filter(({ _tag }) => _tag === "Published"),
          1,
        )
      }),
    )

    law(
      "no tenant sees or supersedes another's",
      Effect.gen(function* () {
        const type = freshType()
        const [a, b, none] = yield* Effect.all([storeOf("a"), storeOf("A"), storeOf()])
        assert.deepStrictEqual([a.tenant, b.tenant, none.tenant], ["a", "A", null])
        yield* a.publish(release(type, "a"))
        assert.deepStrictEqual(yield* b.versions([type]), [])
        assert.strictEqual((yield* b.publish(release(type, "a", { version: "other" })))._tag, "Published")
        yield* none.publish(release(type, "b"))
        assert.strictEqual(yield* currentOf(a, type), hashOf("a"))
        assert.strictEqual(yield* currentOf(none, type), hashOf("b"))
      }),
    )
  })
}
