/**
 * The law of the `Archive` port, as a suite that any implementation can run at the top level of a vitest file.
 *
 * @module
 */
import type { Archive, Archived } from "@consent-service/core/ports"
import { sha256Hex } from "@consent-service/core/primitives"
import { assert, layer as testLayer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"

// Compares options by content: chai's deep equality treats all of them as equal.

type Service = Context.Tag.Service<Archive>

/** One database, and the archives of any number of tenants over it. */
export interface ArchiveUnderTest {
  /** Called several times for one tenant, as several processes would. */
  readonly archive: (tenant: string | null) => Effect.Effect<Service, unknown, Scope.Scope>
}

class TestedArchive extends Context.Tag("@consent-service/testkit/ArchiveUnderTest")<
  TestedArchive,
  ArchiveUnderTest
>() {}

const archiveOf = (tenant: string | null = null) => Effect.flatMap(TestedArchive, (store) => store.archive(tenant))

const entry = (content: string): Archived => ({ id: sha256Hex(content + crypto.randomUUID()), content })

const contents: ReadonlyArray<readonly [string, string]> = [
  ["nothing", ""],
  ["spaces at both ends", "  { }  "],
  ["Unicode and case", "É é e\u0301 😀 ß \u202e \u2028"],
  ["odd keys", '{"__proto__":{"a":1},"constructor":[]}'],
  ["two megabytes", JSON.stringify("é".repeat(1_000_000))],
]

/** The settings of the suite. */
export interface ArchiveLawsOptions<E> {
  /** Opens the store, once for the whole suite. */
  readonly makeStore: Effect.Effect<ArchiveUnderTest, E, Scope.Scope>
  /** Milliseconds a law may take; 120,000 by default. */
  readonly timeoutMs?: number
}

/**
 * Declares a suite of that name that checks every law of the `Archive` port.
 *
 * @example
 * ```ts
 * import { archiveLaws } from "@consent-service/testkit/ArchiveLaws"
 * import * as MemoryArchive from "@consent-service/testkit/MemoryArchive"
 * import * as Effect from "effect/Effect"
 *
 * archiveLaws("the archive of the shop", {
 *   makeStore: Effect.sync(() => {
 *     const kept: MemoryArchive.ArchiveStore = new Map()
 *     return { archive: (tenant: string | null) => Effect.succeed(MemoryArchive.make(kept, tenant)) }
 *   }),
 * })
 * ```
 */
export const archiveLaws = <E>(name: string, options: ArchiveLawsOptions<E>): void => {
  const { makeStore, timeoutMs: timeout = 120_000 } = options
  testLayer(Layer.scoped(TestedArchive, makeStore), { excludeTestServices: true, timeout })(name, (it) => {
    const law = (title: string, body: Effect.Effect<void, unknown, Scope.Scope | TestedArchive>) =>
      it.scoped(title, () => body, { timeout })

    for (const [what, content] of contents) {
      law(
        `${what} is read back as it was stored, by any reader`,
        Effect.gen(function* () {
          const kept = entry(content)
          yield* (yield* archiveOf()).keep([kept])
          assert.strictEqual(Option.getOrNull(yield* (yield* archiveOf()).find(kept.id)), content)
        }),
      )
    }

    law(
      "a value that was never stored is not found",
      Effect.gen(function* () {
        assert.isNull(Option.getOrNull(yield* (yield* archiveOf()).find(entry("x").id)))
      }),
    )

    law(
      "storing again changes nothing, and other values of the same call are stored",
      Effect.gen(function* () {
        const archive = yield* archiveOf()
        const [first, second] = [entry("first"), entry("second")]
        yield* archive.keep([first, first])
        yield* archive.keep([])
        yield* archive.keep([{ ...first, content: "changed" }, second])
        assert.strictEqual(Option.getOrNull(yield* archive.find(first.id)), "first")
        assert.strictEqual(Option.getOrNull(yield* archive.find(second.id)), "second")
      }),
    )

    law(
      "many callers can store the same value concurrently",
      Effect.gen(function* () {
        const archives = yield* Effect.all([archiveOf(), archiveOf(), archiveOf()])
        const entries = [entry("a"), entry("b"), entry("c")]
        const keepers = archives.flatMap((archive) => [archive.keep(entries), archive.keep(entries.toReversed())])
        yield* Effect.all(keepers, { concurrency: "unbounded" })
        for (const { content, id } of entries) {
          assert.strictEqual(Option.getOrNull(yield* archives[0].find(id)), content)
        }
      }),
    )

    law(
      "no tenant sees another's values, and none prevents another from storing",
      Effect.gen(function* () {
        const kept = entry("mine")
        const mine = yield* archiveOf("a")
        yield* mine.keep([kept])
        for (const tenant of ["A", "a ", null]) {
          const theirs = yield* archiveOf(tenant)
          assert.strictEqual(theirs.tenant, tenant)
          assert.isNull(Option.getOrNull(yield* theirs.find(kept.id)))
          yield* theirs.keep([{ ...kept, content: "theirs" }])
          assert.strictEqual(Option.getOrNull(yield* mine.find(kept.id)), "mine")
          assert.strictEqual(Option.getOrNull(yield* theirs.find(kept.id)), "theirs")
        }
      }),
    )
  })
}
