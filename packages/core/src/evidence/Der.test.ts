import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { readDer, writeDer } from "./Der.js"

/** A value of a length, by the bytes of its header. */
const valueOf = (header: ReadonlyArray<number>, length: number): Uint8Array =>
  Uint8Array.of(...header, ...new Uint8Array(length).fill(7))

const lengthsOf = (bytes: Uint8Array) => readDer(bytes)?.map(({ content }) => content.length) ?? null

describe("DER", () => {
  it.each<readonly [length: number, header: ReadonlyArray<number>]>([
    [0, [4, 0]],
    [127, [4, 127]],
    [128, [4, 0x81, 128]],
    [255, [4, 0x81, 255]],
    [256, [4, 0x82, 1, 0]],
    [65_535, [4, 0x82, 255, 255]],
  ])("of %i bytes begins with the shortest length", (length, header) => {
    const bytes = valueOf(header, length)
    assert.deepStrictEqual(writeDer(4, [new Uint8Array(length).fill(7)]), bytes)
    assert.deepStrictEqual(readDer(bytes), [{ tag: 4, content: bytes.subarray(header.length) }])
  })

  it("is read in lengths that nothing here writes", () => {
    assert.deepStrictEqual(lengthsOf(valueOf([4, 0x83, 1, 0, 0], 65_536)), [65_536])
  })

  it.each<readonly [header: ReadonlyArray<number>, length: number]>([
    [[4, 0x80], 0],
    [[4, 0x80], 128],
    [[4, 0x81, 127], 127],
    [[4, 0x82, 0, 128], 128],
    [[4, 0x82, 0, 255], 255],
    [[4, 0x83, 0, 1, 0], 256],
    [[4, 0x84, 0, 0, 0, 1], 1],
  ])("is refused with the length %j, which is not the shortest", (header, length) => {
    assert.isNull(readDer(valueOf(header, length)))
  })

  it("is refused where it ends within a length or a value", () => {
    for (const bytes of [[4], [4, 1], [4, 0x81], [4, 0x82, 1], [4, 0xff], [4, 0, 4], [4, 0x81, 200, 7]])
      assert.isNull(readDer(Uint8Array.from(bytes)), String(bytes))
  })

  it("has at most 256 values in a value, and no tags of several bytes", () => {
    assert.strictEqual(readDer(new Uint8Array(512))?.length, 256)
    assert.isNull(readDer(new Uint8Array(514)))
    assert.isNull(readDer(Uint8Array.of(0x1f, 0)))
    assert.isNotNull(readDer(Uint8Array.of(0x1e, 0)))
  })

  it("of any bytes is read or refused, and what is read is written the same", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.uint8Array({ maxLength: 40 }), (bytes) => {
        const values = readDer(bytes)
        if (values === null) return
        const written = values.flatMap(({ content, tag }) => Array.from(writeDer(tag, [content])))
        assert.deepStrictEqual(written, Array.from(bytes))
      }),
    )
  })
})
