import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { fullItem } from "../testing/RecordItems.js"
import { personPage } from "./PersonPage.js"
import type { ReportedRecord, ReportedSubject } from "./PersonReport.js"
import type { ShownTexts } from "./ShownTexts.js"

const texts = (language: string): ShownTexts => ({
  language,
  title: "Titel",
  description: "Beschreibung",
  categories: { marketing: { title: "Werbung", description: "Anzeigen" } },
})

const twoCategories: ShownTexts = {
  ...texts("de"),
  categories: {
    marketing: { title: "Werbung", description: "Anzeigen" },
    functionality: { title: "Messung", description: "Zahlen" },
  },
}

const intro =
  "Diese Seite führt jede gespeicherte Entscheidung auf, die neueste zuerst, mit dem Text, der damals angezeigt wurde."

const reported = (change: Partial<ReportedRecord> = {}): ReportedRecord => ({
  record: fullItem,
  shown: texts("de"),
  document: null,
  missing: [],
  ...change,
})

const pageOf = (records: ReadonlyArray<ReportedRecord>, subject: Partial<ReportedSubject> = {}): string =>
  personPage({
    format: "consent-service/person/v1",
    createdAt: "2026-11-27T10:20:30.456Z",
    subjects: [{ id: "sub_1", externalId: null, records, ...subject }],
  })

/** The rows of a page's lists, in order: a label, and the markup of its value. */
const rowsOf = (page: string) =>
  Array.from(page.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g), ([, label, value]) => [label, value])

describe("the page about a person", () => {
  it("has all that was recorded, by labels in the language of the texts", () => {
    const document = { type: "cookie_banner", version: "3", hash: "abc" }
    assert.deepStrictEqual(rowsOf(pageOf([reported({ document })], { externalId: "user-42" })), [
      ["Erstellt", '<time datetime="2026-11-27T10:20:30.456Z">2026-11-27 10:20:30 UTC</time>'],
      ["Verknüpftes Konto", "user-42"],
      ["Entschieden", '<time datetime="2026-11-03T09:12:44.999Z">2026-11-03 09:12:44 UTC</time>'],
      ["Gespeichert", '<time datetime="2026-11-03T09:12:46.001Z">2026-11-03 09:12:46 UTC</time>'],
      ["Gültig bis", '<time datetime="2027-11-03T09:12:44.999Z">2027-11-03 09:12:44 UTC</time>'],
      ["Website", "shop.example"],
      ["Art", "cookie_banner"],
      ["Dokument", "cookie_banner 3"],
      [
        "Entscheidung",
        "<ul><li><bdi>necessary</bdi>: erlaubt</li><li><bdi>measurement</bdi>: erlaubt</li><li><bdi>Werbung</bdi>: abgelehnt</li></ul>",
      ],
      ["Ort", "DE, BE"],
      ["Recht", "GDPR"],
      ["IP-Adresse", "192.0.2.0"],
      ["Browserprogramm", "Browser/1"],
      ["Eintrag", "cns_1"],
    ])
  })

  it("says of an address and of a browser that they were not recorded, and of the rest nothing", () => {
    const nothing = { validUntil: null, country: null, jurisdiction: null, ipAddress: null, userAgent: null }
    const record = { ...fullItem, ...nothing, preferences: null }
    assert.deepStrictEqual(rowsOf(pageOf([reported({ record })])).slice(1), [
      ["Entschieden", '<time datetime="2026-11-03T09:12:44.999Z">2026-11-03 09:12:44 UTC</time>'],
      ["Gespeichert", '<time datetime="2026-11-03T09:12:46.001Z">2026-11-03 09:12:46 UTC</time>'],
      ["Website", "shop.example"],
      ["Art", "cookie_banner"],
      ["IP-Adresse", "nicht gespeichert"],
      ["Browserprogramm", "nicht gespeichert"],
      ["Eintrag", "cns_1"],
    ])
    const place = rowsOf(pageOf([reported({ record: { ...fullItem, region: null } })])).find(
      ([label]) => label === "Ort",
    )
    assert.deepStrictEqual(place, ["Ort", "DE"])
    const undecided = rowsOf(pageOf([reported({ record: { ...fullItem, preferences: {} } })]))
    assert.notInclude(undecided.flat(), "Entscheidung")
  })

  it("shows the texts in their own language and direction, and says that they are no screenshot", () => {
    const page = pageOf([reported({ shown: texts("ar") })])
    assert.include(page, '<html lang="en" dir="ltr">')
    assert.include(
      page,
      '<details><summary>What was shown</summary><blockquote lang="ar" dir="rtl"><h4>Titel</h4><p>Beschreibung</p><ul><li><strong>Werbung</strong> Anzeigen</li></ul></blockquote><p><small>Reconstructed from the archived texts; not a screenshot.</small></p></details>',
    )
    assert.notInclude(pageOf([reported({ shown: null })]), "<details>")
  })

  it("has the labels of the language in which the person decided last, and English without any texts", () => {
    const at = (givenAt: string, shown: ShownTexts | null) => reported({ record: { ...fullItem, givenAt }, shown })
    const [early, late, latest] = ["2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z", "2026-03-01T00:00:00.000Z"]
    const languageOf = (records: ReadonlyArray<ReportedRecord>) => /<html lang="(.*?)"/.exec(pageOf(records))?.[1]
    assert.strictEqual(languageOf([at(early, texts("de")), at(late, texts("fr-CA")), at(latest, null)]), "fr")
    assert.strictEqual(languageOf([at(late, texts("es")), at(early, texts("de"))]), "es")
    assert.strictEqual(languageOf([at(early, texts("fi"))]), "en")
    assert.strictEqual(languageOf([at(early, null)]), "en")
    assert.strictEqual(languageOf([]), "en")
  })

  it("has the labels of the newest of two decisions of the same time", () => {
    const [newest, older] = [reported({ shown: texts("fr") }), reported({ shown: texts("de") })]
    assert.include(pageOf([newest, older]), '<html lang="fr"')
    assert.include(pageOf([reported({ shown: null }), older, newest]), '<html lang="de"')
  })

  it("has no decision where the preferences cannot be read", () => {
    for (const preferences of ["unreadable", null, true]) {
      const labels = rowsOf(pageOf([reported({ record: { ...fullItem, preferences } })])).map(([label]) => label)
      assert.notInclude(labels, "Entscheidung")
      assert.include(labels, "Website")
    }
  })

  it("has no words but its labels and what was recorded", () => {
    const nothing = { validUntil: null, country: null, jurisdiction: null, preferences: null }
    const bare = reported({ record: { ...fullItem, ...nothing }, shown: null })
    const undecided = reported({ record: { ...fullItem, ...nothing, preferences: {} }, shown: null })
    const page = personPage({
      format: "consent-service/person/v1",
      createdAt: "2026-11-27T10:20:30.456Z",
      subjects: [
        { id: "sub_1", externalId: null, records: [bare, undecided] },
        { id: "sub_2", externalId: null, records: [reported({ shown: twoCategories })] },
      ],
    })
    const words = /<body>(.*)<\/body>/s
      .exec(page)?.[1]
      ?.replaceAll(/<[^>]*>/g, "\n")
      .split("\n")
    const record = (middle: string) =>
      `Entschieden|2026-11-03 09:12:44 UTC|Gespeichert|2026-11-03 09:12:46 UTC|${middle}|IP-Adresse|192.0.2.0|Browserprogramm|Browser/1|Eintrag|cns_1`
    const plain = record("Website|shop.example|Art|cookie_banner")
    const whole = record(
      "Gültig bis|2027-11-03 09:12:44 UTC|Website|shop.example|Art|cookie_banner|Entscheidung|necessary|: erlaubt|measurement|: erlaubt|Werbung|: abgelehnt|Ort|DE, BE|Recht|GDPR",
    )
    const shown = "Was angezeigt wurde|Titel|Beschreibung|Werbung|Anzeigen|Messung|Zahlen"
    assert.strictEqual(
      words
        ?.map((text) => text.trim())
        .filter((text) => text !== "")
        .join("|"),
      `Was zu Ihrer Einwilligung gespeichert ist|${intro}|Erstellt|2026-11-27 10:20:30 UTC|Browser|sub_1|${plain}|${plain}|Browser|sub_2|${whole}|${shown}|Aus den archivierten Texten wiederhergestellt; kein Bildschirmfoto.`,
    )
  })

  it("has no markup but its own, whatever was recorded", () => {
    const hostile = FastCheck.string({ unit: FastCheck.constantFrom("<", ">", "&", '"', "'", "a", "=") })
    /** The elements and attributes of a page, without its text. */
    const markupOf = (page: string) => page.match(/<[^>]*>/g)
    const shown = (text: string): ShownTexts => ({
      language: "de",
      title: text,
      description: text,
      categories: { marketing: { title: text, description: text } },
    })
    const pageWith = (text: string) => {
      const record = {
        ...fullItem,
        id: text,
        type: text,
        domain: text,
        country: text,
        region: text,
        jurisdiction: text,
        ipAddress: text,
        userAgent: text,
        preferences: { marketing: true, [`x${text}`]: false },
      }
      const document = { type: text, version: text, hash: text }
      return pageOf([reported({ record, document, shown: shown(text) })], { id: text, externalId: text })
    }
    const harmless = markupOf(pageWith("a"))
    FastCheck.assert(
      FastCheck.property(hostile, (text) => {
        assert.deepStrictEqual(markupOf(pageWith(text)), harmless)
      }),
    )
  })
})
