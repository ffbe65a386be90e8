import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { compileManifest } from "../../manifest/CompiledManifest.js"
import { documentVersion } from "../../testing/RecordItems.js"
import { type Change, savedAt, saveRequest, submissionOf } from "../../testing/Saves.js"
import { PolicyToken } from "../../token/PolicyToken.js"
import { Refusal } from "../record/Refusal.js"
import { claimedIdentity, clockSlackMs, planSave, type SaveContext } from "./PlanSave.js"

const context: SaveContext = {
  ...saveRequest,
  manifest: compileManifest({}, { hosting: "self-hosted", geolocation: true }),
  tenant: null,
  now: savedAt,
  policyToken: PolicyToken.Absent(),
  policySnapshot: null,
  document: null,
  identityConfirmed: false,
}

const plan = (change: Change, other: Partial<SaveContext> = {}) =>
  planSave(submissionOf(change), { ...context, ...other })

const draftOf = (change: Change, other: Partial<SaveContext> = {}) =>
  Either.getOrThrowWith(plan(change, other), ({ _tag }) => new Error(_tag))

const recordOf = (change: Change, other: Partial<SaveContext> = {}) => draftOf(change, other).record

describe("the jurisdiction of a record", () => {
  const abroad = { place: { country: "BR", region: null } }
  // No rule matches anywhere, so the client asserts no policy.
  const noRules = compileManifest({ policyRules: [] }, { hosting: "self-hosted", geolocation: true })
  const of = (change: Change) => recordOf({ policyId: null, ...change }, { manifest: noRules, ...abroad }).jurisdiction

  it("is that of the request's place where the client names none", () => {
    assert.strictEqual(recordOf({}, abroad).jurisdiction, "BR")
    assert.strictEqual(of({}), "BR")
  })

  it.each([
    ["country", { country: "CH" }, "CH"],
    ["country and region", { country: "US", region: "CA" }, "CCPA"],
    ["region without a country", { region: "CA" }, "NONE"],
  ])("is that of the %s that the client names, and nothing of the request's", (_, change, expected) => {
    assert.strictEqual(of(change), expected)
  })
})

describe("the fields of a record", () => {
  it("are what the client sent", () => {
    const sent = { uiSource: "dialog", tcString: "CPxyz", metadata: { page: "/" } }
    assert.deepInclude(recordOf(sent), sent)
  })

  it("are null where the client sent nothing, or nothing in its metadata", () => {
    const nothing = { uiSource: null, tcString: null, metadata: null, model: null, documentId: null }
    assert.deepInclude(recordOf({}), nothing)
    assert.isNull(recordOf({ metadata: {} }).metadata)
  })

  it("hold a model that the client claims only if it is a known one", () => {
    assert.strictEqual(recordOf({ model: "opt-out" }).model, "opt-out")
    for (const model of ["none", "unknown", ""]) assert.isNull(recordOf({ model }).model)
  })

  it.each([
    [0, 0],
    [2_147_483_647, 2_147_483_647],
    [2_147_483_648, null],
    [-1, null],
    [0.5, null],
    ["5", null],
    [null, null],
  ])("hold a time to decision of %j milliseconds as %j", (timeToDecisionMs, expected) => {
    assert.strictEqual(recordOf({ metadata: { timeToDecisionMs } }).timeToDecisionMs, expected)
  })

  it("name the version of the document, which is part of the act's identity", () => {
    const about = (id: string) =>
      recordOf({ type: "privacy_policy", preferences: null }, { document: documentVersion(id, 1) })
    assert.strictEqual(about("pol_1").documentId, "pol_1")
    assert.notStrictEqual(about("pol_1").id, about("pol_2").id)
  })
})

describe("the account in a save", () => {
  it("is none without an id, or with an empty one", () => {
    for (const change of [{}, { externalSubjectId: "" }, { identityProvider: "sso" }]) {
      assert.isNull(claimedIdentity(submissionOf(change)))
      assert.isNull(draftOf(change).link)
    }
  })

  it("is linked as verified only when it has been confirmed", () => {
    const link = { externalId: "u1", identityProvider: "sso" }
    const change = { externalSubjectId: "u1", identityProvider: "sso" }
    for (const verified of [true, false]) {
      assert.deepStrictEqual(draftOf(change, { identityConfirmed: verified }).link, { ...link, verified })
    }
  })
})

it.each(["givenAt", "vendorChoice.confirmedAt"])("a refusal of a %s from the future says so", (path) => {
  const late = savedAt + clockSlackMs + 1
  const vendorChoice = { version: 1, confirmedAt: late, grants: {} }
  assert.deepEqual(
    plan(path === "givenAt" ? { givenAt: late } : { vendorChoice }),
    Either.left(Refusal.InputInvalid({ issues: [{ path, message: "is in the future" }] })),
  )
})
