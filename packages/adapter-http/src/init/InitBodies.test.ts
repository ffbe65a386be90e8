import { resolveVisitor, unknownVisitor } from "@consent-service/core/visitor"
import { policyPresets } from "@consent-service/core/policy"
import { compileManifest } from "@consent-service/core/manifest"
import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { inUtf8 } from "../answer/Answer.js"
import { noCompression } from "../compression/Compression.js"
import { makeInitBodies, ownText } from "./InitBodies.js"

const policyRules = [policyPresets.europeOptIn(), policyPresets.californiaOptOut(), policyPresets.worldNone()]

const settings = { hosting: "self-hosted", geolocation: true } as const

const manifest = compileManifest({ policyRules }, settings)

const iab = {
  enabled: true,
  cmpId: 10,
  customVendors: [{ id: "own", name: "Own", privacyPolicyUrl: "https://own.example/", purposes: [1] }],
}

const manifests = [
  manifest,
  compileManifest({}, settings),
  compileManifest({ policyRules: [{ id: "wrong" }] }, settings),
  compileManifest(
    { policyRules, i18n: { messages: { default: { translations: { de: { common: { save: "Ja" } } } } } } },
    settings,
  ),
  compileManifest({ policyRules: [{ ...policyPresets.europeOptIn(), model: "iab" }], iab }, settings),
  compileManifest({ policyRules, iab }, { ...settings, geolocation: false }),
]

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
  it("belong to one visitor each, whichever visitors came before", () => {
    const written = manifests.map((compiled) => ({ compiled, ...makeInitBodies(noCompression) }))
    const lists = ["one", "two"].map((list, number) => ({ list, number, bytes: inUtf8(`,"gvl":"${list}"`) }))
    const anyWriter = FastCheck.constantFrom(...written)
    FastCheck.assert(
      FastCheck.property(FastCheck.array(signals, { minLength: 1, maxLength: 20 }), anyWriter, (visitors, writer) => {
        const { compiled, listed, longer, opened, usual } = writer
        for (const visitor of [...visitors, ...visitors]) {
          const { body } = resolveVisitor(compiled, visitor)
          const own = ownText(body)
          assert.strictEqual(read(usual(body, own).bytes), JSON.stringify(body))
          for (const { list, ...member } of lists) {
            const whole = JSON.stringify({ ...body, gvl: list })
            assert.strictEqual(read(listed(body, own, member).bytes), whole)
            assert.strictEqual(`${read(opened(body, own, member).bytes)}}`, whole)
          }
          assert.strictEqual(`${read(opened(body, own, null).bytes)}}`, JSON.stringify(body))
          const whole = JSON.stringify({ ...body, more: "ü", most: 1 })
          assert.strictEqual(read(longer(body, own, [inUtf8(',"more":"ü"'), ',"most":1'])), whole)
        }
      }),
      { numRuns: 150 },
    )
  })

  it("are cached for visitors of the same location, but not for locations too long to be real", () => {
    const { usual } = makeInitBodies(noCompression)
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
