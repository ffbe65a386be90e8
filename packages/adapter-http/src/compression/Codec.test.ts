import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import * as zlib from "node:zlib"
import { inUtf8 } from "../answer/Answer.js"
import { longestEnd, platformCodec, zlibCodec } from "./Codec.js"

const codec = zlibCodec(zlib)

const decoders = { br: zlib.brotliDecompressSync, gzip: zlib.gunzipSync } as const

const bytes = (size: number): FastCheck.Arbitrary<Uint8Array<ArrayBuffer>> =>
  FastCheck.oneof(
    FastCheck.uint8Array({ maxLength: size }).map((array) => new Uint8Array(array)),
    FastCheck.fullUnicodeString({ maxLength: 40 }).map((text) => inUtf8(text.repeat(50))),
  )

describe("the codec of this runtime", () => {
  it("is that of node:zlib", () => {
    assert.isNotNull(platformCodec)
  })

  it.each(["br", "gzip"] as const)("%s: any body comes back whole, with either effort", async (coding) => {
    await FastCheck.assert(
      FastCheck.asyncProperty(
        bytes(300),
        FastCheck.constantFrom("most" as const, "quick" as const),
        async (body, effort) => {
          assert.deepStrictEqual(new Uint8Array(decoders[coding](await codec.compress(coding, body, effort))), body)
        },
      ),
      { numRuns: 60 },
    )
  })

  it.each(["br", "gzip"] as const)("%s: an opened body takes any number of ends", async (coding) => {
    const ends = FastCheck.array(bytes(700), { minLength: 1, maxLength: 3 })
    await FastCheck.assert(
      FastCheck.asyncProperty(bytes(300), ends, async (start, each) => {
        const opened = await codec.open(coding, start)
        for (const end of each) {
          const whole = decoders[coding](opened.closedBy(end))
          assert.deepStrictEqual(new Uint8Array(whole), new Uint8Array([...start, ...end]))
        }
      }),
      { numRuns: 100 },
    )
  })

  it.each(["br", "gzip"] as const)("%s: the longest end fits", async (coding) => {
    const end = new Uint8Array(longestEnd).fill(97)
    const opened = await codec.open(coding, inUtf8("start"))
    assert.strictEqual(decoders[coding](opened.closedBy(end)).length, 5 + longestEnd)
  })

  it.each(["br", "gzip"] as const)(
    "%s: what an end says has no effect on the length, so that no guess about it shows there (BREACH)",
    async (coding) => {
      const secret = inUtf8(',"token":"aaaabbbbccccdddd"}')
      const opened = async (guess: string) =>
        (await codec.open(coding, inUtf8(`{"country":"${guess}"`))).closedBy(secret)
      const [right, wrong] = await Promise.all([opened("aaaabbbbccccdddd"), opened("ddddccccbbbbaaaa")])
      assert.strictEqual(right.length, wrong.length)
    },
  )
})
