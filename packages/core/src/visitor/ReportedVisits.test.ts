import { assert, describe, it } from "@effect/vitest"
import { judgedReport, tenantReport } from "./ReportedVisits.js"
import type { SessionReport } from "../session/SessionReport.js"

const report: SessionReport = {
  source: "route",
  revision: "r",
  resolution: "no-match",
  policy: null,
  country: "US",
  region: "CA",
  language: "en",
  gpc: false,
}

describe("a report of another sender", () => {
  it("is of the instance's own tenant, whatever it says", () => {
    for (const tenantId of [undefined, null, "other"]) {
      const sent = tenantId === undefined ? report : { ...report, tenantId }
      assert.deepStrictEqual(tenantReport(sent, "acme"), { ...report, tenantId: "acme" })
      assert.deepStrictEqual(tenantReport(sent, null), { ...report, tenantId: null })
    }
  })

  it("is under the jurisdiction of its place, whatever it says", () => {
    const sent: SessionReport = { ...report, jurisdiction: "GDPR" }
    assert.deepStrictEqual(judgedReport(sent, { geolocation: true }), { ...report, jurisdiction: "CCPA" })
    assert.deepStrictEqual(judgedReport(sent, { geolocation: false }), {
      ...report,
      country: null,
      region: null,
      jurisdiction: "GDPR",
    })
  })
})
