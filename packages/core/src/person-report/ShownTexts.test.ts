import { assert, describe, it } from "@effect/vitest"
import { policyDecision } from "../testing/RecordItems.js"
import { languageOfTexts, shownTexts } from "./ShownTexts.js"

const consentTypes = { marketing: { title: "Werbung", description: "Anzeigen" } }

const archived = (banner: Readonly<Record<string, string>>) => ({
  language: "de",
  translations: { cookieBanner: { title: "Banner", description: "Wählen Sie", ...banner }, consentTypes },
})

const wordsOf = (texts: unknown, prompt: "choice" | "notice" = "choice") => {
  const decision = { ...policyDecision, policy: { ...policyDecision.policy, prompt } }
  const shown = shownTexts({ decision, texts })
  return shown && [shown.title, shown.description]
}

describe("what a banner said", () => {
  it("is read from its archived texts", () => {
    assert.deepStrictEqual(shownTexts({ decision: null, texts: archived({}) }), {
      language: "de",
      title: "Banner",
      description: "Wählen Sie",
      categories: consentTypes,
    })
    assert.strictEqual(languageOfTexts(archived({})), "de")
  })

  it("is not what a notice would have said", () => {
    assert.deepStrictEqual(wordsOf(archived({ noticeTitle: "Hinweis", noticeDescription: "Wir nutzen" })), [
      "Banner",
      "Wählen Sie",
    ])
  })

  it("is what a notice said where no choice was asked for, as far as it has texts of its own", () => {
    assert.deepStrictEqual(wordsOf(archived({ noticeTitle: "Hinweis" }), "notice"), ["Hinweis", "Wählen Sie"])
    assert.deepStrictEqual(wordsOf(archived({ noticeDescription: "Wir nutzen" }), "notice"), ["Banner", "Wir nutzen"])
  })

  it("is unknown where the archive has something else", () => {
    for (const texts of [null, "texts", {}, { language: "de" }, { ...archived({}), language: 1 }]) {
      assert.isNull(shownTexts({ decision: null, texts }))
      assert.isNull(languageOfTexts(texts))
    }
  })
})
