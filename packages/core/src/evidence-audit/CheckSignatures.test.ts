import { assert, describe, it } from "@effect/vitest"
import { writeCheckpoint } from "../evidence/Checkpoint.js"
import { sha256 } from "../digest/Sha256.js"
import { keyTypes, writeNote } from "../evidence/SignedNote.js"
import { verifyEd25519 } from "../testing/EvidenceVectors.js"
import { keyNamed, type Signs } from "../testing/Signers.js"
import { SignatureCheck } from "./CheckSignatures.js"

const origin = "log.example"

const [first, second, third, foreign] = [origin, origin, origin, "other.example"].map(keyNamed)

const body = (size: number) => ({ origin, size, root: sha256(Uint8Array.of(size)) })

const kept = (size: number, signers: ReadonlyArray<Signs>, text = writeCheckpoint(body(size))) => ({
  size,
  note: writeNote({ text, signatures: signers.map((signs) => signs(text)) }),
  signedAt: 0,
})

const checking = (trusted: ReadonlyArray<ReturnType<typeof keyNamed> | undefined>) =>
  new SignatureCheck(
    origin,
    trusted.flatMap((one) => (one === undefined ? [] : [one.key])),
    verifyEd25519,
  )

if (first === undefined || second === undefined || third === undefined || foreign === undefined) throw new Error("keys")

const always = () => true

describe("a kept checkpoint", () => {
  it("is compared with the tree when a trusted key has signed it, whether or not others have", async () => {
    const check = checking([first])
    for (const signers of [[first.signs], [second.signsOther, first.signs], [first.signs, foreign.signsShort]]) {
      assert.deepStrictEqual(await check.read(kept(8, signers)), { body: body(8), finding: null })
    }
    assert.deepStrictEqual(await check.end([], always), [])
  })

  it("is compared with the tree without a look at its signatures when no key is trusted", async () => {
    const check = checking([])
    assert.deepStrictEqual(await check.read(kept(8, [first.signsOther])), { body: body(8), finding: null })
    assert.deepStrictEqual(await check.end([], always), [])
  })

  it("is altered when it cannot be read, is of another log, or of another size", async () => {
    const check = checking([first])
    const altered = async (one: ReturnType<typeof kept>) => {
      const { body: of, finding } = await check.read(one)
      assert.isNull(of)
      assert.deepInclude(finding, { finding: "CheckpointAltered", severity: "tampered", to: one.size })
      return finding?.message
    }
    const unreadable = "the checkpoint of 8 entries cannot be read"
    assert.strictEqual(await altered({ ...kept(8, [first.signs]), note: "nonsense" }), unreadable)
    assert.strictEqual(await altered(kept(8, [first.signs], "no checkpoint\n")), unreadable)
    const other = writeCheckpoint({ ...body(8), origin: "other.example" })
    const ofOther = 'the checkpoint of 8 entries is of the log "other.example"'
    assert.strictEqual(await altered(kept(8, [first.signs], other)), ofOther)
    const message = "the checkpoint of 8 entries says that it is of 9"
    assert.strictEqual(await altered(kept(8, [first.signs], writeCheckpoint(body(9)))), message)
  })

  it("is not compared with the tree when a signature under the name of a trusted key is wrong", async () => {
    for (const signers of [[first.signsOther], [first.signsShort], [second.signs, first.signsOther]]) {
      const check = checking([first, second])
      const { body: of, finding } = await check.read(kept(8, signers))
      assert.isNull(of)
      const message = "the checkpoint of 8 entries has a wrong signature under the name of a trusted key"
      assert.deepStrictEqual(finding, { finding: "SignatureWrong", severity: "tampered", to: 8, message })
      assert.deepStrictEqual(await check.end([], always), [])
    }
  })

  it("is signed under the name, the id and the type of a key", async () => {
    const trusted = [
      { ...first.key, name: "other.example" },
      { ...first.key, id: second.key.id },
      { ...first.key, type: keyTypes.cosignature },
    ]
    const check = new SignatureCheck(origin, trusted, verifyEd25519)
    assert.deepStrictEqual(await check.read(kept(8, [first.signs])), { body: body(8), finding: null })
    assert.deepStrictEqual(await found(check, []), [["KeyUnknown", 8]])
  })
})

const found = async (
  check: SignatureCheck,
  named: ReadonlyArray<readonly [key: string, position: number]>,
  isRight: (size: number) => boolean = always,
) => {
  const findings = await check.end(
    named.map(([key, position]) => ({ key, position })),
    isRight,
  )
  return findings.map(({ finding, to }) => [finding, to])
}

describe("a key that the log names", () => {
  /** Checkpoints that keys have signed, one after another. */
  const readAll = async (...signed: ReadonlyArray<readonly [size: number, signs: Signs]>) => {
    const check = checking([first])
    for (const [size, signs] of signed) {
      assert.deepStrictEqual(await check.read(kept(size, [signs])), { body: body(size), finding: null })
    }
    return check
  }

  it("is trusted when its entry is in a tree that a trusted key has signed", async () => {
    const signed = [
      [10, first.signs],
      [20, second.signs],
    ] as const
    assert.deepStrictEqual(await found(await readAll(...signed), [[second.text, 9]]), [])
    assert.deepStrictEqual(await found(await readAll(...signed), [[second.text, 10]]), [["KeyUnknown", 20]])
    assert.deepStrictEqual(await found(await readAll(...signed), []), [["KeyUnknown", 20]])
    const unsigned = await readAll([20, second.signs])
    assert.deepStrictEqual(await found(unsigned, [[second.text, 0]]), [["KeyUnknown", 20]])
  })

  it("is not trusted by a checkpoint of another tree than the stored one", async () => {
    const signed = [
      [5, first.signs],
      [10, first.signs],
      [20, second.signs],
    ] as const
    const isRight = (size: number) => size === 5
    assert.deepStrictEqual(await found(await readAll(...signed), [[second.text, 4]], isRight), [])
    assert.deepStrictEqual(await found(await readAll(...signed), [[second.text, 5]], isRight), [["KeyUnknown", 20]])
  })

  it("vouches for the next one", async () => {
    const signed = [
      [30, third.signs],
      [10, first.signs],
      [20, second.signs],
    ] as const
    const named = [
      [second.text, 9],
      [third.text, 19],
    ] as const
    assert.deepStrictEqual(await found(await readAll(...signed), named), [])
    const late = [
      [second.text, 9],
      [third.text, 20],
    ] as const
    assert.deepStrictEqual(await found(await readAll(...signed), late), [["KeyUnknown", 30]])
  })

  it("must have signed itself, and be of the log", async () => {
    const wrong = await readAll([10, first.signs], [20, second.signsOther])
    const findings = await wrong.end([{ key: second.text, position: 0 }], always)
    const message = "the checkpoint of 20 entries has a wrong signature under the name of a key of the log"
    assert.deepStrictEqual(findings, [{ finding: "SignatureWrong", severity: "tampered", to: 20, message }])
    const other = await readAll([10, first.signs], [20, foreign.signs])
    const named = [{ key: "nonsense", position: 0 }, ...[foreign.text].map((key) => ({ key, position: 0 }))]
    const unknown = "the checkpoint of 20 entries is signed by no key that is trusted"
    assert.deepStrictEqual(await other.end(named, always), [
      { finding: "KeyUnknown", severity: "suspicious", to: 20, message: unknown },
    ])
  })

  it("leaves what others have signed, and what they have signed wrongly, as it is", async () => {
    const check = await readAll([10, first.signs], [20, second.signsOther], [30, third.signs], [40, foreign.signs])
    const named = [
      [second.text, 0],
      [third.text, 1],
    ] as const
    assert.deepStrictEqual(await found(check, named), [
      ["SignatureWrong", 20],
      ["KeyUnknown", 40],
    ])
  })
})
