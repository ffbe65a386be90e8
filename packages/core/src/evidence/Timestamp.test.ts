import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { createHash } from "node:crypto"
import { checkpoints } from "../testing/EvidenceVectors.js"
import { timestampVector } from "../testing/TimestampVector.js"
import { readDer, writeDer } from "./Der.js"
import { mostTimestampBytes, readTimestamp, timestampRequest } from "./Timestamp.js"

const { answer, nonce, query, time } = timestampVector
const text: string = checkpoints.text8

const refusal = (bytes: Uint8Array, of = text, random: Uint8Array | null = nonce): string | null => {
  const reading = readTimestamp(bytes, of, random)
  return reading._tag === "Refused" ? reading.reason : null
}

describe("timestampRequest", () => {
  it("is what OpenSSL asks, byte for byte", () => {
    assert.deepStrictEqual(timestampRequest(text, nonce), query)
  })

  it("has a nonce that is a positive number, whatever the random bytes", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.uint8Array({ minLength: 8, maxLength: 8 }), (random) => {
        const [, , number] = readDer(readDer(timestampRequest(text, random))?.[0]?.content ?? random) ?? []
        assert.strictEqual(number?.content.length, 8)
        assert.isTrue((number?.content[0] ?? 0) >= 0x40 && (number?.content[0] ?? 255) < 0x80)
      }),
    )
  })
})

describe("readTimestamp", () => {
  it("reads the time of OpenSSL's answer", () => {
    assert.deepStrictEqual(readTimestamp(answer, text, nonce), { _tag: "Stamped", time })
    assert.deepStrictEqual(readTimestamp(answer, text, null), { _tag: "Stamped", time })
  })

  it("refuses a stamp of another text, an answer to another request, a refusal, and what is no answer", () => {
    assert.strictEqual(refusal(answer, text.replace("8", "9")), "its time stamp is of something else")
    assert.strictEqual(refusal(answer, text, new Uint8Array(8)), "it answers another request")
    const rejected = writeDer(0x30, [writeDer(0x30, [Uint8Array.of(2, 1, 2)])])
    assert.strictEqual(refusal(rejected), "the authority refuses with status 2")
    assert.strictEqual(refusal(writeDer(0x30, [writeDer(0x30, [Uint8Array.of(2, 1, 0)])])), "it has no time stamp")
    for (const bytes of [new Uint8Array(), query, new Uint8Array(mostTimestampBytes + 1), answer.subarray(1)]) {
      assert.isNotNull(refusal(bytes))
    }
    assert.isNotNull(refusal(Uint8Array.of(...answer, 5, 0)), "something behind the answer")
  })

  const [sequence, octets, integer, object, tagged] = [0x30, 4, 2, 6, 0xa0]
  const number = (...bytes: ReadonlyArray<number>) => writeDer(integer, [Uint8Array.from(bytes)])
  const idOf = (hex: string) => writeDer(object, [new Uint8Array(Buffer.from(hex, "hex"))])
  const [sha, signedData, stamp] = ["608648016503040201", "2a864886f70d010702", "2a864886f70d0109100104"]
  const digest = createHash("sha256").update(text).digest()

  /** An answer, made by hand: what is not given is right. */
  const made = ({
    status = number(0),
    type = signedData,
    contentType = stamp,
    version = number(1),
    algorithm = sha,
    generated = "20261201000005Z",
    timeTag = 0x18,
    rest = [],
  }: {
    readonly status?: Uint8Array
    readonly type?: string
    readonly contentType?: string
    readonly version?: Uint8Array
    readonly algorithm?: string
    readonly generated?: string
    readonly timeTag?: number
    readonly rest?: ReadonlyArray<Uint8Array>
  } = {}): Uint8Array => {
    const imprint = writeDer(sequence, [writeDer(sequence, [idOf(algorithm)]), writeDer(octets, [digest])])
    const stampedAt = writeDer(timeTag, [Buffer.from(generated)])
    const stamped = writeDer(sequence, [version, idOf("2a03"), imprint, number(7), stampedAt, ...rest])
    const content = writeDer(sequence, [idOf(contentType), writeDer(tagged, [writeDer(octets, [stamped])])])
    const signed = writeDer(sequence, [number(3), writeDer(0x31, []), content])
    const token = writeDer(sequence, [idOf(type), writeDer(tagged, [signed])])
    return writeDer(sequence, [writeDer(sequence, [status]), token])
  }

  it("reads the time of an answer to the millisecond, granted with changes or without", () => {
    const second = Date.parse("2026-12-01T00:00:05Z")
    for (const [generated, fraction] of [
      ["20261201000005Z", 0],
      ["20261201000005.1Z", 100],
      ["20261201000005.12Z", 120],
      ["20261201000005.123456789Z", 123],
    ] as const)
      assert.deepStrictEqual(readTimestamp(made({ generated }), text, null), {
        _tag: "Stamped",
        time: second + fraction,
      })
    assert.strictEqual(refusal(made({ status: number(1) }), text, null), null)
  })

  it.each<readonly [string, () => Uint8Array]>([
    ["it is no answer of RFC 3161", () => new Uint8Array()],
    ["it is no answer of RFC 3161", () => made({ status: number(0, 0) })],
    ["it is no answer of RFC 3161", () => made({ status: number() })],
    ["it is no answer of RFC 3161", () => made({ status: writeDer(octets, [Uint8Array.of(0)]) })],
    ["it is no answer of RFC 3161", () => Uint8Array.of(...made(), ...made())],
    ["it is no answer of RFC 3161", () => made({ rest: [new Uint8Array(mostTimestampBytes)] })],
    ["the authority refuses with status 2", () => made({ status: number(2) })],
    ["it has no time stamp", () => made({ type: stamp })],
    ["it has no time stamp", () => made({ contentType: signedData })],
    ["its time stamp is of an unknown version", () => made({ version: number(2) })],
    ["its time stamp is of something else", () => made({ algorithm: signedData })],
    ["its time cannot be read", () => made({ timeTag: octets })],
    ["its time cannot be read", () => made({ generated: "20261301000005Z" })],
    ["its time cannot be read", () => made({ generated: "20261201000005" })],
    ["its time cannot be read", () => made({ generated: "120261201000005Z" })],
    ["its time cannot be read", () => made({ generated: "20261201000005.Z" })],
  ])("refuses with: %s", (reason, bytes) => {
    assert.strictEqual(refusal(bytes(), text, null), reason)
  })

  it("looks for the nonce behind the time", () => {
    const own = Uint8Array.of(((nonce[0] ?? 0) & 0x3f) | 0x40, ...nonce.subarray(1))
    assert.isNull(refusal(made({ rest: [number(1), number(...own)] })))
    assert.strictEqual(refusal(made({ rest: [number(1)] })), "it answers another request")
  })

  it("never fails on damaged answers, and never reads another digest or request as the own", () => {
    const damage = FastCheck.array(FastCheck.tuple(FastCheck.nat(answer.length - 1), FastCheck.nat(255)), {
      minLength: 1,
      maxLength: 4,
    })
    FastCheck.assert(
      FastCheck.property(damage, FastCheck.nat(answer.length), (changes, length) => {
        const damaged = Uint8Array.from(answer)
        for (const [at, byte] of changes) damaged[at] = byte
        for (const bytes of [damaged, damaged.subarray(0, length)]) {
          assert.isNotNull(refusal(bytes, `${text}x`))
          readTimestamp(bytes, text, nonce)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

describe("readDer", () => {
  it("reads what was written, and no bytes beyond their end", () => {
    const value = FastCheck.tuple(FastCheck.constantFrom(2, 4, 0x30, 0xa0), FastCheck.uint8Array({ maxLength: 400 }))
    FastCheck.assert(
      FastCheck.property(FastCheck.array(value, { maxLength: 5 }), (values) => {
        const bytes = Uint8Array.from(values.flatMap(([tag, content]) => Array.from(writeDer(tag, [content]))))
        const read = readDer(bytes)
        assert.deepStrictEqual(
          read?.map(({ content, tag }) => [tag, Array.from(content)]),
          values.map(([tag, content]) => [tag, Array.from(content)]),
        )
        if (bytes.length > 0) assert.isTrue((readDer(bytes.subarray(0, -1))?.length ?? 0) < values.length)
      }),
    )
  })

  it("refuses lengths that are indefinite, too long, or longer than they have to be", () => {
    for (const bytes of [
      [4, 0x80, 0, 0],
      [4, 0x84, 0, 0, 0, 1, 7],
      [4, 0x81, 1, 7],
      [4, 0x82, 0, 1, 7],
      [4, 5],
      [4],
      [0x1f, 1, 1],
    ]) {
      assert.isNull(readDer(Uint8Array.from(bytes)), String(bytes))
    }
  })
})
