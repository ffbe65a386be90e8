import { assert, describe, it } from "@effect/vitest"
import * as fc from "effect/FastCheck"
import { rootOf } from "../evidence/MerkleTree.js"
import { sha256 } from "../digest/Sha256.js"
import { CompactRange } from "./CompactRange.js"
import { LateRuns } from "./CheckTimes.js"
import { ErasedPositions } from "./ErasedPositions.js"
import { Membership } from "./Membership.js"

describe("a compact range", () => {
  it("has the root of its leaves, whatever subtrees are put in", () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 3 }), { maxLength: 40 }), (levels) => {
        const range = new CompactRange()
        const leaves: Array<Uint8Array> = []
        for (const level of levels) {
          const width = 2 ** level
          if (leaves.length % width !== 0) continue
          const added = Array.from({ length: width }, (_, at) => sha256(Uint8Array.of(leaves.length + at)))
          leaves.push(...added)
          range.push(level, rootOf(added))
        }
        assert.deepStrictEqual(range.root(), rootOf(leaves))
        const copy = range.copy()
        copy.push(0, sha256(Uint8Array.of(7)))
        assert.deepStrictEqual(range.root(), rootOf(leaves))
      }),
    )
  })
})

describe("a compact range that grows", () => {
  it("names each subtree that becomes complete", () => {
    const range = new CompactRange()
    const completed: Array<number> = []
    for (let at = 0; at < 4; at++) range.push(0, sha256(Uint8Array.of(at)), ({ level }) => completed.push(level))
    assert.deepStrictEqual(completed, [1, 1, 2])
    assert.deepStrictEqual(
      range.subtrees().map(({ level }) => level),
      [2],
    )
  })
})

describe("membership", () => {
  const ids = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 60 })

  it("agrees exactly for equal sets, and looks at each id that differs", () => {
    fc.assert(
      fc.property(ids, ids, (logged, stored) => {
        const membership = new Membership()
        for (const id of logged) membership.addLogged(id)
        for (const id of stored.toReversed()) membership.addStored(id)
        const differing = [
          ...logged.filter((id) => !stored.includes(id)),
          ...stored.filter((id) => !logged.includes(id)),
        ]
        assert.strictEqual(membership.agrees(), differing.length === 0)
        assert.isTrue(differing.every((id) => membership.mayDiffer(id)))
      }),
    )
  })

  it("looks at few others", () => {
    const membership = new Membership()
    const many = Array.from({ length: 20_000 }, (_, at) => `cns_${at}`)
    for (const id of many) {
      membership.addLogged(id)
      membership.addStored(id)
    }
    membership.addStored("cns_other")
    assert.isBelow(many.filter((id) => membership.mayDiffer(id)).length, 40)
  })
})

describe("erased positions", () => {
  it("are a set", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.nat({ max: 2_000 }))), (steps) => {
        const [positions, expected] = [new ErasedPositions(), new Set<number>()]
        for (const [adds, position] of steps) {
          if (adds) {
            positions.add(position)
            expected.add(position)
          } else assert.strictEqual(positions.take(position), expected.delete(position))
          for (const one of [position, position + 1, position + 256]) {
            assert.strictEqual(positions.has(one), expected.has(one))
          }
          assert.strictEqual(positions.isEmpty, expected.size === 0)
        }
        assert.deepStrictEqual(
          Array.from(positions),
          Array.from(expected).sort((one, other) => one - other),
        )
      }),
    )
  })
})

describe("late entries", () => {
  it("that follow each other are one finding, and others are their own", () => {
    const late = new LateRuns()
    const time = 1_796_083_200_000
    const early = time - 3_600_000
    const findings = [
      ...late.add("a", 1, time - 1_000, time),
      ...late.add("b", 2, early, time),
      ...late.add("c", 3, early - 1, time),
      ...late.add("d", 5, early, time),
      ...late.add("e", 6, time + 3_600_000, time),
      ...late.end(),
    ]
    assert.deepStrictEqual(
      findings.map(({ finding, from, id, to }) => [finding, id, from, to]),
      [
        ["LoggedLate", undefined, 2, 4],
        ["FromTheFuture", "e", undefined, undefined],
        ["LoggedLate", "d", 5, 6],
      ],
    )
  })

  const time = 1_796_083_200_000

  const late = (...records: ReadonlyArray<readonly [id: string, position: number, createdAt: number]>) => {
    const runs = new LateRuns()
    return [...records.flatMap(([id, position, createdAt]) => runs.add(id, position, createdAt, time)), ...runs.end()]
  }

  it("are later than a minute, and records from the future earlier by more than one", () => {
    assert.deepStrictEqual(late(["a", 1, time - 60_000], ["b", 2, time + 60_000]), [])
    assert.deepStrictEqual(
      late(["a", 1, time - 60_001], ["b", 2, time + 60_001]).map(({ finding }) => finding),
      ["FromTheFuture", "LoggedLate"],
    )
  })

  it("say from when on records are said to be, and when they were logged", () => {
    const [one] = late(["a", 3, time - 60_001])
    assert.deepStrictEqual(one, {
      finding: "LoggedLate",
      severity: "late",
      id: "a",
      position: 3,
      from: 3,
      to: 4,
      message:
        "the record said to be received from 2026-11-30T23:58:59.999Z on, logged on 2026-12-01T00:00:00.000Z: the log vouches for the time from then on",
    })
    const [several] = late(["a", 3, time - 70_000], ["b", 4, time - 80_000], ["c", 5, time - 75_000])
    assert.deepStrictEqual(several, {
      finding: "LoggedLate",
      severity: "late",
      from: 3,
      to: 6,
      message:
        "3 records said to be received from 2026-11-30T23:58:40.000Z on, logged on 2026-12-01T00:00:00.000Z: the log vouches for the time from then on",
    })
    const [future] = late(["a", 3, time + 60_001])
    assert.deepStrictEqual(future, {
      finding: "FromTheFuture",
      severity: "suspicious",
      id: "a",
      position: 3,
      message: "the record says it was created on 2026-12-01T00:01:00.001Z, and was logged on 2026-12-01T00:00:00.000Z",
    })
  })
})
