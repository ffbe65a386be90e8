import { assert, describe, it } from "@effect/vitest"
import { labelsFor } from "../person-report/PageLabels.js"
import { type RecordRow, recordTable } from "./RecordTable.js"

const record: RecordRow = {
  name: "cns_1",
  givenAt: Date.UTC(2026, 10, 3, 9, 12, 44, 999),
  createdAt: Date.UTC(2026, 11, 3, 23, 0, 1),
  domain: "<shop>.example",
  type: 'terms"',
  preferences: { necessary: true, measurement: false, "<ads>": true, "a&b": false },
  notice: "notices/rpd_1/notice.html",
}

const { labels } = labelsFor("de")

/** The cells of each row, without the tags of rows and cells. */
const cellsOf = (rows: ReadonlyArray<RecordRow>) =>
  Array.from(recordTable(rows, labels).matchAll(/<tr>(.*?)<\/tr>/g), ([, row = ""]) =>
    Array.from(row.matchAll(/<t([hd])>(.*?)<\/t\1>/g), ([, , cell]) => cell),
  )

describe("the table of a pack's records", () => {
  it("says in the language of the page what each column is, and has a row for each record in their order", () => {
    assert.deepStrictEqual(cellsOf([record, { ...record, name: "cns_2", notice: null, domain: "b.example" }]), [
      ["Eintrag", "Entschieden", "Gespeichert", "Website", "erlaubt", "abgelehnt"],
      [
        '<code><a href="records/cns_1.json">cns_1</a></code><br><a href="notices/rpd_1/notice.html">Was angezeigt wurde</a>',
        "2026-11-03 09:12:44 UTC",
        "2026-12-03 23:00:01 UTC",
        "&lt;shop&gt;.example<br>terms&quot;",
        "necessary, &lt;ads&gt;",
        "measurement, a&amp;b",
      ],
      [
        '<code><a href="records/cns_2.json">cns_2</a></code>',
        "2026-11-03 09:12:44 UTC",
        "2026-12-03 23:00:01 UTC",
        "b.example<br>terms&quot;",
        "necessary, &lt;ads&gt;",
        "measurement, a&amp;b",
      ],
    ])
  })

  it("is a whole table that scrolls by itself where a screen is narrow", () => {
    const table = recordTable([record, record], { ...labels, record: "<b>" })
    assert.match(
      table,
      /^<div style="overflow-x:auto"><table>(<tr>(<th>[^<]+<\/th>){6}<\/tr>)(<tr><td>.+?<\/td><\/tr>){2}<\/table><\/div>$/,
    )
    assert.include(table, "<th>&lt;b&gt;</th>")
  })

  it("allows and refuses nothing where no preferences are stored, or none that can be read", () => {
    for (const preferences of [null, "unreadable", {}] as const) {
      const [, row] = cellsOf([{ ...record, preferences }])
      assert.deepStrictEqual(row?.slice(4), ["", ""])
    }
  })
})
