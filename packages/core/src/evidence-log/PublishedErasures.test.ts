import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { pendingEntry } from "../evidence/PendingEntry.js"
import { archiveStatement, erasedStatement } from "../evidence/Statement.js"
import type { LoggedEntry } from "../evidence/Tiles.js"
import { EvidenceReader } from "../ports/EvidenceReader.js"
import { start } from "../testing/EvidenceVectors.js"
import type { ReadLogFile } from "./Mirror.js"
import { erasureOf, erasuresFile, readMirrorErasures } from "./PublishedErasures.js"
import { readErasure, type SaidErasure } from "./SaidErasure.js"

const salt = "xh7DYDLe8SCGKnMPT9Tr8Q"

/** The entry of an erasure of these positions, or of something else. */
const entryOf = (id: string, leaves: ReadonlyArray<number> | null) => {
  const statement =
    leaves === null
      ? archiveStatement({ digest: id, what: "texts" })
      : erasedStatement({ count: leaves.length, erasedAt: start, leaves, reason: "art-17" })
  return pendingEntry(statement, { id, receivedAt: start, salt })
}

const logged = ({ commitment, id, kind }: ReturnType<typeof entryOf>): LoggedEntry => ({
  kind,
  time: start,
  commitment,
  id,
  opener: salt,
})

const [text, first, second, third] = [
  entryOf("texts", null),
  entryOf("ers_1", [0]),
  entryOf("ers_2", [1, 2]),
  entryOf("ers_3", [3]),
]

/** The file of a bundle, of which the one with the number 1 is stored, with these entries. */
const fileOf = (entries: ReadonlyArray<LoggedEntry>, width: number, isStored = true, number = 1) => {
  const statements = new Map([first, second, third].map(({ id, statement }) => [id, statement ?? ""]))
  const reader = Layer.mock(EvidenceReader, {
    tenant: null,
    state: Effect.succeedNone,
    bundles: (n) => Effect.succeed(n === 1 ? [{ n, entries, firstReceived: start, lastReceived: start }] : []),
    statements: (ids) => Effect.succeed(new Map(Array.from(statements).filter(([id]) => isStored && ids.includes(id)))),
  })
  return Option.getOrNull(Effect.runSync(Effect.provide(erasuresFile({ n: number, width }), reader)))
}

const linesIn = (bytes: Uint8Array | undefined): ReadonlyArray<unknown> =>
  new TextDecoder()
    .decode(bytes)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))

const entries = [text, first, second, third].map(logged)

describe("the file of what the erasures of a bundle say", () => {
  it("has a line for each of them, by its position in the log", () => {
    const file = fileOf(entries, 3)
    assert.deepStrictEqual(
      [file?.path, file?.type, file?.cacheControl],
      ["erasures/001.p/3", "application/x-ndjson; charset=utf-8", "public, max-age=31536000, immutable"],
    )
    assert.isTrue(new TextDecoder().decode(file?.bytes).endsWith("}\n"))
    assert.deepStrictEqual(linesIn(file?.bytes), [
      { position: 257, opener: salt, statement: first.statement },
      { position: 258, opener: salt, statement: second.statement },
    ])
  })

  it("is not there for a bundle without erasures that can be opened", () => {
    assert.isNull(fileOf(entries, 1))
    assert.isNull(fileOf([], 256))
    assert.isNull(fileOf([{ ...logged(first), id: null }], 256))
    assert.isNull(fileOf([{ ...logged(first), opener: null }], 256))
  })

  it("is not there for a bundle that is not stored", () => {
    assert.isNull(fileOf(entries, 4, true, 2))
  })

  it("leaves out what is not stored", () => {
    assert.deepStrictEqual(fileOf(entries, 4, false)?.bytes, new Uint8Array())
  })
})

describe("what an entry of an erasure says", () => {
  it("is read when it is what was committed to", () => {
    const { commitment, statement } = second
    assert.deepStrictEqual(erasureOf(commitment, salt, statement ?? ""), { leaves: [1, 2], isPart: false })
    assert.isNull(erasureOf(first.commitment, salt, statement ?? ""))
    assert.isNull(erasureOf(commitment, "14e0Frw2e-rrizb_xsrDAg", statement ?? ""))
    assert.isNull(erasureOf(commitment, "?", statement ?? ""))
    assert.isNull(erasureOf(commitment, salt, "{}"))
  })

  it("is of a part when it names parts", () => {
    assert.deepStrictEqual(readErasure('{"leaves":[3],"parts":["trace"]}'), { leaves: [3], isPart: true })
    assert.deepStrictEqual(readErasure('{"leaves":[3,7]}'), { leaves: [3, 7], isPart: false })
    assert.isNull(readErasure("{}"))
  })
})

describe("the erasures of a bundle in a published log", () => {
  const files = (size: number, change: (lines: string) => string = (lines) => lines) => {
    const { bytes, path } = fileOf(entries, size - 256) ?? assert.fail("no file")
    return new Map([[path, new TextEncoder().encode(change(new TextDecoder().decode(bytes)))]])
  }
  const readIn = (published: ReadonlyMap<string, Uint8Array>, size: number, of = entries) => {
    const asked: Array<string> = []
    const read: ReadLogFile = (path) =>
      Effect.sync(() => {
        asked.push(path)
        return Option.fromNullable(published.get(path))
      })
    const found = Effect.runSync(readMirrorErasures(read, 1, of, size))
    return { asked, found: Array.from(found) }
  }
  const all: Array<[number, SaidErasure]> = [
    [257, { leaves: [0], isPart: false }],
    [258, { leaves: [1, 2], isPart: false }],
  ]

  it("are read by their positions, from the file of that size or of the full bundle", () => {
    assert.deepStrictEqual(readIn(files(259), 259), { asked: ["erasures/001.p/3", "erasures/001"], found: all })
    const full = new Map(Array.from(files(259).values(), (bytes) => ["erasures/001", bytes] as const))
    assert.deepStrictEqual(readIn(full, 259).found, all)
    assert.deepStrictEqual(readIn(full, 512), { asked: ["erasures/001"], found: all })
    assert.deepStrictEqual(readIn(full, 256), { asked: ["erasures/001"], found: all })
  })

  it("are none where no file is", () => {
    assert.deepStrictEqual(readIn(new Map(), 259).found, [])
  })

  it("leave out lines that are none, of no entry, or not what an entry committed to", () => {
    assert.deepStrictEqual(
      readIn(
        files(259, (lines) => `?\n{}\n${lines}`),
        259,
      ).found,
      all,
    )
    assert.deepStrictEqual(readIn(files(259), 259, entries.slice(0, 2)).found, all.slice(0, 1))
    assert.deepStrictEqual(
      readIn(
        files(259, (lines) => lines.replace("258", "259")),
        259,
      ).found,
      all.slice(0, 1),
    )
  })
})
