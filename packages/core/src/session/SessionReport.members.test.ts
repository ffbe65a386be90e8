import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"
import { compileManifest } from "../manifest/CompiledManifest.js"
import { noMatch } from "../policy/MatchRule.js"
import type { PolicyResolution } from "../policy/PolicyResolution.js"
import {
  reportedJourney,
  reportedPolicy,
  type SessionReport,
  SessionReportBody,
  toSessionReport,
} from "./SessionReport.js"

const { resolve } = compileManifest(
  {
    policyRules: [
      { id: "asks", match: { countries: ["DE"] }, model: "opt-in", prompt: "choice" },
      { id: "informs", match: { countries: ["GB"] }, model: "opt-out", prompt: "notice" },
      { id: "asks nothing", match: { countries: ["NZ"] }, model: "none", prompt: "none" },
    ],
  },
  { hosting: "self-hosted", geolocation: true },
)
const matched = (country: string) => resolve({ country, region: null })
const [asks, informs, asksNothing] = [matched("DE"), matched("GB"), matched("NZ")]
const unconfigured = compileManifest({}, { hosting: "self-hosted", geolocation: true }).resolve({
  country: "DE",
  region: null,
})
const broken = compileManifest(
  { policyRules: [{ id: "", match: { isDefault: true }, model: "opt-in", prompt: "choice" }] },
  { hosting: "self-hosted", geolocation: true },
).resolve({ country: "DE", region: null })

describe("the policy in a report", () => {
  it("is the matched policy, by its name, its fingerprint and its model, and what it was matched by", () => {
    assert.deepStrictEqual(reportedPolicy(informs), {
      id: "informs",
      fingerprint: informs.status === "matched" ? informs.fingerprints.policy : "none",
      matchedBy: "country",
      model: "opt-out",
    })
  })

  it.each([noMatch, unconfigured, broken])("is null where none matched: $status", (resolution) => {
    assert.isNull(reportedPolicy(resolution))
  })
})

const journey = { id: "6c1b1b7e-4a53-4d4b-9d2c-3c1d0f6f8a01", scope: "tab", storedChoice: false } as const

const promptOf = (resolution: PolicyResolution, storedChoice: boolean) =>
  reportedJourney({ ...journey, storedChoice }, resolution, null).journey?.prompt

describe("the journey in a report", () => {
  it("is absent where the request names none, or does not say whether a choice is stored", () => {
    assert.deepStrictEqual(reportedJourney(null, asks, "shop.example"), {})
    assert.deepStrictEqual(reportedJourney({ ...journey, storedChoice: null }, asks, "shop.example"), {})
  })

  it("is that of the request, on its page's host where that is known", () => {
    const reported = { ...journey, prompt: "due" } as const
    assert.deepStrictEqual(reportedJourney(journey, asks, null), { journey: reported })
    assert.deepStrictEqual(reportedJourney(journey, asks, "shop.example"), {
      journey: { ...reported, domain: "shop.example" },
    })
  })

  it.each([asks, informs, noMatch, unconfigured])(
    "has a prompt due until the visitor has decided: $status $policy.prompt",
    (resolution) => {
      assert.strictEqual(promptOf(resolution, false), "due")
      assert.strictEqual(promptOf(resolution, true), "stored")
    },
  )

  it.each([asksNothing, broken])(
    "requires no prompt where none can be shown, whatever is stored: $status $policy.prompt",
    (resolution) => {
      assert.strictEqual(promptOf(resolution, false), "not-required")
      assert.strictEqual(promptOf(resolution, true), "not-required")
    },
  )
})

const sent: SessionReport = {
  source: "render",
  revision: "r",
  resolution: "no-match",
  policy: null,
  country: null,
  region: null,
  language: "de",
  gpc: true,
  tenantId: null,
}
const reportOf = (change: object = {}) =>
  toSessionReport(Schema.decodeUnknownSync(SessionReportBody)({ ...sent, ...change }))

describe("a report as it is kept", () => {
  it("keeps null for policy, country, region and tenant, and leaves out what else is unknown", () => {
    const unknown = { jurisdiction: null, adapter: null, experiment: null, journey: null }
    assert.deepStrictEqual(reportOf(unknown), reportOf())
    assert.deepEqual(reportOf(unknown), sent)
    assert.notProperty(reportOf(unknown), "journey")
  })

  it("leaves out an unknown host of its journey", () => {
    const told = { ...journey, prompt: "stored", storedChoice: true }
    assert.deepStrictEqual(JSON.parse(JSON.stringify(reportOf({ journey: { ...told, domain: null } }).journey)), told)
  })

  it.prop(
    "keeps everything that is known",
    [
      FastCheck.record(
        {
          jurisdiction: FastCheck.constant("GDPR"),
          adapter: FastCheck.string({ maxLength: 9 }),
          tenantId: FastCheck.string({ maxLength: 9 }),
          experiment: FastCheck.constant({ id: "e", arm: "a" }),
          journey: FastCheck.constant({ ...journey, prompt: "due", domain: "shop.example" }),
        },
        { requiredKeys: [] },
      ),
    ],
    ([known]) => {
      assert.deepStrictEqual(JSON.parse(JSON.stringify(reportOf(known))), { ...sent, ...known })
    },
  )
})
