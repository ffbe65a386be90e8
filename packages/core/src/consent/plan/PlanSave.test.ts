import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"
import { compileManifest } from "../../manifest/CompiledManifest.js"
import type { PolicyRule } from "../../policy/PolicyRule.js"
import { PolicyToken } from "../../token/PolicyToken.js"
import type { ConsentDraft } from "../record/ConsentRecord.js"
import { clockSlackMs, planSave, type SaveContext } from "./PlanSave.js"
import type { Refusal } from "../record/Refusal.js"
import { SubmissionBody, toSubmission } from "../record/Submission.js"

const now = 1_760_000_000_000

const policyRules: ReadonlyArray<PolicyRule> = [
  { id: "open", match: { countries: ["DE"] }, model: "opt-in", prompt: "choice", proof: { storeIp: true } },
  {
    id: "strict",
    match: { countries: ["GB"] },
    model: "opt-out",
    prompt: "notice",
    categories: ["measurement"],
    scopeMode: "strict",
    validity: { choiceDays: 2 },
    proof: { storeUserAgent: true, storeLanguage: true },
  },
]

const manifest = compileManifest({ policyRules }, { hosting: "self-hosted", geolocation: true })

const context: SaveContext = {
  manifest,
  tenant: null,
  now,
  policyToken: PolicyToken.Absent(),
  policySnapshot: null,
  document: null,
  identityConfirmed: false,
  place: { country: "FR", region: null },
  ipAddress: "203.0.113.0",
  userAgent: "browser",
}

const plan = (
  change: Readonly<Record<string, unknown>>,
  other: Partial<SaveContext> = {},
): Either.Either<ConsentDraft, Refusal> => {
  const body = Schema.decodeUnknownSync(SubmissionBody)({
    type: "cookie_banner",
    subjectId: "sub_a",
    domain: "Shop.Example",
    givenAt: now,
    preferences: { necessary: true, measurement: true, marketing: false },
    ...change,
  })
  // Tokens are verified before a save is planned; here none is valid.
  const policyToken = body.policySnapshotToken === undefined ? PolicyToken.Absent() : PolicyToken.Invalid()
  return planSave(toSubmission(body), { ...context, policyToken, ...other })
}

const planned = (change: Readonly<Record<string, unknown>>, other: Partial<SaveContext> = {}): ConsentDraft =>
  Either.getOrThrowWith(plan(change, other), (refusal) => new Error(JSON.stringify(refusal)))

const refusalOf = (change: Readonly<Record<string, unknown>>): string =>
  Either.match(plan(change), {
    onLeft: (refusal) => ("issues" in refusal ? `${refusal._tag} ${refusal.issues[0]?.path}` : refusal._tag),
    onRight: () => "accepted",
  })

const asserted = (country: string) => {
  const resolution = manifest.resolve({ country, region: null })
  if (resolution.status !== "matched") return assert.fail("the place has no rule")
  return { policyId: resolution.policyId, fingerprint: resolution.fingerprints.policy, country, region: null }
}

const receipt = (value: boolean, confirmedAt = now) => ({ value, confirmedAt, basis: { kind: "legacy-v2" as const } })
const receipts = (categories: object) => ({ choice: { version: 3, categories } })

describe("times", () => {
  it.each([
    ["givenAt", (at: number) => ({ givenAt: at, preferences: {} })],
    ["choice.categories.measurement.confirmedAt", (at: number) => receipts({ measurement: receipt(true, at) })],
    ["vendorChoice.confirmedAt", (at: number) => ({ vendorChoice: { version: 1, confirmedAt: at, grants: {} } })],
  ])("%s may be ten minutes ahead, and not a millisecond more", (path, change) => {
    assert.strictEqual(refusalOf(change(now + clockSlackMs)), "accepted")
    assert.strictEqual(refusalOf(change(now + clockSlackMs + 1)), `InputInvalid ${path}`)
  })

  it("a vendor map's time is checked last", () => {
    const late = { vendorChoice: { version: 1, confirmedAt: now + clockSlackMs + 1, grants: {} } }
    assert.strictEqual(refusalOf({ ...late, givenAt: now + clockSlackMs + 1 }), "InputInvalid givenAt")
    assert.strictEqual(refusalOf({ ...late, policySnapshotToken: "x" }), "SnapshotInvalid")
    assert.strictEqual(refusalOf({ ...late, country: "DE" }), "PolicyInputsIncomplete")
    assert.strictEqual(
      refusalOf({ ...late, ...receipts({ measurement: receipt(false) }) }),
      "ReceiptContradictsPreferences choice.categories.measurement.value",
    )
  })

  it("times are kept as sent", () => {
    const { record } = planned({ givenAt: now + 5, ...receipts({ measurement: receipt(true, 3) }) })
    assert.deepInclude(record, { givenAt: now + 5, createdAt: now })
    assert.deepStrictEqual(record.choice, { version: 3, categories: { measurement: receipt(true, 3) } })
  })
})

describe("the policy of a save", () => {
  it("any token, even an empty one, is invalid if no signing key is configured", () => {
    assert.strictEqual(refusalOf({ policySnapshotToken: "" }), "SnapshotInvalid")
    assert.strictEqual(refusalOf({ policySnapshotToken: "x", ...asserted("DE") }), "SnapshotInvalid")
  })

  it("without an assertion there is no decision", () => {
    const { decision, record } = planned({})
    assert.deepStrictEqual(
      [decision, record.decisionId, record.decisionSource, record.validUntil],
      [null, null, null, null],
    )
  })

  it.each([
    ["country", "DE"],
    ["region", null],
    ["language", "de"],
    ["gpc", true],
    ["fingerprint", "f"],
  ])("%s without a policy is incomplete", (field, value) => {
    assert.strictEqual(refusalOf({ [field]: value }), "PolicyInputsIncomplete")
  })

  it("a policy without its fingerprint is incomplete", () => {
    assert.strictEqual(refusalOf({ policyId: "open", country: "DE" }), "PolicyInputsIncomplete")
  })

  it("accepts `policyId: null` where no rule matches", () => {
    assert.isNull(planned({ policyId: null, country: "NZ" }).decision)
    assert.strictEqual(refusalOf({ policyId: null, country: "DE" }), "PolicyDecisionDiffers")
  })

  it("another policy, fingerprint or location is another decision", () => {
    assert.strictEqual(refusalOf(asserted("DE")), "accepted")
    assert.strictEqual(refusalOf({ ...asserted("DE"), policyId: "strict" }), "PolicyDecisionDiffers")
    assert.strictEqual(refusalOf({ ...asserted("DE"), fingerprint: "f" }), "PolicyDecisionDiffers")
    assert.strictEqual(refusalOf({ ...asserted("DE"), country: "GB" }), "PolicyDecisionDiffers")
  })

  it("each way to match the rule is a separate decision", () => {
    const pack = manifest.document.policyPacks?.[0] ?? assert.fail("no rules")
    const decisionBy = (matchedBy: "country" | "fallback") =>
      planned(
        {},
        {
          policySnapshot: { signingKey: "k", ttlSeconds: 60, replayWindowSeconds: 0 },
          policyToken: PolicyToken.Verified({
            claims: {
              sub: "s",
              iat: now / 1000,
              exp: now / 1000 + 60,
              policyId: "open",
              fingerprint: pack.fingerprints.policy,
              matchedBy,
              model: "opt-in",
              country: "DE",
              region: null,
              language: "de",
            },
          }),
        },
      ).decision
    const [byCountry, byFallback, again] = [decisionBy("country"), decisionBy("fallback"), decisionBy("country")]
    assert.deepStrictEqual(
      [byCountry?.matchedBy, byFallback?.matchedBy, again?.matchedBy],
      ["country", "fallback", "country"],
    )
    assert.notStrictEqual(byCountry?.id, byFallback?.id)
    assert.strictEqual(byCountry?.id, again?.id)
  })

  it("is stored completely, under an id of its content", () => {
    const { decision, record } = planned({ ...asserted("DE"), language: "de-AT" })
    assert.deepInclude(decision, {
      policyId: "open",
      matchedBy: "country",
      model: "opt-in",
      language: "de-AT",
      country: "DE",
    })
    assert.strictEqual(decision?.manifestRevision, manifest.document.revision)
    assert.deepInclude(record, {
      decisionId: decision?.id ?? "none",
      decisionSource: "write_time_fallback",
      model: "opt-in",
    })
    assert.strictEqual(planned({ ...asserted("DE"), language: "de-AT", subjectId: "sub_b" }).decision?.id, decision?.id)
    assert.notStrictEqual(planned({ ...asserted("DE"), language: "de" }).decision?.id, decision?.id)
  })
})

describe("scope", () => {
  const strict = asserted("GB")
  const marketing = { preferences: { marketing: true } }

  it.each([
    [
      "a grant outside a strict scope, without receipts",
      { ...strict, ...marketing },
      "GrantOutsideScope preferences.marketing",
    ],
    [
      "a grant outside a strict scope, named by a receipt",
      { ...strict, ...marketing, ...receipts({ marketing: receipt(true) }) },
      "ReceiptOutsideScope choice.categories.marketing.value",
    ],
    ["a refusal outside the scope", { ...strict, preferences: { marketing: false } }, "accepted"],
    ["a grant of necessary", { ...strict, preferences: { necessary: true } }, "accepted"],
    ["any grant without a decision", { preferences: { marketing: true, custom: true } }, "accepted"],
    [
      "a receipt that contradicts",
      receipts({ measurement: receipt(false) }),
      "ReceiptContradictsPreferences choice.categories.measurement.value",
    ],
    [
      "a receipt of a category that is not in the preferences",
      receipts({ experience: receipt(false) }),
      "ReceiptContradictsPreferences choice.categories.experience.value",
    ],
  ])("%s: %s", (_, change, expected) => {
    assert.strictEqual(refusalOf(change), expected)
  })

  it("a grant outside a strict scope without a receipt is dropped", () => {
    const preferences = { marketing: true, measurement: true, experience: false }
    const { record } = planned({ ...strict, preferences, ...receipts({ measurement: receipt(true) }) })
    assert.deepStrictEqual(record.preferences, { measurement: true, experience: false })
  })
})

describe("the stored record", () => {
  it("without receipts the whole map is confirmed by the act", () => {
    const { record } = planned({})
    assert.deepStrictEqual(record.choice, {
      version: 3,
      categories: { marketing: receipt(false), measurement: receipt(true) },
    })
    assert.isNull(planned({ preferences: { necessary: true, other: true } }).record.choice)
  })

  it("address, user agent and language as the policy's proof requires", () => {
    const proof = (change: Readonly<Record<string, unknown>>) => {
      const { ipAddress, language, userAgent } = planned(change).record
      return { ipAddress, language, userAgent }
    }
    assert.deepStrictEqual(proof({}), { ipAddress: "203.0.113.0", language: null, userAgent: "browser" })
    assert.deepStrictEqual(proof(asserted("DE")), { ipAddress: "203.0.113.0", language: null, userAgent: null })
    const strict = { ...asserted("GB"), language: "cy" }
    assert.deepStrictEqual(proof(strict), { ipAddress: null, language: "cy", userAgent: "browser" })
  })

  it("at most 512 characters of the user agent", () => {
    const userAgentOf = (userAgent: string) => planned({}, { userAgent }).record.userAgent
    assert.strictEqual(userAgentOf("x".repeat(512)), "x".repeat(512))
    assert.strictEqual(userAgentOf("x".repeat(513)), "x".repeat(512))
    assert.strictEqual(userAgentOf("😀".repeat(513)), "😀".repeat(512))
  })

  it.each([
    ["all", "opt-in", "accept_all"],
    ["necessary", "opt-in", "reject_all"],
    ["necessary", "opt-out", "opt_out"],
    ["necessary", undefined, "reject_all"],
    ["custom", "iab", "custom"],
    ["other", "opt-in", null],
    [undefined, "opt-in", null],
  ])("the action %s under model %s is %s", (consentAction, model, expected) => {
    assert.strictEqual(
      planned({ ...(consentAction && { consentAction }), ...(model && { model }) }).record.consentAction,
      expected,
    )
  })

  it("the policy's model overrides the client's; a claim of none is none", () => {
    assert.strictEqual(planned({ ...asserted("GB"), model: "opt-in" }).record.model, "opt-out")
    assert.strictEqual(planned({ jurisdictionModel: "iab" }).record.model, "iab")
    assert.isNull(planned({ model: "none" }).record.model)
  })

  it("the jurisdiction comes from the asserted location, else the request's, never from the client", () => {
    assert.strictEqual(planned({ jurisdiction: "CCPA" }).record.jurisdiction, "GDPR")
    assert.strictEqual(planned(asserted("GB")).record.jurisdiction, "UK_GDPR")
    const blind = compileManifest({ policyRules }, { hosting: "self-hosted", geolocation: false })
    assert.strictEqual(
      planned({}, { manifest: blind, place: { country: "US", region: "CA" } }).record.jurisdiction,
      "GDPR",
    )
  })

  it("validity starts at the act, by the policy", () => {
    assert.strictEqual(planned({ ...asserted("GB"), givenAt: 1000 }).record.validUntil, 1000 + 2 * 86_400_000)
  })

  it.each([
    [{ experiment: { id: "e", arm: "a", more: 1 }, timeToDecisionMs: 12 }, { id: "e", arm: "a" }, 12],
    [{ experiment: { id: "e" }, timeToDecisionMs: -1 }, null, null],
    [{ experiment: { id: "", arm: "a" }, timeToDecisionMs: 1.5 }, null, null],
    [{ experiment: { id: "e".repeat(129), arm: "a" }, timeToDecisionMs: 2_147_483_648 }, null, null],
    [{ experiment: "e=a", timeToDecisionMs: "5" }, null, null],
    [{ experiment: { id: "😀".repeat(128), arm: "a" } }, { id: "😀".repeat(128), arm: "a" }, null],
    [{ experiment: { id: "a", arm: "😀".repeat(129) } }, null, null],
  ])("attribution %j never fails a save and stays in the metadata", (metadata, experiment, timeToDecisionMs) => {
    const { record } = planned({ metadata })
    assert.deepStrictEqual([record.experiment, record.timeToDecisionMs], [experiment, timeToDecisionMs])
    assert.deepStrictEqual(record.metadata, metadata)
  })

  it("a link is unverified, and always has a provider", () => {
    assert.deepStrictEqual(planned({ externalSubjectId: "u1" }).link, {
      externalId: "u1",
      identityProvider: "external",
      verified: false,
    })
    assert.isNull(planned({ identityProvider: "x" }).link)
  })
})

interface Visitor {
  readonly country: string
  readonly region: string | null
  readonly language: string | undefined
}

describe("a decision", () => {
  it("is the same for a visitor, whichever visitors came before", () => {
    const visitor = FastCheck.record({
      country: FastCheck.constantFrom("DE", "GB"),
      region: FastCheck.constantFrom(null, "BY", "ENG", "x".repeat(255)),
      language: FastCheck.constantFrom("en", "de", "fr-CH, fr", undefined),
    })
    const decisionOf = ({ country, language, region }: Visitor) => {
      const claim = { ...asserted(country), region, ...(language !== undefined && { language }) }
      return (other: Partial<SaveContext>) => planned(claim, other).decision
    }
    FastCheck.assert(
      FastCheck.property(FastCheck.array(visitor, { minLength: 1, maxLength: 8 }), (visitors) => {
        for (const decide of visitors.map(decisionOf)) {
          const again = compileManifest({ policyRules }, { hosting: "self-hosted", geolocation: true })
          const decision = decide({})
          assert.isNotNull(decision)
          assert.deepStrictEqual(decision, decide({ manifest: again }))
        }
      }),
      { numRuns: 30 },
    )
  })
})
