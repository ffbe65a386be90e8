import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Layer from "effect/Layer"
import { timestampPaths } from "../evidence-log/PublishedTimestamps.js"
import type { KeptTimestamp } from "../ports/EvidenceLog.js"
import { EvidenceReader } from "../ports/EvidenceReader.js"
import { packTimestampFiles, readPackTimestamps } from "./TimestampFiles.js"

const authorities = ["https://one.example/tsa", "https://two.example/tsa"]

const stampOf = (size: number, authority: string): KeptTimestamp => ({
  size,
  authority,
  text: `log.example\n${size}\n`,
  answer: Uint8Array.of(size, authority.length),
  keptAt: 0,
})

const [ofOne, ofTwo] = authorities.map((authority) => (size: number) => stampOf(size, authority))

/** A log with these stamps, which keeps the sizes that were asked for. */
const portsOf = (stamps: ReadonlyArray<KeptTimestamp>, asked: Array<number> = []) =>
  Layer.mock(EvidenceReader, {
    tenant: null,
    timestamps: (fromSize, limit) =>
      Effect.sync(() => {
        asked.push(fromSize)
        return stamps
          .filter(({ size }) => size >= fromSize)
          .toSorted((one, other) => one.size - other.size)
          .slice(0, limit)
      }),
  })

const read = (stamps: ReadonlyArray<KeptTimestamp>, positions: ReadonlyArray<number>, asked?: Array<number>) =>
  Effect.runSync(Effect.provide(readPackTimestamps(positions), portsOf(stamps, asked)))

const namesOf = (stamps: ReadonlyArray<KeptTimestamp>) => stamps.map((stamp) => `${stamp.size} ${stamp.authority}`)

describe("the time stamps of a pack", () => {
  it("are for each record the first of each authority over a tree that has it, and no others", () => {
    const stamp = FastCheck.tuple(FastCheck.integer({ min: 1, max: 12 }), FastCheck.constantFrom(...authorities))
    FastCheck.assert(
      FastCheck.property(
        FastCheck.uniqueArray(stamp, { selector: String }),
        FastCheck.uniqueArray(FastCheck.nat(12)),
        (kept, positions) => {
          const stamps = kept.map(([size, authority]) => stampOf(size, authority))
          const wanted = positions.flatMap((position) =>
            authorities.flatMap((authority) => {
              const sizes = stamps.filter((one) => one.authority === authority).map(({ size }) => size)
              // A tree of a size has the positions below it.
              const first = Math.min(...sizes.filter((size) => size > position))
              return Number.isFinite(first) ? [`${first} ${authority}`] : []
            }),
          )
          const found = namesOf(read(stamps, positions))
          assert.lengthOf(found, new Set(found).size)
          assert.sameMembers(found, Array.from(new Set(wanted)))
        },
      ),
    )
  })

  it("are looked for in trees that are large enough only, and not at all without a record", () => {
    const asked: Array<number> = []
    assert.deepStrictEqual(read([stampOf(3, "https://one.example/tsa")], [], asked), [])
    assert.deepStrictEqual(asked, [])
    read([], [7, 4, 9], asked)
    assert.deepStrictEqual(asked, [5])
  })

  it("have a file each for the answer, and one for each tree with what was stamped", () => {
    const stamps = [ofOne?.(4), ofTwo?.(4), ofTwo?.(9)].filter((stamp) => stamp !== undefined)
    const files = packTimestampFiles(stamps)
    assert.deepStrictEqual(
      files.map(({ path }) => path),
      [
        "log/timestamps/4/checkpoint.txt",
        ...stamps.slice(0, 2).map((stamp) => `log/${timestampPaths(stamp).answer}`),
        "log/timestamps/9/checkpoint.txt",
        ...stamps.slice(2).map((stamp) => `log/${timestampPaths(stamp).answer}`),
      ],
    )
    assert.deepStrictEqual(
      files.map((file) => Object.keys(file)),
      files.map(() => ["path", "bytes"]),
    )
    assert.strictEqual(Buffer.from(files[0]?.bytes ?? []).toString(), "log.example\n4\n")
    assert.deepStrictEqual(files[1]?.bytes, stamps[0]?.answer)
  })
})
