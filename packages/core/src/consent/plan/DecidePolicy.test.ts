import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { compileManifest } from "../../manifest/CompiledManifest.js"
import { type Change, savedAt, submissionOf } from "../../testing/Saves.js"
import { PolicyToken, type PolicyTokenClaims } from "../../token/PolicyToken.js"
import { Refusal } from "../record/Refusal.js"
import { type DecisionContext, decidePolicy } from "./DecidePolicy.js"

const policyRules = [{ id: "europe", match: { countries: ["DE"] }, model: "opt-in", prompt: "choice" }] as const
const manifest = compileManifest({ policyRules }, { hosting: "self-hosted", geolocation: true })
const rule = manifest.compiledRules[0] ?? assert.fail("no rule")
const fingerprint = rule.fingerprints.policy

const context: DecisionContext = { manifest, now: savedAt, policyToken: PolicyToken.Absent(), policySnapshot: null }

const decide = (change: Change, other: Partial<DecisionContext> = {}) =>
  decidePolicy(submissionOf(change), { ...context, ...other })

const decisionOf = (change: Change, other: Partial<DecisionContext> = {}) =>
  Either.getOrThrow(decide(change, other))?.decision ?? assert.fail("no decision")

const german = { policyId: "europe", fingerprint, country: "DE" }

describe("a policy that a client asserts", () => {
  it("is none where it asserts none and no rule matches", () => {
    assert.deepEqual(decide({ policyId: null, country: "NZ" }), Either.right(null))
  })

  it.each([
    ["a rule, where none matches", { ...german, country: "NZ" }],
    ["a fingerprint of no rule, where none matches", { policyId: null, fingerprint, country: "NZ" }],
    ["a fingerprint of no rule, where one matches", { policyId: null, fingerprint, country: "DE" }],
    ["no rule, where one matches", { policyId: null, country: "DE" }],
    ["a rule, without saying where", { policyId: "europe", fingerprint }],
  ])("differs from the service's where it is %s", (_, change) => {
    assert.deepEqual(decide(change), Either.left(Refusal.PolicyDecisionDiffers()))
  })

  it("was read in English where the client names no language", () => {
    assert.strictEqual(decisionOf(german).language, "en")
    assert.strictEqual(decisionOf({ ...german, language: "de" }).language, "de")
  })

  it("is one decision for all visitors of its place and language, made once", () => {
    const first = decisionOf(german)
    assert.strictEqual(decisionOf({ ...german, subjectId: "sub_b" }), first)
    assert.strictEqual(decisionOf({ ...german, language: "en" }), first)
  })
})

describe("a policy that a token proves", () => {
  const [iat, exp] = [savedAt / 1_000 - 60, savedAt / 1_000]
  const claims: PolicyTokenClaims = {
    sub: "europe",
    iat,
    exp,
    policyId: "europe",
    fingerprint,
    matchedBy: "country",
    model: "opt-in",
    country: "DE",
    region: null,
    language: "de",
  }
  const policyToken = PolicyToken.Verified({ claims })

  it("holds until the token expires, and after that only within the replay window: none by default", () => {
    assert.strictEqual(decisionOf({}, { policyToken }).policyId, "europe")
    const late = { policyToken, now: savedAt + 1 }
    assert.deepEqual(decide({}, late), Either.left(Refusal.SnapshotExpired()))
    const policySnapshot = { signingKey: "k", ttlSeconds: 60, replayWindowSeconds: 1 }
    assert.strictEqual(Either.getOrThrow(decide({}, { ...late, policySnapshot }))?.source, "snapshot_token_replayed")
  })

  it("is recorded as the token says, whatever the client asserts", () => {
    const { country, language } = decisionOf({ ...german, country: "NZ", language: "fr" }, { policyToken })
    assert.deepStrictEqual([country, language], ["DE", "de"])
  })
})
