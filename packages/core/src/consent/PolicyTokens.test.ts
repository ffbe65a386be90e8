import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/TestClock"
import { noTokens } from "../instance/Instance.js"
import { compileManifest } from "../manifest/CompiledManifest.js"
import type { PolicyRule } from "../policy/PolicyRule.js"
import { AppendOutcome } from "../ports/ConsentStore.js"
import type { Archived } from "../ports/Archive.js"
import { archiveOf, type Configured, configured, documentsOf, storeOf } from "../testing/Ports.js"
import { signToken } from "../token/Jws.js"
import { type PolicyTokenSettings, policyTokenClaims } from "../token/PolicyToken.js"
import { resolveVisitor } from "../visitor/ResolveVisitor.js"
import { unknownVisitor } from "../visitor/VisitorSignals.js"
import { Consents, type SaveRequest } from "./Consents.js"
import { SubmissionBody, toSubmission } from "./record/Submission.js"

const issued = 1_760_000_000_000
const minute = 60_000

const europe: PolicyRule = {
  id: "europe",
  match: { countries: ["DE"] },
  model: "opt-in",
  prompt: "choice",
  proof: { storeIp: true, storeLanguage: true },
}

const manifestOf = (...policyRules: ReadonlyArray<PolicyRule>) =>
  compileManifest({ policyRules }, { hosting: "self-hosted", geolocation: true })

const manifest = manifestOf(europe)

const settings: PolicyTokenSettings = {
  signingKey: "a signing key for tests",
  ttlSeconds: 1_800,
  replayWindowSeconds: 604_800,
}

const request: SaveRequest = {
  authenticated: false,
  place: { country: "US", region: "CA" },
  ipAddress: "203.0.113.0",
  userAgent: "browser",
}

const instance: Partial<Configured> = { manifest, tokens: { ...noTokens, policySnapshot: settings } }

/** The token that `/init` gives a visitor of Germany. */
const tokenOf = (change: Readonly<Record<string, unknown>> = {}, key = settings.signingKey) => {
  const { report, resolution } = resolveVisitor(manifest, { ...unknownVisitor, country: "DE", acceptLanguage: "de-AT" })
  const inputs = { country: "DE", region: null, language: "de-AT", servedLanguage: report.language }
  const claims = policyTokenClaims(settings, null, resolution, inputs, issued)
  return signToken(key, { ...claims, ...change })
}

interface Sent {
  /** The time of the save, after the token was issued. */
  readonly after?: number
  readonly body?: Readonly<Record<string, unknown>>
  readonly token?: string | null
  readonly instance?: Partial<Configured>
  readonly kept?: Array<ReadonlyArray<Archived>>
  readonly outcome?: AppendOutcome
}

const inserted = AppendOutcome.Inserted({ newSubject: true })

const outcomeOf = ({
  after = minute,
  body = {},
  kept = [],
  outcome = inserted,
  instance: change = {},
  token = tokenOf(),
}: Sent) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(issued + after)
    const consents = yield* Consents
    const submission = Schema.decodeUnknownSync(SubmissionBody)({
      type: "cookie_banner",
      subjectId: "sub_a",
      domain: "shop.example",
      givenAt: issued + minute,
      preferences: { measurement: true },
      ...(token === null ? {} : { policySnapshotToken: token }),
      ...body,
    })
    return yield* consents.record(toSubmission(submission), request)
  }).pipe(
    Effect.provide(
      Consents.layer.pipe(
        Layer.provide([configured({ ...instance, ...change }), documentsOf([]), archiveOf(kept)]),
        Layer.provide(storeOf({ append: () => Effect.succeed(outcome) })),
      ),
    ),
  )

const refusalOf = (sent: Sent) =>
  Effect.map(outcomeOf(sent), (outcome) => (outcome._tag === "Refused" ? outcome.refusal._tag : outcome._tag))

const recordOf = (sent: Sent) =>
  Effect.map(outcomeOf(sent), (outcome) =>
    outcome._tag === "Recorded" ? outcome.record : assert.fail(JSON.stringify(outcome)),
  )

const ttl = settings.ttlSeconds * 1000
const window = settings.replayWindowSeconds * 1000

describe("a save with a policy snapshot token", () => {
  it.effect("Valid: accepted as usual, its source is snapshot_token", () =>
    Effect.gen(function* () {
      const record = yield* recordOf({ after: ttl })
      assert.strictEqual(record.decisionSource, "snapshot_token")
      assert.strictEqual(record.jurisdiction, "GDPR", "of the token's place, not the request's")
      assert.deepStrictEqual([record.ipAddress, record.userAgent, record.language], ["203.0.113.0", null, "de-AT"])
    }),
  )

  it.effect("Expired, within replay window: givenAt is kept, createdAt is the arrival, snapshot_token_replayed", () =>
    Effect.gen(function* () {
      const record = yield* recordOf({ after: ttl + window })
      assert.strictEqual(record.decisionSource, "snapshot_token_replayed")
      assert.deepStrictEqual([record.givenAt, record.createdAt], [issued + minute, issued + ttl + window])
    }),
  )

  it.effect.each<[string, Sent, string]>([
    ["Expired, beyond window", { after: ttl + window + 1 }, "SnapshotExpired"],
    [
      "Expired, givenAt outside lifetime",
      { after: ttl + 1, body: { givenAt: issued - 10 * minute - 1 } },
      "SnapshotExpired",
    ],
    [
      "Expired, with a window of 0",
      {
        after: ttl + 1,
        instance: { tokens: { ...noTokens, policySnapshot: { ...settings, replayWindowSeconds: 0 } } },
      },
      "SnapshotExpired",
    ],
    ["Invalid: another key", { token: tokenOf({}, "another key") }, "SnapshotInvalid"],
    ["Invalid: claims incomplete", { token: tokenOf({ matchedBy: undefined }) }, "SnapshotInvalid"],
    ["Invalid: an empty token", { token: "" }, "SnapshotInvalid"],
    ["Invalid: no signing key is configured", { instance: { tokens: noTokens } }, "SnapshotInvalid"],
    ["Invalid: the rules are wrong by now", { instance: { manifest: manifestOf(europe, europe) } }, "SnapshotInvalid"],
    ["Policy removed", { instance: { manifest: manifestOf({ ...europe, id: "other" }) } }, "PolicyChanged"],
    [
      "Policy changed: another fingerprint",
      { instance: { manifest: manifestOf({ ...europe, copyRevision: "2" }) } },
      "PolicyChanged",
    ],
    ["Policy changed: another model claimed", { token: tokenOf({ model: "iab" }) }, "PolicyChanged"],
    ["Required: no token, and nothing asserted", { token: null }, "SnapshotRequired"],
    ["Not required without rules", { token: null, instance: { manifest: manifestOf() } }, "Recorded"],
    ["Not required of other types", { token: null, body: { type: "other" } }, "Recorded"],
    ["Manifest mode next to signed snapshots", { token: null, body: { policyId: "europe" } }, "PolicyInputsIncomplete"],
    ["A token overrides what is asserted with it", { body: { policyId: "nonsense", fingerprint: "x" } }, "Recorded"],
    [
      "A future time is reported before the token",
      { token: "", body: { givenAt: issued + 99 * minute } },
      "InputInvalid",
    ],
  ])("%s", ([, sent, expected]) => Effect.map(refusalOf(sent), (tag) => assert.strictEqual(tag, expected)))

  it.effect("a policy whose locations changed but whose meaning did not is still accepted", () =>
    Effect.map(refusalOf({ instance: { manifest: manifestOf({ ...europe, match: { countries: ["FR"] } }) } }), (tag) =>
      assert.strictEqual(tag, "Recorded"),
    ),
  )
})

describe("the basis of a decision (evidence)", () => {
  it.effect("is archived: the manifest by its revision, the texts by their digest", () =>
    Effect.gen(function* () {
      const kept: Array<ReadonlyArray<Archived>> = []
      yield* recordOf({ kept })
      assert.lengthOf(kept, 1)
      const [archivedManifest, texts] = kept.flat()
      assert.strictEqual(archivedManifest?.id, manifest.document.revision)
      assert.deepStrictEqual<unknown>(
        JSON.parse(archivedManifest?.content ?? ""),
        JSON.parse(JSON.stringify(manifest.document)),
      )
      assert.deepInclude(JSON.parse(texts?.content ?? ""), { language: "de" })
      assert.match(texts?.id ?? "", /^[0-9a-f]{64}$/)
    }),
  )

  it.effect("is not archived if the subject belongs to another tenant: the save writes nothing", () =>
    Effect.gen(function* () {
      const kept: Array<ReadonlyArray<Archived>> = []
      assert.strictEqual(yield* refusalOf({ kept, outcome: AppendOutcome.HeldElsewhere() }), "SubjectHeldElsewhere")
      assert.isEmpty(kept)
    }),
  )

  it.effect("is archived on a retry too: the first attempt may have failed after storing", () =>
    Effect.gen(function* () {
      const record = yield* recordOf({})
      const kept: Array<ReadonlyArray<Archived>> = []
      assert.strictEqual(yield* refusalOf({ kept, outcome: AppendOutcome.Existing({ record }) }), "Recorded")
      assert.lengthOf(kept, 1)
    }),
  )

  it.effect("is not archived without a decision", () =>
    Effect.gen(function* () {
      const kept: Array<ReadonlyArray<Archived>> = []
      yield* recordOf({ kept, token: null, instance: { manifest: manifestOf() } })
      yield* refusalOf({ kept, token: "" })
      assert.isEmpty(kept)
    }),
  )
})
