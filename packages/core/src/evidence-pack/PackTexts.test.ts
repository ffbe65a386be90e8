import { assert, describe, it } from "@effect/vitest"
import { packReadme } from "./PackReadme.js"
import { packLanguageFor, packLanguages, packTextsIn } from "./PackTexts.js"

const summary = {
  createdAt: "2026-11-25T10:00:00.000Z",
  origin: "log.example/shop",
  software: "consent-service 1 <&>",
  unproven: ["cns_2"],
  withheld: ["trace"],
  records: [
    {
      name: "cns_1",
      givenAt: Date.UTC(2026, 10, 3, 9, 12, 44),
      createdAt: Date.UTC(2026, 10, 3, 9, 12, 45),
      domain: "shop.example",
      type: "cookie_banner",
      preferences: { necessary: true, "<marketing>": true, measurement: false },
      notice: "notices/rpd_1/notice.html",
    },
    {
      name: "cns_2",
      givenAt: 0,
      createdAt: 0,
      domain: "shop.example",
      type: "terms_and_conditions",
      preferences: null,
      notice: null,
    },
  ],
} as const

describe("the page of a pack that is read first", () => {
  it.each(packLanguages)("says the same things in %s as in English", (language) => {
    const [texts, english] = [packTextsIn(language), packTextsIn("en")]
    assert.deepStrictEqual(Object.keys(texts.files), Object.keys(english.files))
    assert.deepStrictEqual(
      [texts.proves.length, texts.provesNot.length, texts.verify.length],
      [english.proves.length, english.provesNot.length, english.verify.length],
    )
    // Names of files and commands are not translated.
    assert.include(texts.verify[1], "node verify.mjs pack.zip --key")
    for (const name of ["rule.json", "texts.json", "textsDigest", "manifestRevision"]) {
      assert.include(texts.files["notices/*/"], name)
    }
    const page = packReadme({ ...summary, language })
    assert.include(page, `<html lang="${language}"`)
    for (const part of [
      "2026-11-25",
      "consent-service 1 &lt;&amp;&gt;",
      "log.example/shop",
      texts.parts.trace,
      "cns_2",
    ]) {
      assert.include(page, part)
    }
  })

  it.each([
    ["en", "It has 1 record of", "It has 2 records of"],
    ["de", "Es enthält 1 Eintrag darüber", "Es enthält 2 Einträge darüber"],
    ["es", "Contiene 1 registro de", "Contiene 2 registros de"],
    ["fr", "Il contient 1 enregistrement de", "Il contient 2 enregistrements de"],
  ] as const)("counts its records in %s as people do", (language, one, two) => {
    const { intro } = packTextsIn(language)
    for (const [records, said] of [
      [1, one],
      [2, two],
    ] as const) {
      const text = intro("2026-11-25", "consent-service 1", records)
      for (const part of [said, "2026-11-25", "consent-service 1"]) assert.include(text, part)
    }
  })

  it.each(packLanguages)("says in %s what is withheld and that receipts commit to it all the same", (language) => {
    const text = packTextsIn(language).withheld("PARTS")
    assert.match(text, /: PARTS\. .+\.$/)
  })

  it("answers when each visitor decided, what they allowed and refused, and what they were shown", () => {
    const page = packReadme({ ...summary, language: "en" })
    const [, first = "", second = ""] = page.match(/<tr>.*?<\/tr>/g) ?? []
    for (const part of [
      '<a href="records/cns_1.json">cns_1</a>',
      "<td>2026-11-03 09:12:44 UTC</td><td>2026-11-03 09:12:45 UTC</td>",
      "<td>necessary, &lt;marketing&gt;</td><td>measurement</td>",
      '<a href="notices/rpd_1/notice.html">What was shown</a>',
    ]) {
      assert.include(first, part)
    }
    assert.include(second, '<a href="records/cns_2.json">cns_2</a>')
    assert.notInclude(second, "notice.html")
  })

  it("is in the language that its readers were addressed in, or else in English", () => {
    assert.deepStrictEqual(["de-AT", "fr", "es-MX", "en-GB", "fi", null].map(packLanguageFor), [
      "de",
      "fr",
      "es",
      "en",
      "en",
      "en",
    ])
  })
})
