import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
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
