import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { csvHeader, csvLine } from "./Csv.js"
import type { RecordItem } from "./RecordItem.js"

const empty: RecordItem = {
  id: "cns_1",
  subjectId: "sub_1",
  type: "cookie_banner",
  domain: "shop.example",
  givenAt: "2026-01-01T00:00:00.000Z",
  createdAt: "2026-01-01T00:00:00.000Z",
  validUntil: null,
  action: null,
  preferences: null,
  choice: null,
  vendorChoice: null,
  tcString: null,
  jurisdiction: null,
  model: null,
  rule: null,
  country: null,
  region: null,
  textsLanguage: null,
  decisionId: null,
  decisionSource: null,
  documentId: null,
  uiSource: null,
  experimentId: null,
  experimentArm: null,
  timeToDecisionMs: null,
  ipAddress: null,
  userAgent: null,
  language: null,
  metadata: null,
}

/** The cells of a line, read as RFC 4180 says. */
const cellsOf = (line: string): ReadonlyArray<string> => {
  const cells: Array<string> = []
  let [at, cell, isQuoted] = [0, "", false]
  while (at < line.length) {
    const character = line[at] ?? ""
    if (isQuoted) {
      if (character === '"' && line[at + 1] === '"') {
        cell += '"'
        at += 1
      } else if (character === '"') isQuoted = false
      else cell += character
    } else if (character === '"') isQuoted = true
    else if (character === ",") {
      cells.push(cell)
      cell = ""
    } else if (line.slice(at) === "\r\n") break
    else cell += character
    at += 1
  }
  return [...cells, cell]
}

const names = cellsOf(csvHeader)

const cell = (item: RecordItem, name: keyof RecordItem): string | undefined =>
  cellsOf(csvLine(item))[names.indexOf(name)]

const texts = FastCheck.oneof(
  FastCheck.fullUnicodeString(),
  FastCheck.tuple(
    FastCheck.constantFrom("=", "+", "-", "@", "\t", "\r", " =", '",='),
    FastCheck.fullUnicodeString(),
  ).map((parts) => parts.join("")),
)

describe("a record as a line of CSV", () => {
  it("has a cell for each name, and every member of the record", () => {
    assert.sameMembers([...names], Object.keys(empty))
    assert.lengthOf(cellsOf(csvLine(empty)), names.length)
    assert.strictEqual(cell({ ...empty, preferences: { marketing: true } }, "preferences"), '{"marketing":true}')
    assert.strictEqual(cell({ ...empty, timeToDecisionMs: 1_200 }, "timeToDecisionMs"), "1200")
    assert.strictEqual(cell(empty, "validUntil"), "")
  })

  it("says any text again, and none is a formula", () => {
    FastCheck.assert(
      FastCheck.property(texts, (userAgent) => {
        const shown = cell({ ...empty, userAgent }, "userAgent") ?? assert.fail("no cell")
        assert.include([userAgent, `'${userAgent}`], shown)
        assert.notMatch(shown, /^\s*[=+\-@\t\r]/)
      }),
      { numRuns: 1_000 },
    )
  })
})
