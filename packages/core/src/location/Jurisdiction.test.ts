import { assert, describe, it } from "@effect/vitest"
import { jurisdictionOf } from "./Jurisdiction.js"

describe("jurisdictionOf, with the EU's territories and Gibraltar", () => {
  const rows: ReadonlyArray<readonly [string, string, string | null]> = [
    ["CCPA", "US", "CA"],
    ["CCPA", "us", "US-ca"],
    ["QC_LAW25", "CA", "QC"],
    ["UK_GDPR", "GB", null],
    ["UK_GDPR", "GI", null],
    ..."AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE IS NO LI AX GF GP MF MQ RE YT"
      .split(" ")
      .map((country) => ["GDPR", country, null] as const),
    ["CH", "CH", null],
    ["BR", "BR", null],
    ["PIPEDA", "CA", null],
    ["PIPEDA", "CA", "ON"],
    ["AU", "AU", null],
    ["APPI", "JP", null],
    ["PIPA", "KR", null],
    ["NONE", "US", null],
    ["NONE", "US", "NY"],
    ["NONE", "NZ", "CA"],
    ["NONE", "", null],
    ["NONE", "XX", null],
  ]

  it.each(rows)("%s: %s %s", (jurisdiction, country, region) => {
    assert.strictEqual(jurisdictionOf(country, region), jurisdiction)
  })

  it("NONE: unknown, whatever the region", () => {
    assert.strictEqual(jurisdictionOf(null, "CA"), "NONE")
  })
})
