/**
 * The law of the `DocumentRegistry` port, as a suite that any implementation can run at the top level of a vitest file.
 *
 * Every law publishes under types of its own, so the store may hold others, and the suite may run again on it.
 *
 * @module
 */
import type { DocumentRelease } from "@consent-service/core/legal-document/LegalDocument"
import { currentDocument } from "@consent-service/core/legal-document/LegalDocument"
import type { DocumentRegistry } from "@consent-service/core/ports/DocumentRegistry"
import { assert, layer as testLayer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"

type Registry = Context.Tag.Service<DocumentRegistry>

/** One store, and the registries of any number of tenants over it. */
export interface RegistryUnderTest {
  /** Asked several times for one tenant, as several processes would. */
  readonly registry: (tenant: string | null) => Effect.Effect<Registry, unknown, Scope.Scope>
}

class TestedRegistry extends Context.Tag("@consent-service/testkit/RegistryUnderTest")<
  TestedRegistry,
  RegistryUnderTest
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

const registryOf = (tenant: string | null = null) => Effect.flatMap(TestedRegistry, (store) => store.registry(tenant))

/** In the order of the releases, each by every registry. */
const publishAtOnce = (registries: ReadonlyArray<Registry>, releases: ReadonlyArray<DocumentRelease>) =>
  Effect.all(
    releases.flatMap((one) => registries.map((registry) => registry.publish(one))),
    { concurrency: "unbounded" },
  )

const currentOf = (registry: Registry, type: string) =>
  Effect.map(registry.versions([type]), (versions) => currentDocument(versions, type)?.hash ?? null)

/** What the suite is run on. */
export interface RegistryLawsOptions<E> {
  /** Opens the store, once for the whole suite. */
  readonly makeStore: Effect.Effect<RegistryUnderTest, E, Scope.Scope>
  /** Milliseconds a law may take; 60,000 by default. */
  readonly timeoutMs?: number
}

/** Declares a suite of that name that checks every law of the `DocumentRegistry` port. */
export const documentRegistryLaws = <E>(name: string, options: RegistryLawsOptions<E>): void => {
  const { makeStore, timeoutMs: timeout = 60_000 } = options
  testLayer(Layer.scoped(TestedRegistry, makeStore), { excludeTestServices: true, timeout })(name, (it) => {
    const law = (title: string, body: Effect.Effect<void, unknown, Scope.Scope | TestedRegistry>) =>
      it.scoped(title, () => body, { timeout })

    law(
      "a version is read back as it was published, to the millisecond and the code unit",
      Effect.gen(function* () {
        const [registry, type] = [yield* registryOf(), freshType()]
        const published = yield* registry.publish(release(type, "a"))
        assert.strictEqual(published._tag, "Published")
        assert.deepStrictEqual(yield* (yield* registryOf()).versions([type]), [published.document])
        assert.deepInclude(published.document, release(type, "a"))
        for (const effectiveDate of [0, 2 ** 31, 8.64e15]) {
          const dated = yield* registry.publish(release(freshType(), "b", { effectiveDate }))
          assert.deepStrictEqual(yield* registry.versions([dated.document.type]), [dated.document])
          assert.strictEqual(dated.document.effectiveDate, effectiveDate)
        }
        assert.deepStrictEqual(yield* registry.versions([freshType()]), [])
        assert.deepStrictEqual(yield* registry.versions([]), [])
      }),
    )

    law(
      "publishing the current version again changes nothing",
      Effect.gen(function* () {
        const [registry, type] = [yield* registryOf(), freshType()]
        const { document } = yield* registry.publish(release(type, "a"))
        const again = yield* registry.publish(release(type, "a"))
        assert.deepStrictEqual({ ...again }, { _tag: "Unchanged", document })
        assert.deepStrictEqual(yield* registry.versions([type]), [document])
      }),
    )

    for (const [what, change] of [
      ["version", { version: "other" }],
      ["date", { effectiveDate: 1 }],
    ] as const) {
      law(
        `the same text with another ${what} diverges, and the first stands`,
        Effect.gen(function* () {
          const [registry, type] = [yield* registryOf(), freshType()]
          const { document } = yield* registry.publish(release(type, "a"))
          const outcome = yield* registry.publish(release(type, "a", change))
          assert.deepStrictEqual({ ...outcome }, { _tag: "Diverged", document })
          assert.deepStrictEqual(yield* registry.versions([type]), [document])
        }),
      )
    }

    law(
      "the version published last is current, a superseded one published again included",
      Effect.gen(function* () {
        const [registry, type] = [yield* registryOf(), freshType()]
        for (const digit of ["a", "b", "c", "a", "b"]) {
          assert.strictEqual((yield* registry.publish(release(type, digit)))._tag, "Published")
          assert.strictEqual(yield* currentOf(registry, type), hashOf(digit))
        }
        assert.lengthOf(yield* registry.versions([type]), 3)
      }),
    )

    law(
      "types are told apart, case, accents and padding and all, and asked for together",
      Effect.gen(function* () {
        const [registry, type] = [yield* registryOf(), freshType()]
        const suffixes = ["", "_É", "_é", "_e\u0301", "_é ", "_😀", "_%", "_.__proto__", `_${"x".repeat(200)}`]
        for (const [digit, suffix] of suffixes.entries()) {
          yield* registry.publish(release(type + suffix, `${digit}`))
        }
        for (const [digit, suffix] of suffixes.entries()) {
          assert.strictEqual(yield* currentOf(registry, type + suffix), hashOf(`${digit}`))
        }
        for (const list of [suffixes.slice(0, 1), suffixes.slice(1, 4), [...suffixes, ...suffixes]]) {
          const found = yield* registry.versions(list.map((suffix) => type + suffix))
          assert.sameMembers(
            found.map((version) => version.type),
            Array.from(new Set(list), (suffix) => type + suffix),
          )
        }
      }),
    )

    law(
      "whoever publishes at once, new versions or superseded ones, nobody fails, and everybody agrees what is current",
      Effect.gen(function* () {
        const type = freshType()
        const registries = yield* Effect.all([registryOf(), registryOf(), registryOf()])
        const digits = Array.from("0123456")
        for (const _ of ["new", "superseded"]) {
          const outcomes = yield* publishAtOnce(
            registries,
            digits.map((digit) => release(type, digit)),
          )
          assert.isTrue(outcomes.every(({ _tag }) => _tag !== "Diverged"))
          const current = yield* Effect.forEach(registries, (registry) => currentOf(registry, type))
          assert.strictEqual(new Set(current).size, 1)
          const [told] = outcomes.map(({ document }) => document).sort((left, right) => right.rank - left.rank)
          assert.strictEqual(
            (yield* registries[0].versions([type])).find(({ id }) => id === told?.id)?.rank,
            told?.rank,
          )
          assert.lengthOf(yield* registries[0].versions([type]), digits.length)
        }
        yield* registries[2].publish(release(type, "f"))
        assert.strictEqual(yield* currentOf(registries[0], type), hashOf("f"))
      }),
    )

    law(
      "of one text published at once in several versions one stands, which everybody else is told",
      Effect.gen(function* () {
        const type = freshType()
        const registries = yield* Effect.all([registryOf(), registryOf(), registryOf()])
        const releases = Array.from("0123456", (version) => release(type, "a", { version }))
        const outcomes = yield* publishAtOnce(registries, releases)
        const [winner] = yield* registries[0].versions([type])
        for (const [index, { _tag, document }] of outcomes.entries()) {
          assert.deepStrictEqual(document, winner)
          const isWinners = releases[Math.floor(index / registries.length)]?.version === winner?.version
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
        const [a, b, none] = yield* Effect.all([registryOf("a"), registryOf("A"), registryOf()])
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
