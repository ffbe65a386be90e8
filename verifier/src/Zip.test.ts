import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { zipSync } from "fflate"
import { isZip, readZip } from "./Zip.js"

const anyFiles = FastCheck.dictionary(
  FastCheck.stringMatching(/^[a-z]{1,8}(\/[a-z.]{1,8})?$/),
  FastCheck.uint8Array({ maxLength: 300 }),
  { minKeys: 1, maxKeys: 6, noNullPrototype: true },
)

const zipped = (files: Record<string, Uint8Array>, level: 0 | 6): Uint8Array =>
  zipSync(files, { level, mtime: new Date(2000, 0, 1) })

describe("readZip", () => {
  it("reads what another program packed, stored or deflated", () =>
    FastCheck.assert(
      FastCheck.asyncProperty(anyFiles, FastCheck.constantFrom<0 | 6>(0, 6), async (files, level) => {
        const zip = zipped(files, level)
        assert.isTrue(isZip(zip))
        assert.deepStrictEqual(Object.fromEntries((await readZip(zip)) ?? []), files)
      }),
    ))

  it("answers null, and does not throw, for a zip file that is cut or altered so that it cannot be read", () =>
    FastCheck.assert(
      FastCheck.asyncProperty(anyFiles, FastCheck.nat(), FastCheck.nat(255), async (files, place, byte) => {
        const zip = zipped(files, 6)
        assert.isNull(await readZip(zip.subarray(0, place % zip.length)))
        const altered = Uint8Array.from(zip)
        altered[place % zip.length] = byte
        const read = await readZip(altered)
        assert.isTrue(read === null || read instanceof Map)
      }),
    ))

  it("refuses a zip file with a name twice", async () => {
    const zip = zipped({ aa: Uint8Array.of(1), ab: Uint8Array.of(2) }, 0)
    const text = Buffer.from(zip).toString("latin1").replaceAll("ab", "aa")
    assert.isNull(await readZip(new Uint8Array(Buffer.from(text, "latin1"))))
  })

  it("is not asked about other files", () => {
    assert.isFalse(isZip(new Uint8Array()))
    assert.isFalse(isZip(new TextEncoder().encode('{"format":"consent-service/receipt/v1"}')))
  })
})
