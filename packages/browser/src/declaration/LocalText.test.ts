import { assert, describe, it } from "@effect/vitest"
import * as fc from "effect/FastCheck"
import { textIn } from "./LocalText.js"

describe("textIn", () => {
  it("takes the visitor's language, whatever the region, then all others, then English, then the first by name", () => {
    const texts = { de: "Zweck", en: "Purpose", fr: "Finalité" }
    assert.strictEqual(textIn(texts, "de-AT"), "Zweck")
    assert.strictEqual(textIn({ ...texts, "*": "Any" }, "it"), "Any")
    assert.strictEqual(textIn(texts, "it"), "Purpose")
    assert.strictEqual(textIn({ fr: "Finalité", es: "Finalidad" }, "it"), "Finalidad")
    assert.strictEqual(textIn("Purpose", "de"), "Purpose")
  })

  const language = fc.constantFrom("de", "en", "fr", "*", "constructor")

  it.prop(
    "gives one of the texts, and that of the language where there is one",
    [fc.dictionary(language, fc.string({ minLength: 1 }), { minKeys: 1 }), language],
    ([texts, wanted]) => {
      const text = textIn(texts, wanted)
      assert.include(Object.values(texts), text)
      if (wanted !== "*" && Object.hasOwn(texts, wanted)) assert.strictEqual(text, texts[wanted])
    },
  )
})
