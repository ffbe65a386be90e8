/**
 * What erasures say, published with the log: after a restore, entries of what was erased are known by it.
 *
 * Next to each bundle with entries of erasures there is a file with a line for each of them: its position, what opens it,
 * and what it says. A reader computes the commitment from that, and compares it with the leaf.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { commitmentBy, readOpener } from "../evidence/Opener.js"
import { logCaching, logTypes, widthIn } from "../evidence/LogFiles.js"
import { bundlePath, type TileName } from "../evidence/TileFiles.js"
import { type LoggedEntry, tileWidth } from "../evidence/Tiles.js"
import { EvidenceReader } from "../ports/EvidenceReader.js"
import type { LogFile } from "../ports/LogPublisher.js"
import type { StoreError } from "../ports/StoreError.js"
import type { MirrorUnusable, ReadLogFile } from "./Mirror.js"
import { readErasure, type SaidErasure } from "./SaidErasure.js"
import { storedStatement } from "./StoredStatement.js"

/** The kind of entries of erasures. */
export const erasedKind = 5

const Line = Schema.parseJson(
  Schema.Struct({ position: Schema.Number, opener: Schema.String, statement: Schema.String }),
)

type Line = typeof Line.Type

const writeLine = Schema.encodeSync(Line)

const readLine = Schema.decodeUnknownOption(Line)

/** Where what the erasures of a bundle say is published. */
const pathOf = (n: number, width: number): string => bundlePath(n, width).replace("tile/entries/", "erasures/")

/**
 * The file with what the erasures of a bundle say; none for a bundle without erasures.
 *
 * @returns fails with `StoreError` when the store does
 * @example
 * ```ts
 * import { erasuresFile } from "@consent-service/core/evidence-log"
 *
 * const file = erasuresFile({ n: 0, width: 256 })
 * ```
 */
export const erasuresFile = ({
  n,
  width,
}: Pick<TileName, "n" | "width">): Effect.Effect<Option.Option<LogFile>, StoreError, EvidenceReader> =>
  Effect.gen(function* () {
    const reader = yield* EvidenceReader
    const [bundle] = yield* reader.bundles(n, 1)
    if (bundle === undefined) return Option.none()
    const erasures = bundle.entries.slice(0, width).flatMap(({ id, kind, opener }, at) =>
      // Of an entry that a restore lost only the leaf is left: what it says was published before.
      kind === erasedKind && id !== null && opener !== null ? [{ position: n * tileWidth + at, id, opener }] : [],
    )
    if (erasures.length === 0) return Option.none()
    const statements = yield* reader.statements(erasures.map(({ id }) => id))
    const lines = erasures.flatMap(({ id, opener, position }) => {
      const statement = statements.get(id)
      return statement === undefined ? [] : [`${writeLine({ position, opener, statement })}\n`]
    })
    const bytes = new TextEncoder().encode(lines.join(""))
    return Option.some({ path: pathOf(n, width), bytes, type: logTypes.lines, cacheControl: logCaching.fixed })
  })

/** The lines of a published file; those that are none are left out. */
const linesOf = (bytes: Uint8Array): ReadonlyArray<Line> =>
  new TextDecoder()
    .decode(bytes)
    .split("\n")
    .flatMap((line) => Option.toArray(readLine(line)))

/**
 * What an entry of an erasure says, by its statement as it is stored; null where that is not what was committed to.
 *
 * @example
 * ```ts
 * import { erasureOf } from "@consent-service/core/evidence-log"
 *
 * erasureOf("00", "xh7DYDLe8SCGKnMPT9Tr8Q", "{}") // null
 * ```
 */
export const erasureOf = (commitment: string, opener: string, statement: string): SaidErasure | null => {
  const [opens, said] = [readOpener(opener), storedStatement(erasedKind, statement)]
  if (opens === null || said === null || commitmentBy(said, opens) !== commitment) return null
  const [erasure = null] = said.parts.map(({ text }) => readErasure(text))
  return erasure
}

/**
 * Reads what the erasures of a bundle say from a published log.
 *
 * @param entries - of the bundle, whose commitments the lines have to open
 * @param size - of the published checkpoint
 * @returns by position
 * @example
 * ```ts
 * import type { LoggedEntry } from "@consent-service/core/evidence"
 * import { readMirrorErasures, type ReadLogFile } from "@consent-service/core/evidence-log"
 *
 * const first = (read: ReadLogFile, entries: ReadonlyArray<LoggedEntry>) => readMirrorErasures(read, 0, entries, 256)
 * ```
 */
export const readMirrorErasures = (
  read: ReadLogFile,
  n: number,
  entries: ReadonlyArray<LoggedEntry>,
  size: number,
): Effect.Effect<ReadonlyMap<number, SaidErasure>, MirrorUnusable> =>
  Effect.gen(function* () {
    // Stryker disable next-line StringLiteral: the level "" counts the same entries
    const widths = [widthIn(size, { level: "entries", n }), tileWidth].filter((width) => width > 0)
    const files = yield* Effect.forEach(new Set(widths), (width) => read(pathOf(n, width)))
    const lines = files.flatMap((file) => Option.toArray(file)).flatMap(linesOf)
    return new Map(
      lines.flatMap(({ opener, position, statement }) => {
        const entry = entries[position - n * tileWidth]
        const said = entry === undefined ? null : erasureOf(entry.commitment, opener, statement)
        return said === null ? [] : [[position, said] as const]
      }),
    )
  })
