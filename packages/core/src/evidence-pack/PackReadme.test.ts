import { assert, describe, it } from "@effect/vitest"
import { escaped } from "../markup/Html.js"
import { labelsFor } from "../person-report/PageLabels.js"
import { type PackSummary, packReadme } from "./PackReadme.js"
import { packTextsIn } from "./PackTexts.js"
import { recordTable } from "./RecordTable.js"

const texts = packTextsIn("en")

const summary: PackSummary = {
  createdAt: "2026-11-25T10:00:00.000Z",
  origin: "log.example/<shop>",
  software: "consent-service 1",
  unproven: [],
  withheld: [],
  records: [
    {
      name: "cns_1",
      givenAt: 0,
      createdAt: 0,
      domain: "shop.example",
      type: "cookie_banner",
      preferences: null,
      notice: null,
    },
  ],
  language: "en",
}

const bodyOf = (change: Partial<PackSummary> = {}): string =>
  /<body>(.*)<\/body>/.exec(packReadme({ ...summary, ...change }))?.[1] ?? assert.fail("no body")

/** The parts of the page, each with its title. */
const partsOf = (change: Partial<PackSummary> = {}): ReadonlyMap<string, string> =>
  new Map(
    Array.from(bodyOf(change).matchAll(/<h([12])>(.*?)<\/h\1>(.*?)(?=<h2>|$)/g), ([, , title = "", content = ""]) => [
      title,
      content,
    ]),
  )

const listOf = (items: ReadonlyArray<string>) => items.map((item) => `<li>${escaped(item)}</li>`).join("")

describe("the parts of the page that is read first", () => {
  it("are what the pack is, its records, how to verify it, what it proves and does not, and what is in it", () => {
    const files = Object.entries(texts.files).map(
      ([name, what]) => `<tr><td><code>${escaped(name)}</code></td><td>${escaped(what)}</td></tr>`,
    )
    assert.deepStrictEqual(Array.from(partsOf()), [
      [texts.title, `<p>${escaped(texts.intro(summary.createdAt, summary.software, 1))}</p>`],
      [texts.recordsTitle, recordTable(summary.records, labelsFor("en").labels)],
      [texts.verifyTitle, `<ol>${listOf(texts.verify)}</ol><p><code>log.example/&lt;shop&gt;</code></p>`],
      [texts.provesTitle, `<ul>${listOf(texts.proves)}</ul>`],
      [texts.provesNotTitle, `<ul>${listOf(texts.provesNot)}</ul>`],
      [texts.filesTitle, `<table>${files.join("")}</table>`],
    ])
  })

  it("name the records that the log does not have", () => {
    assert.strictEqual(
      partsOf({ unproven: ["cns_1", "cns_<2>"] }).get(texts.unprovenTitle),
      `<p>${escaped(texts.unproven)}</p><ul><li><code>cns_1</code></li><li><code>cns_&lt;2&gt;</code></li></ul>`,
    )
  })

  it("claim no proof where nothing is signed, and single out no record for it", () => {
    const parts = partsOf({ origin: null, unproven: ["cns_1"] })
    assert.strictEqual(parts.get(texts.unsignedTitle), `<p>${escaped(texts.unsigned)}</p>`)
    for (const title of [texts.verifyTitle, texts.provesTitle, texts.unprovenTitle]) assert.isFalse(parts.has(title))
    assert.isFalse(partsOf().has(texts.unsignedTitle))
  })

  it("say what was left out on request", () => {
    const said = partsOf({ withheld: ["subject", "trace"] }).get(texts.title)
    assert.include(said, `<p>${escaped(texts.withheld(`${texts.parts.subject}; ${texts.parts.trace}`))}</p>`)
  })

  it("are in the language of the page, table and all", () => {
    const german = packTextsIn("de")
    const page = packReadme({ ...summary, language: "de" })
    assert.include(page, '<html lang="de" dir="ltr">')
    assert.include(page, `<title>${german.title}</title>`)
    assert.isTrue(partsOf({ language: "de" }).get(german.recordsTitle)?.includes("<th>Eintrag</th>"))
  })
})
