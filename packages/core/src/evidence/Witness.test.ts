import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { type CheckpointBody, readCheckpointNote, writeCheckpoint } from "./Checkpoint.js"
import { leafHash } from "./Entry.js"
import { consistencyRanges, emptyRoot, type Hash, isConsistent, proofOf, rootOf } from "./MerkleTree.js"
import { keyTypes, verifierKey, writeNote, writeSignatureLine } from "./SignedNote.js"
import {
  decideCosignature,
  findCosignature,
  readWitnessState,
  type WitnessState,
  writeWitnessState,
} from "./Witness.js"
import { mostRequestBytes, readTreeSize, readWitnessRequest, writeWitnessRequest } from "./WitnessRequest.js"

const [origin, size] = ["log.example", 12]
const key = verifierKey(origin, keyTypes.note, new Uint8Array(32))
const isRight = (_: Uint8Array, __: Uint8Array, signature: Uint8Array): boolean => signature[0] === 0

/** Histories of one log that part at 0, 3 and 7 entries. */
const branches = [size, 7, 3, 0].map((common, branch) =>
  Array.from({ length: size }, (_, at) => leafHash(Uint8Array.of(at, at < common ? 0 : branch))),
)

const treeOf = (branch: number, count: number) => branches[branch]?.slice(0, count) ?? []

const proofBetween = (branch: number, from: number, to: number): ReadonlyArray<Hash> => {
  if (from === 0 || from >= to) return []
  const leaves = treeOf(branch, to)
  return proofOf(consistencyRanges(from, to), ({ index, level }) =>
    rootOf(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)),
  )
}

const noteOf = (branch: number, count: number, { isSigned = true, of = origin } = {}): string => {
  const text = writeCheckpoint({ origin: of, size: count, root: rootOf(treeOf(branch, count)) })
  const signature = new Uint8Array(64).fill(isSigned ? 0 : 1)
  return writeNote({ text, signatures: [{ name: of, keyId: key.id, signature }] })
}

const decide = (request: string, state: WitnessState = new Map()) => decideCosignature(request, state, [key], isRight)

const asked = FastCheck.record({
  branch: FastCheck.nat(branches.length - 1),
  from: FastCheck.nat(size),
  to: FastCheck.nat(size),
  /** What the proof is made for, when it is not what the request says. */
  proven: FastCheck.option(FastCheck.nat(size), { freq: 3 }),
  follows: FastCheck.boolean(),
  isSigned: FastCheck.integer({ min: 0, max: 9 }).map((drawn) => drawn > 0),
  restarts: FastCheck.boolean(),
})

describe("a witness", () => {
  it("never cosigns two checkpoints of which one does not continue the other, in any order, with restarts", async () => {
    let cosignedInAll = 0
    await FastCheck.assert(
      FastCheck.asyncProperty(FastCheck.array(asked, { minLength: 5, maxLength: 40 }), async (requests) => {
        let state: WitnessState = new Map()
        const cosigned: Array<{ readonly branch: number; readonly body: CheckpointBody }> = []
        for (const { branch, follows, from, isSigned, proven, restarts, to } of requests) {
          const known = readCheckpointNote(state.get(origin) ?? "")?.size ?? 0
          const old = follows ? known : from
          const proof = proofBetween(branch, proven ?? old, to)
          const checkpoint = noteOf(branch, to, { isSigned })
          const decision = await decide(writeWitnessRequest({ old, proof, checkpoint }), state)
          if (decision._tag === "Cosign") {
            cosigned.push({ branch, body: decision.body })
            state = decision.state
          }
          if (restarts) state = readWitnessState(writeWitnessState(state)) ?? new Map()
        }
        cosignedInAll += cosigned.length
        cosigned.forEach(({ branch, body }, at) => {
          for (const { body: older } of cosigned.slice(0, at)) {
            assert.isAtMost(older.size, body.size)
            assert.deepStrictEqual(rootOf(treeOf(branch, older.size)), older.root)
          }
        })
      }),
      { numRuns: 500 },
    )
    assert.isAbove(cosignedInAll, 500)
  })

  it("cosigns each continuation of what it knows", async () => {
    let state: WitnessState = new Map()
    for (const [from, to] of [
      [0, 0],
      [0, 3],
      [3, 3],
      [3, 8],
      [8, 12],
    ] as const) {
      const request = { old: from, proof: proofBetween(0, from, to), checkpoint: noteOf(0, to) }
      const decision = await decide(writeWitnessRequest(request), state)
      assert.strictEqual(decision._tag, "Cosign", `${from} to ${to}`)
      if (decision._tag === "Cosign") state = decision.state
    }
  })

  it("says why it does not cosign", async () => {
    const state: WitnessState = new Map([[origin, noteOf(0, 8)]])
    const request = (old: number, checkpoint: string, proof: ReadonlyArray<Hash> = []) =>
      decide(writeWitnessRequest({ old, proof, checkpoint }), state)
    assert.strictEqual((await decide("old 0\n"))._tag, "Malformed")
    assert.strictEqual((await request(9, noteOf(0, 8)))._tag, "Malformed")
    assert.strictEqual((await request(0, noteOf(0, 8, { of: "another.example" })))._tag, "UnknownLog")
    assert.strictEqual((await request(8, noteOf(0, 9, { isSigned: false })))._tag, "Unsigned")
    assert.deepStrictEqual(await request(3, noteOf(0, 9)), { _tag: "Conflict", size: 8, contradiction: null })
    assert.strictEqual((await request(8, noteOf(1, 9), proofBetween(1, 8, 9)))._tag, "Inconsistent")
    assert.strictEqual((await request(8, noteOf(0, 9)))._tag, "Inconsistent")
    assert.deepStrictEqual(await request(8, noteOf(1, 8)), {
      _tag: "Conflict",
      size: 8,
      contradiction: [noteOf(0, 8), noteOf(1, 8)],
    })
  })

  it("does not begin with a state that it did not write", () => {
    const text = writeWitnessState(new Map([[origin, noteOf(0, 8)]]))
    assert.deepStrictEqual(readWitnessState(text), new Map([[origin, noteOf(0, 8)]]))
    const twice = JSON.stringify({ format: "consent-service/witness/v1", checkpoints: [noteOf(0, 8), noteOf(0, 9)] })
    const withCheckpoints = (checkpoints: unknown): string =>
      JSON.stringify({ format: "consent-service/witness/v1", checkpoints })
    assert.deepStrictEqual(readWitnessState(withCheckpoints([])), new Map())
    const forms = [withCheckpoints(null), withCheckpoints([1]), withCheckpoints(["x"]), '"text"', "1"]
    for (const other of ["", "{}", "null", text.slice(0, -3), text.replace("v1", "v2"), twice, ...forms]) {
      assert.isNull(readWitnessState(other))
    }
  })
})

describe("a cosignature in the answer of a witness", () => {
  const witness = verifierKey("witness.example", keyTypes.cosignature, new Uint8Array(32).fill(1))
  const text = "log.example\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n"
  const time = Uint8Array.of(0, 0, 0, 0, 0x6b, 0x0e, 0x0e, 0x05)
  const right = { name: witness.name, keyId: witness.id, signature: Uint8Array.of(...time, ...new Uint8Array(64)) }
  const wrong = { ...right, signature: Uint8Array.of(...time, ...new Uint8Array(64).fill(1)) }
  const others = [
    { ...right, name: "other.example" },
    { ...right, keyId: "00000000" },
    { ...right, signature: right.signature.subarray(1) },
    { ...right, signature: Uint8Array.of(...right.signature, 0) },
    { ...right, signature: Uint8Array.of(...new Uint8Array(8).fill(255), ...new Uint8Array(64)) },
    wrong,
  ]
  const find = (lines: ReadonlyArray<typeof right>, of = witness) =>
    findCosignature(lines.map(writeSignatureLine).join(""), text, of, isRight)

  it("is found among others", async () => {
    assert.deepStrictEqual(await find([right]), right)
    assert.deepStrictEqual(await find([...others, right]), right)
  })

  it("is of the checkpoint and of its time, by the key of the witness", async () => {
    const verified: Array<readonly [Uint8Array, string, number]> = []
    await findCosignature(writeSignatureLine(right), text, witness, (publicKey, message, signature) => {
      verified.push([publicKey, new TextDecoder().decode(message), signature.length])
      return true
    })
    assert.deepStrictEqual(verified, [[witness.publicKey, `cosignature/v1\ntime 1796083205\n${text}`, 64]])
  })

  it("is nothing else", async () => {
    for (const line of others) assert.isNull(await find([line]))
    assert.isNull(await find([]))
    assert.isNull(await find([right], { ...witness, type: keyTypes.note }))
    assert.isNull(await findCosignature("no lines", text, witness, isRight))
  })
})

describe("a request for a cosignature", () => {
  it("is read as it is written", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.nat(size), FastCheck.nat(size), (one, other) => {
        const [old, to] = [Math.min(one, other), Math.max(one, other)]
        const request = { old, proof: proofBetween(0, old, to), checkpoint: noteOf(0, to) }
        const read = readWitnessRequest(writeWitnessRequest(request))
        assert.deepInclude(read, request)
        const root = to === 0 ? emptyRoot : rootOf(treeOf(0, old))
        if (read !== null && to > 0) assert.isTrue(isConsistent({ size: old, root }, read.body, read.proof))
      }),
    )
  })

  it("is refused in any other form", () => {
    const note = noteOf(0, 8)
    const hash = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
    const proof = (count: number) => `${hash}\n`.repeat(count)
    assert.isNotNull(readWitnessRequest(`old 1\n${proof(63)}\n${note}`))
    for (const text of [
      "",
      note,
      `old 1\n${note}`,
      `old 01\n\n${note}`,
      `old -1\n\n${note}`,
      `old 1 \n\n${note}`,
      `old 9007199254740992\n\n${note}`,
      `Old 1\n\n${note}`,
      `old 1\r\n\r\n${note}`,
      `old 1\n${proof(64)}\n${note}`,
      `old 1\n${hash.slice(0, -4)}\n\n${note}`,
      `old 1\n\n\n${note}`,
      `old 1\n\n${note}\n`,
      "old 1",
      "old 1\n\nno checkpoint",
      `old 1\n\n${writeNote({ text: "no checkpoint\n", signatures: [{ name: origin, keyId: key.id, signature: new Uint8Array(64) }] })}`,
      `old 1\n\n${note}${" ".repeat(mostRequestBytes)}`,
    ]) {
      assert.isNull(readWitnessRequest(text), JSON.stringify(text.slice(0, 40)))
    }
    assert.deepStrictEqual(["0", "12", "", "1e3", "99999999999999999"].map(readTreeSize), [0, 12, null, null, null])
  })
})
