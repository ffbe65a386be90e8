import { compileManifest } from "@consent-service/core/manifest"
import { policyPresets } from "@consent-service/core/policy"
import { resolveVisitor, unknownVisitor } from "@consent-service/core/visitor"
import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { inUtf8 } from "../answer/Answer.js"
import type { Form } from "../compression/AcceptEncoding.js"
import { makeSignedBodies, type SignedParts } from "./SignedBodies.js"

const policyRules = [policyPresets.europeOptIn(), policyPresets.californiaOptOut()]

const manifest = compileManifest({ policyRules }, { hosting: "self-hosted", geolocation: true })

const bodyIn = (country: string) => resolveVisitor(manifest, { ...unknownVisitor, country, acceptLanguage: "de" }).body

const body = bodyIn("DE")

const forms: ReadonlyArray<Form> = ["identity", "br", "gzip"]

const anyParts = FastCheck.record({
  body: FastCheck.constantFrom(body, bodyIn("FR"), bodyIn("US")),
  own: FastCheck.constantFrom("one", "two"),
  list: FastCheck.constantFrom(null, 0, 1),
})

const anyQuestion = FastCheck.record({
  parts: anyParts,
  token: FastCheck.constantFrom("a", "b"),
  form: FastCheck.constantFrom(...forms),
})

/** What the bytes are made of, as text. */
const nameOf = ({ body: of, list, own }: SignedParts, token: string, form: Form): string =>
  JSON.stringify([of.policyResolution, of.translations, own, list, token, form])

describe("whole bodies of /init", () => {
  it("are those of their token, their parts and their form, whatever was asked before", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.array(anyQuestion, { maxLength: 60 }), (questions) => {
        const find = makeSignedBodies()
        for (const { form, parts, token } of questions) {
          const name = nameOf(parts, token, form)
          assert.deepStrictEqual(
            find(token, parts, form, () => inUtf8(name)),
            inUtf8(name),
          )
        }
      }),
    )
  })

  it("are made once for visitors who share them, in each form", () => {
    const find = makeSignedBodies()
    for (const form of forms) {
      const first = find("token", { body, own: "own", list: 1 }, form, () => inUtf8(form))
      const again = find("token", { body: { ...body }, own: "own", list: 1 }, form, () => assert.fail("is made again"))
      assert.strictEqual(again, first)
    }
  })

  it("are forgotten: a client that sends new languages costs time, but no memory", () => {
    const find = makeSignedBodies()
    let made = 0
    const ask = (token: string): void =>
      void find(token, { body, own: "", list: null }, "identity", () => inUtf8(String((made += 1))))
    for (const token of ["first", ...Array.from({ length: 1_000 }, (_, i) => String(i)), "first"]) ask(token)
    assert.strictEqual(made, 1_002)
    const long = "x".repeat(10_000)
    ask(long)
    ask(long)
    assert.strictEqual(made, 1_004)
  })
})
