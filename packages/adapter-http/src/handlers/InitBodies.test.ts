import { compileManifest } from "@consent-service/core/manifest/CompiledManifest"
import { policyPresets } from "@consent-service/core/policy/PolicyPresets"
import { ownText } from "@consent-service/core/visitor/InitText"
import { resolveVisitor } from "@consent-service/core/visitor/ResolveVisitor"
import { unknownVisitor } from "@consent-service/core/visitor/VisitorSignals"
import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { inUtf8 } from "../answer/Utf8.js"
import { makeInitBodies } from "./InitBodies.js"

const manifest = compileManifest(
  { policyRules: [policyPresets.europeOptIn(), policyPresets.californiaOptOut(), policyPresets.worldNone()] },
  { hosting: "self-hosted", geolocation: true },
)

const place = FastCheck.oneof(
  FastCheck.constantFrom(null, "DE", "de", "US", "CA", "É", 'a"b', "1", "A".repeat(255)),
  FastCheck.fullUnicodeString({ maxLength: 8 }).filter((text) => text.isWellFormed()),
)

const signals = FastCheck.record({
  country: place,
  region: place,
  acceptLanguage: FastCheck.constantFrom("de", "fr, en", "bg", "zh", "xx"),
  contractSupported: FastCheck.boolean(),
}).map((some) => ({ ...unknownVisitor, ...some }))

const read = (bytes: Uint8Array): string => new TextDecoder("utf-8", { fatal: true }).decode(bytes)

describe("the bodies of /init", () => {
  it("are each visitor's own, whoever came before him", () => {
    const { listed, longer, usual } = makeInitBodies()
    const lists = ["one", "two"].map((list, number) => ({ list, number, bytes: inUtf8(`,"gvl":"${list}"`) }))
    FastCheck.assert(
      FastCheck.property(FastCheck.array(signals, { minLength: 1, maxLength: 20 }), (visitors) => {
        for (const visitor of [...visitors, ...visitors]) {
          const { body } = resolveVisitor(manifest, visitor)
          const own = ownText(body)
          assert.strictEqual(read(usual(body, own)), JSON.stringify(body))
          for (const { list, ...member } of lists) {
            assert.strictEqual(read(listed(body, own, member)), JSON.stringify({ ...body, gvl: list }))
          }
          const whole = JSON.stringify({ ...body, more: "ü", most: 1 })
          assert.strictEqual(read(longer(body, own, [inUtf8(',"more":"ü"'), ',"most":1'])), whole)
        }
      }),
      { numRuns: 50 },
    )
  })

  it("are kept for visitors of the same place, but not for places too long to be meant", () => {
    const { usual } = makeInitBodies()
    const bodyOf = (country: string) => {
      const { body } = resolveVisitor(manifest, { ...unknownVisitor, country })
      return usual(body, ownText(body))
    }
    assert.strictEqual(bodyOf("DE"), bodyOf("DE"))
    const long = "A".repeat(255)
    assert.notStrictEqual(bodyOf(long), bodyOf(long))
    const first = bodyOf("DE")
    for (let i = 0; i < 1_000; i += 1) bodyOf(String(i))
    assert.notStrictEqual(bodyOf("DE"), first)
  })
})
