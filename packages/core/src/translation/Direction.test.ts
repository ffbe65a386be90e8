import { assert, describe, it } from "@effect/vitest"
import { textDirection } from "./Direction.js"
import { builtInBundles } from "./messages/index.js"

describe("textDirection", () => {
  it.each(["he", "HE-il", "ar", "fa-IR", "ur", "yi"])("%s is written from right to left", (language) => {
    assert.strictEqual(textDirection(language), "rtl")
  })

  it("only shipped languages in a right-to-left script are", () => {
    const arabicOrHebrew = /[\u0590-\u08ff]/
    for (const [language, { cookieBanner }] of builtInBundles) {
      assert.strictEqual(textDirection(language), arabicOrHebrew.test(cookieBanner.title) ? "rtl" : "ltr", language)
    }
  })
})
