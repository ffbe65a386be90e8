/**
 * The law of the `LogPublisher` port, as a suite that any implementation can run at the top level of a vitest file.
 *
 * @module
 */
import type { LogFile, LogPublisher } from "@consent-service/core/ports"
import { assert, layer as testLayer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"

/** Where a log is published, with nothing in it yet. */
export interface PublishedPlace {
  /** A publisher to the place; the laws ask for several, as several processes have them. */
  readonly open: Effect.Effect<Context.Tag.Service<LogPublisher>, unknown, Scope.Scope>
  /** Reads a file by its path, as readers of the published log do. */
  readonly read: (path: string) => Effect.Effect<Option.Option<Uint8Array>, unknown>
}

class TestedPlaces extends Context.Tag("@consent-service/testkit/LogPublisherUnderTest")<
  TestedPlaces,
  { readonly fresh: Effect.Effect<PublishedPlace, unknown, Scope.Scope> }
>() {}

/** The settings of the suite. */
export interface LogPublisherLawsOptions {
  /** Makes a new place for each law. */
  readonly makePlace: Effect.Effect<PublishedPlace, unknown, Scope.Scope>
  /** Milliseconds a law may take; 120,000 by default. */
  readonly timeoutMs?: number
}

const caching = { type: "application/octet-stream", cacheControl: "no-store" }

const file = (path: string, bytes: Iterable<number>): LogFile => ({ path, bytes: Uint8Array.from(bytes), ...caching })

const repeated = (length: number, byte: number): ReadonlyArray<number> => Array.from({ length }, () => byte)

const checkpoint = (text: string): LogFile => file("checkpoint", new TextEncoder().encode(text))

const bytesAt = ({ read }: PublishedPlace, path: string) =>
  Effect.map(read(path), (bytes) => Option.getOrNull(Option.map(bytes, (found) => Uint8Array.from(found))))

/**
 * Declares a suite of that name that checks every law of the port.
 *
 * @example
 * ```ts
 * import { logPublisherLaws } from "@consent-service/testkit/LogPublisherLaws"
 * import * as Effect from "effect/Effect"
 * import * as Option from "effect/Option"
 *
 * logPublisherLaws("a publisher to memory", {
 *   makePlace: Effect.sync(() => {
 *     const files = new Map<string, Uint8Array>()
 *     const read = (path: string) => Effect.sync(() => Option.fromNullable(files.get(path)))
 *     const publisher = {
 *       put: ({ bytes, path }: { path: string; bytes: Uint8Array }) => Effect.sync(() => void files.set(path, bytes)),
 *       latest: Effect.map(read("checkpoint"), Option.map((bytes) => new TextDecoder().decode(bytes))),
 *     }
 *     return { open: Effect.succeed(publisher), read }
 *   }),
 * })
 * ```
 */
export const logPublisherLaws = (name: string, { makePlace, timeoutMs = 120_000 }: LogPublisherLawsOptions): void => {
  const places = Layer.succeed(TestedPlaces, { fresh: makePlace })
  testLayer(places, { excludeTestServices: true, timeout: timeoutMs })(name, (it) => {
    const law = (title: string, body: (place: PublishedPlace) => Effect.Effect<void, unknown, Scope.Scope>): void =>
      it.scoped(title, () => Effect.flatMap(TestedPlaces, ({ fresh }) => Effect.flatMap(fresh, body)), {
        timeout: timeoutMs,
      })

    law("a file is read as it was put, whatever its path and its bytes", (place) =>
      Effect.gen(function* () {
        const { put } = yield* place.open
        const files = [
          file("keys.json", [0x7b, 0x7d]),
          file(
            "tile/0/000.p/3",
            Array.from({ length: 256 }, (_, at) => at),
          ),
          file("tile/entries/x001/x234/067", repeated(11_264, 7)),
          file("empty", []),
        ]
        for (const each of files) yield* put(each)
        for (const { bytes, path } of files) assert.deepStrictEqual(yield* bytesAt(place, path), bytes)
        assert.isNull(yield* bytesAt(place, "tile/0/001"))
      }),
    )

    law("a file that is put again has its new bytes", (place) =>
      Effect.gen(function* () {
        const { put } = yield* place.open
        for (const bytes of [[1, 2, 3], [4], []]) {
          yield* put(file("keys.json", bytes))
          assert.deepStrictEqual(yield* bytesAt(place, "keys.json"), Uint8Array.from(bytes))
        }
      }),
    )

    law("the newest checkpoint is the one that was put last, by whichever process", (place) =>
      Effect.gen(function* () {
        const [one, other] = [yield* place.open, yield* place.open]
        assert.isTrue(Option.isNone(yield* one.latest))
        yield* one.put(file("tile/0/000.p/1", [1]))
        assert.isTrue(Option.isNone(yield* one.latest))
        for (const [publisher, text] of [
          [one, "log.example\n1\n\n— É\n"],
          [other, "log.example\n300\n"],
          [one, "log.example\n9\n"],
        ] as const) {
          yield* publisher.put(checkpoint(text))
          for (const { latest } of [one, other, yield* place.open]) {
            assert.deepStrictEqual(yield* latest, Option.some(text))
          }
        }
      }),
    )

    law("of processes that put a file concurrently one does, as a whole", (place) =>
      Effect.gen(function* () {
        const publishers = yield* Effect.all(Array.from({ length: 4 }, () => place.open))
        for (let round = 0; round < 5; round++) {
          yield* Effect.forEach(publishers, ({ put }, at) => put(file("checkpoint", repeated(5_000 + at, at))), {
            concurrency: "unbounded",
          })
          const bytes = yield* bytesAt(place, "checkpoint")
          const by = bytes?.[0] ?? -1
          assert.deepStrictEqual(bytes, Uint8Array.from(repeated(5_000 + by, by)))
        }
      }),
    )
  })
}
