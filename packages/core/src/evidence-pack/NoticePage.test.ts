import { assert, describe, it } from "@effect/vitest"
import type { PolicyDecision } from "../consent/record/ConsentRecord.js"
import { resolvePolicy } from "../policy/ResolveRule.js"
import { noticePage } from "./NoticePage.js"

const policy = resolvePolicy({
  id: "europe",
  match: { countries: ["DE"] },
  model: "opt-in",
  prompt: "choice",
  categories: ["measurement", "marketing", "functionality"],
})

const decision: PolicyDecision = {
  id: "rpd_1",
  policyId: "europe<1>",
  fingerprint: "f".repeat(64),
  matchedBy: "country",
  model: "opt-in",
  country: "DE",
  region: "BY",
  language: "de",
  manifestRevision: "a".repeat(64),
  textsDigest: "b".repeat(64),
  policy,
}

const common = { acceptAll: "Alle <ja>", rejectAll: "Alle nein", customize: "Auswählen", dismiss: "Verstanden" }

const textsWith = (language: string, buttons: object = { common }) => ({
  language,
  translations: {
    ...buttons,
    cookieBanner: {
      title: "Wir & Sie",
      description: "Wir <messen>.",
      noticeTitle: "Hinweis",
      noticeDescription: "Nur so.",
    },
    consentTypes: {
      marketing: { title: "Werbung <3", description: "Für & von uns" },
      necessary: { title: "Nötig", description: "Immer > an" },
      measurement: { title: "Messung", description: "Zählt" },
      experience: { title: "Nicht angeboten", description: "Nie gezeigt" },
    },
  },
})

const pageOf = (change: Partial<PolicyDecision> = {}, texts: unknown = textsWith("de-AT")): string =>
  noticePage({ decision: { ...decision, ...change }, texts }) ?? assert.fail("no page")

const partOf = (page: string, tag: string): string =>
  new RegExp(`<${tag}(?: [^>]*)?>(.*?)</${tag}>`).exec(page)?.[1] ?? assert.fail(`no ${tag}`)

const buttonsIn = (page: string) => Array.from(partOf(page, "menu").matchAll(/<li>(.*?)<\/li>/g), ([, text]) => text)

const factsIn = (page: string) =>
  Array.from(partOf(page, "dl").matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g), ([, name, value]) => [name, value])

describe("the page of a notice", () => {
  it("has the words that were shown as text: title, description, buttons, and each category that was offered", () => {
    const page = pageOf()
    assert.include(page, '<html lang="de-AT" dir="ltr">')
    assert.include(page, "<title>Wir &amp; Sie</title>")
    assert.strictEqual(
      partOf(page, "main"),
      "<h1>Wir &amp; Sie</h1><p>Wir &lt;messen&gt;.</p>" +
        "<menu><li>Alle &lt;ja&gt;</li><li>Auswählen</li><li>Alle nein</li></menu>" +
        // What has no texts, as functionality here, was not named.
        `<ul><li><strong>Nötig</strong> Immer &gt; an</li>${policy.scope
          .flatMap((name) =>
            name === "marketing"
              ? ["<li><strong>Werbung &lt;3</strong> Für &amp; von uns</li>"]
              : name === "measurement"
                ? ["<li><strong>Messung</strong> Zählt</li>"]
                : [],
          )
          .join("")}</ul>`,
    )
  })

  it("says that it is reconstructed, in the language of the texts and in English", () => {
    const german = "Aus den archivierten Texten wiederhergestellt; kein Bildschirmfoto."
    const english = "Reconstructed from the archived texts; not a screenshot."
    assert.include(pageOf(), `<aside lang="de" dir="ltr"><p>${german} ${english}</p></aside>`)
    for (const language of ["en", "en-GB", "fi"]) {
      assert.include(pageOf({}, textsWith(language)), `<aside lang="en" dir="ltr"><p>${english}</p></aside>`)
    }
  })

  it("has the buttons that the rule allowed and no others", () => {
    const withActions = (...allowed: PolicyDecision["policy"]["actions"]["allowed"]) => ({
      policy: { ...policy, actions: { ...policy.actions, allowed } },
    })
    assert.deepStrictEqual(buttonsIn(pageOf(withActions("reject"))), ["Alle nein"])
    assert.deepStrictEqual(buttonsIn(pageOf(withActions("dismiss"))), ["Verstanden"])
    assert.deepStrictEqual(buttonsIn(pageOf(withActions())), [])
    const { dismiss: _, ...older } = common
    assert.deepStrictEqual(buttonsIn(pageOf(withActions("dismiss"), textsWith("de", { common: older }))), ["dismiss"])
  })

  it("has no buttons where their words are not archived", () => {
    assert.deepStrictEqual(buttonsIn(pageOf({}, textsWith("de", {}))), [])
    const { acceptAll: _, ...fewer } = common
    assert.deepStrictEqual(buttonsIn(pageOf({}, textsWith("de", { common: fewer }))), [])
  })

  it("says in English under which rule it was shown", () => {
    const page = pageOf({ policy: { ...policy, preselectedCategories: ["marketing", "measurement"] } })
    assert.match(page, /<\/main><footer lang="en" dir="ltr"><dl>.*<\/dl><\/footer><\/body>/)
    assert.deepStrictEqual(factsIn(page), [
      ["Rule", "europe&lt;1&gt;, chosen by country"],
      ["Model", "opt-in"],
      ["Prompt", "choice"],
      ["Place", "DE, BY"],
      ["Switched on before the visitor acted", "marketing, measurement"],
      ["Fingerprint of the rule", "f".repeat(64)],
      ["SHA-256 of texts.json", "b".repeat(64)],
    ])
  })

  it("says what is not known about the rule, and leaves out a digest that decisions once did not have", () => {
    const facts = (change: Partial<PolicyDecision>) => Object.fromEntries(factsIn(pageOf(change)))
    assert.strictEqual(facts({ region: null })["Place"], "DE")
    const unknown = facts({ country: null, region: null, textsDigest: null })
    assert.strictEqual(unknown["Place"], "unknown")
    assert.strictEqual(unknown["Switched on before the visitor acted"], "nothing")
    assert.notProperty(unknown, "SHA-256 of texts.json")
    assert.match(pageOf({ textsDigest: null }), /<dd>f+<\/dd><\/dl>/)
  })

  it("is not made where no rule or no texts of a banner are archived", () => {
    assert.isNull(noticePage({ decision: null, texts: textsWith("de") }))
    for (const texts of [null, {}, { language: "de", translations: {} }]) assert.isNull(noticePage({ decision, texts }))
  })
})
