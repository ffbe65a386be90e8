import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { cosignatureTime, readCheckpoint, writeCheckpoint } from "./Checkpoint.js"
import {
  isKeyName,
  keyTypes,
  noteBounds,
  readNote,
  readSignerKey,
  readVerifierKey,
  verifierKey,
  writeNote,
  writeSignerKey,
  writeVerifierKey,
} from "./SignedNote.js"
import { checkpoints, digestOf, keys } from "../testing/EvidenceVectors.js"

const bytes = (length: number) =>
  FastCheck.uint8Array({ minLength: length, maxLength: length }).map((given) => new Uint8Array(given))

const name = FastCheck.fullUnicodeString({ minLength: 1, maxLength: 30 }).filter(isKeyName)
const type = FastCheck.constantFrom(...Object.values(keyTypes))

describe("keys", () => {
  it("are read as they are written", () => {
    FastCheck.assert(
      FastCheck.property(name, type, bytes(32), (of, is, publicKey) => {
        const key = verifierKey(of, is, publicKey)
        assert.deepStrictEqual(readVerifierKey(writeVerifierKey(key)), key)
        const signer = { name: of, id: key.id, seed: publicKey }
        assert.deepStrictEqual(readSignerKey(writeSignerKey(signer)), signer)
      }),
    )
  })

  it("are refused with any other character", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.nat(keys.log.length - 1), FastCheck.char(), (at, char) => {
        const changed = keys.log.slice(0, at) + char + keys.log.slice(at + 1)
        if (changed !== keys.log) assert.isNull(readVerifierKey(changed))
      }),
      { numRuns: 500 },
    )
  })

  it("have no name that a note cannot have", () => {
    assert.deepStrictEqual(
      ["", "a b", "a+b", "a\u0000", "a\u0085", "\ud800", "log.example/shop", "é"].filter(isKeyName),
      ["log.example/shop", "é"],
    )
  })

  it.each(["", "+", "++", "a+b", "a b+00000000+AQ==", keys.log.slice(0, -4), `${keys.log}\n`, keys.logSigner])(
    "refuses %j as a verifier key",
    (text) => assert.isNull(readVerifierKey(text)),
  )

  it.each([
    "",
    keys.log,
    keys.logSigner.slice(8),
    keys.logSigner.replace("7b36f050", "7B36F050"),
    `${keys.logSigner}=`,
    keys.logSigner.replace("PRIVATE", "private"),
    // One plus only: all of it would be base64 of 33 bytes, the first of which is the type of a key.
    `PRIVATE+KEY+AQ${"A".repeat(32)}+0123abcdA`,
  ])("refuses %j as a signer key", (text) => assert.isNull(readSignerKey(text)))
})

describe("keys that are almost right", () => {
  const keyName = "log.example"
  /** A key of these bytes, under the id that is theirs. */
  const verifierOf = (...data: ReadonlyArray<number>): string => {
    const id = digestOf(Buffer.concat([Buffer.from(`${keyName}\n`), Uint8Array.from(data)])).slice(0, 8)
    return `${keyName}+${id}+${Buffer.from(data).toString("base64")}`
  }
  const public32 = Array.from({ length: 32 }, () => 7)

  it("are refused: of an unknown type, longer or shorter", () => {
    for (const of of [keyTypes.note, keyTypes.cosignature])
      assert.strictEqual(readVerifierKey(verifierOf(of, ...public32))?.type, of)
    for (const data of [[2, ...public32], [1, ...public32, 7], [1, ...public32.slice(1)], []])
      assert.isNull(readVerifierKey(verifierOf(...data)))
  })

  it("are refused as signers: of another type, longer or shorter, with another id", () => {
    const signerOf = (data: ReadonlyArray<number>, id = "0123abcd") =>
      readSignerKey(`PRIVATE+KEY+${keyName}+${id}+${Buffer.from(data).toString("base64")}`)
    assert.isNotNull(signerOf([1, ...public32]))
    for (const data of [[4, ...public32], [1, ...public32, 7], [1, ...public32.slice(1)], []])
      assert.isNull(signerOf(data))
    for (const id of ["", "0123abc", "0123abcde", "x0123abcd", "0123ABCD"])
      assert.isNull(signerOf([1, ...public32], id))
    assert.isNull(readSignerKey(keys.logSigner.replace("+7b36f050+", "+7b36f050")))
    assert.isNull(readSignerKey("PRIVATE+KEY+"))
  })
})

describe("notes", () => {
  const line = FastCheck.record({
    name,
    keyId: bytes(4).map((id) => Buffer.from(id).toString("hex")),
    signature: FastCheck.integer({ min: 1, max: 90 }).chain(bytes),
  })
  const text = FastCheck.array(FastCheck.fullUnicodeString({ minLength: 1, maxLength: 20 }), {
    minLength: 1,
    maxLength: 4,
  })
    .map((lines) => `${lines.join("\n")}\n`)
    .filter((given) => Array.from(given).every((character) => character === "\n" || character >= " "))

  it("are read as they are written", () => {
    FastCheck.assert(
      FastCheck.property(text, FastCheck.array(line, { minLength: 1, maxLength: 16 }), (given, signatures) => {
        assert.deepStrictEqual(readNote(writeNote({ text: given, signatures })), { text: given, signatures })
      }),
    )
  })

  const signed = checkpoints.signed8
  it.each([
    ["nothing", ""],
    ["no signature", checkpoints.text8],
    ["an empty line and no signature", `${checkpoints.text8}\n`],
    ["no line feed at the end", signed.slice(0, -1)],
    ["another character than a line feed at the end", `${signed.slice(0, -1)}x`],
    ["signatures without a text", `x${signed.slice(signed.indexOf("\u2014"))}`],
    ["an empty name of a key", signed.replace("\u2014 evidence.example/shop", "\u2014 ")],
    ["a plus in the name of a key", signed.replace("\u2014 evidence", "\u2014 evidence+")],
    ["a no-break space in the name of a key", signed.replace("\u2014 evidence", "\u2014 evidence\u00a0")],
    ["another dash", signed.replace("\u2014", "-")],
    ["a signature without a name", signed.replace("evidence.example/shop ezbw", "ezbw")],
    ["a signature that is no base64", signed.replace("ezbw", "ez*w")],
    ["a carriage return", signed.replace("\n", "\r\n")],
    ["ill-formed text", signed.replace("evidence", "\ud800")],
    ["too many signatures", signed + signed.slice(signed.indexOf("\u2014")).repeat(noteBounds.signatures)],
    ["too long a text", "x".repeat(noteBounds.length) + signed],
  ])("are refused: %s", (_, note) => assert.isNull(readNote(note)))

  it("are read to their bounds", () => {
    const [of = assert.fail()] = readNote(signed)?.signatures ?? []
    const repeated = (count: number) =>
      writeNote({ text: checkpoints.text8, signatures: Array.from({ length: count }, () => of) })
    assert.strictEqual(readNote(repeated(16))?.signatures.length, 16)
    assert.isNull(readNote(repeated(17)))
    const padded = (length: number): string => signed.padStart(length, "x")
    assert.isNotNull(readNote(padded(noteBounds.length)))
    assert.isNull(readNote(padded(noteBounds.length + 1)))
  })

  it("have signatures behind the id of the key", () => {
    const lineOf = (length: number): string => `text\n\n\u2014 log.example ${Buffer.alloc(length).toString("base64")}\n`
    assert.strictEqual(readNote(lineOf(5))?.signatures[0]?.signature.length, 1)
    assert.isNull(readNote(lineOf(4)))
    assert.isNull(readNote(`${signed.slice(0, -1)} `))
  })

  it("of any text are read or refused, and what is read is written the same", () => {
    const mutated = FastCheck.record({
      at: FastCheck.nat(checkpoints.witnessed8.length),
      cut: FastCheck.nat(5),
      put: FastCheck.fullUnicodeString({ maxLength: 3 }),
    })
    FastCheck.assert(
      FastCheck.property(mutated, ({ at, cut, put }) => {
        const note = checkpoints.witnessed8.slice(0, at) + put + checkpoints.witnessed8.slice(at + cut)
        const read = readNote(note)
        if (read !== null) assert.strictEqual(writeNote(read), note)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe("checkpoints", () => {
  it("are read as they are written", () => {
    FastCheck.assert(
      FastCheck.property(name, FastCheck.maxSafeNat(), bytes(32), (origin, size, root) => {
        assert.deepStrictEqual(readCheckpoint(writeCheckpoint({ origin, size, root })), { origin, size, root })
      }),
    )
  })

  const { text8 } = checkpoints
  it.each([
    ["a zero in front", text8.replace("\n8\n", "\n08\n")],
    ["a sign", text8.replace("\n8\n", "\n+8\n")],
    ["a size that is not exact", text8.replace("\n8\n", "\n9007199254740993\n")],
    ["text behind an empty line", `${text8}\nmore`],
    ["an extension line", `${text8}more\n`],
    ["a short root", text8.replace("PxqI=", "")],
    ["no line feed at the end", text8.slice(0, -1)],
    ["a blank in the origin", text8.replace("evidence.", "evidence ")],
  ])("are refused: %s", (_, text) => assert.isNull(readCheckpoint(text)))

  it("of a witness have a time that is exact, or none", () => {
    assert.strictEqual(cosignatureTime(Uint8Array.of(0, 0, 0, 0, 0x6b, 0x0e, 0x0e, 0x05)), 1796083205)
    assert.isNull(cosignatureTime(new Uint8Array(8).fill(255)))
  })
})
