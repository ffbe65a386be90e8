import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { canonicalJson } from "../digest/CanonicalJson.js"
import { noTokens } from "../instance/Instance.js"
import { compileManifest } from "../manifest/CompiledManifest.js"
import type { PolicyRule } from "../policy/PolicyRule.js"
import { configured } from "../testing/Ports.js"
import { Notebook } from "../testing/Notebook.js"
import { signToken } from "../token/Jws.js"
import { type PolicyTokenSettings, policyTokenClaims } from "../token/PolicyToken.js"
import { Consents, SaveOutcome, type SaveRequest } from "./Consents.js"
import type { ConsentRecord } from "./record/ConsentRecord.js"
import { SubmissionBody, toSubmission } from "./record/Submission.js"

const start = 1_760_000_000_000
const hour = 3_600_000

const open: PolicyRule = { id: "shop", match: { isDefault: true }, model: "opt-in", prompt: "choice" }
const strict: PolicyRule = { ...open, categories: ["measurement"], scopeMode: "strict" }
const ruleSets: ReadonlyArray<ReadonlyArray<PolicyRule>> = [[open], [strict], [{ ...strict, copyRevision: "2" }], []]

const manifests = ruleSets.map((policyRules) =>
  compileManifest({ policyRules }, { hosting: "self-hosted", geolocation: true }),
)

const snapshots: PolicyTokenSettings = { signingKey: "a key", ttlSeconds: 1_800, replayWindowSeconds: 1_800 }
const settings = [null, snapshots, { ...snapshots, signingKey: "another key" }]

/** The content of a save. */
interface Said {
  readonly subjectId: string
  readonly preferences: Readonly<Record<string, boolean>>
  /** The categories it has receipts for; null for a save without receipts. */
  readonly receipts: ReadonlyArray<string> | null
  readonly vendor: boolean | null
}

/** One save, and the state of the service when it arrives. */
interface Step extends Said {
  readonly rules: number
  readonly setting: number
  /** The rules that the visitor's token was signed under; null for none. */
  readonly shown: number | null
  readonly after: number
}

const anySaid: FastCheck.Arbitrary<Said> = FastCheck.record({
  subjectId: FastCheck.constantFrom("sub_a", "sub_b"),
  preferences: FastCheck.record({ measurement: FastCheck.boolean(), marketing: FastCheck.boolean() }),
  receipts: FastCheck.constantFrom(null, ["measurement"], ["measurement", "marketing"]),
  vendor: FastCheck.constantFrom(null, null, true, false),
})

const anyArrival = FastCheck.record({
  rules: FastCheck.constantFrom(0, 1, 1, 2, 3),
  setting: FastCheck.constantFrom(0, 1, 1, 1, 2),
  shown: FastCheck.constantFrom(null, 0, 1, 1),
  after: FastCheck.constantFrom(0, 0, hour / 2 + 1, 2 * hour),
})

/** A few saves, each sent several times. */
const anySteps: FastCheck.Arbitrary<ReadonlyArray<Step>> = FastCheck.array(anySaid, {
  minLength: 1,
  maxLength: 3,
}).chain((said) =>
  FastCheck.array(FastCheck.tuple(anyArrival, FastCheck.constantFrom(...said)), { minLength: 2, maxLength: 12 }).map(
    (steps) => steps.map(([arrival, one]) => ({ ...arrival, ...one })),
  ),
)

/** A fixed clock, because setting the test clock takes longer than a save. */
const clockAt = (now: number): Clock.Clock =>
  Object.assign(Object.create(Clock.make()), {
    unsafeCurrentTimeMillis: () => now,
    currentTimeMillis: Effect.succeed(now),
  })

const tokenUnder = (rules: number): string | null => {
  const inputs = { country: "DE", region: null, language: "de", servedLanguage: "de" }
  const resolution = manifests[rules]?.resolve({ country: "DE", region: null })
  const claims = resolution === undefined ? null : policyTokenClaims(snapshots, null, resolution, inputs, start)
  return claims === null ? null : signToken(snapshots.signingKey, claims)
}

/** Built once: building instances would take most of the time of a property with thousands of saves. */
const instances = manifests.map((manifest) =>
  settings.map((policySnapshot) => {
    const layer = configured({ manifest, tokens: { ...noTokens, policySnapshot } })
    return Layer.succeedContext(Effect.runSync(Effect.scoped(Layer.build(layer))))
  }),
)

const instanceOf = (rules: number, setting: number) =>
  instances[rules]?.[setting] ?? assert.fail("no such rules or setting")

const basis = { kind: "legacy-v2" } as const

const receiptsOf = ({ preferences, receipts }: Step) =>
  Object.fromEntries(
    (receipts ?? []).map((category) => [category, { value: preferences[category], confirmedAt: start, basis }]),
  )

const vendorsOf = ({ vendor }: Step) => ({ version: 1, confirmedAt: start, grants: { acme: vendor } })

const save = (step: Step) =>
  Effect.gen(function* () {
    const token = step.shown === null ? null : tokenUnder(step.shown)
    const body = Schema.decodeUnknownSync(SubmissionBody)({
      type: "cookie_banner",
      subjectId: step.subjectId,
      domain: "shop.example",
      givenAt: start,
      preferences: step.preferences,
      ...(step.receipts === null ? {} : { choice: { version: 3, categories: receiptsOf(step) } }),
      ...(step.vendor === null ? {} : { vendorChoice: vendorsOf(step) }),
      ...(token === null ? {} : { policySnapshotToken: token }),
    })
    const instance = instanceOf(step.rules, step.setting)
    const request: SaveRequest = {
      authenticated: false,
      place: { country: null, region: null },
      ipAddress: null,
      userAgent: null,
    }
    const recording = Effect.flatMap(Consents, (consents) => consents.record(toSubmission(body), request))
    return yield* Effect.withClock(recording, clockAt(start + step.after)).pipe(
      Effect.provide(Layer.provide(Consents.layer, instance)),
    )
  })

/** The model's memory of an act: the record, and its rules. */
interface Remembered {
  readonly record: ConsentRecord
  readonly isStrict: boolean
}

/** Whether a save repeats the record completely, except for grants that the record's policy dropped. */
const repeats = (step: Step, { isStrict, record }: Remembered): boolean => {
  const dropsMarketing = isStrict && step.receipts !== null && !step.receipts.includes("marketing")
  const { marketing, ...others } = step.preferences
  const preferences = dropsMarketing && marketing === true ? others : step.preferences
  const whole = { ...step, receipts: step.receipts ?? Object.keys(step.preferences) }
  const said = [
    preferences,
    { version: 3, categories: receiptsOf(whole) },
    step.vendor === null ? null : vendorsOf(step),
  ]
  const inOrder = (value: unknown): string => canonicalJson(JSON.parse(JSON.stringify(value)))
  return inOrder(said) === inOrder([record.preferences, record.choice, record.vendorChoice])
}

const holdsForRetries = ["InputInvalid", "GrantOutsideScope", "ReceiptOutsideScope", "ReceiptContradictsPreferences"]

/** The tag of a save's outcome on an empty ledger. */
const unremembered = (step: Step) => Effect.provide(save(step), new Notebook().ports)

const agrees = (steps: ReadonlyArray<Step>) =>
  Effect.gen(function* () {
    const notebook = new Notebook()
    const remembered = new Map<string, Remembered>()
    for (const step of steps) {
      const [size, known] = [notebook.records.length, remembered.get(step.subjectId)]
      const alone = yield* unremembered(step)
      const outcome = yield* Effect.provide(save(step), notebook.ports)
      if (alone._tag === "Refused") {
        const isRetry = known !== undefined && !holdsForRetries.includes(alone.refusal._tag) && repeats(step, known)
        assert.deepEqual(outcome._tag, isRetry ? "Recorded" : "Refused", JSON.stringify(steps))
        if (outcome._tag === "Refused") assert.deepEqual(outcome.refusal, alone.refusal)
        if (outcome._tag === "Recorded") assert.deepEqual([outcome.record, outcome.created], [known?.record, false])
        assert.lengthOf(notebook.records, size)
      } else if (known === undefined && outcome._tag === "Recorded") {
        const isStrict = outcome.record.decisionId !== null && step.shown === 1
        remembered.set(step.subjectId, { record: outcome.record, isStrict })
      } else {
        assert.notDeepEqual(outcome, SaveOutcome.SubjectHeldElsewhere())
      }
    }
  })

describe("a refused save", () => {
  it("returns the record it repeats, whatever has changed since; otherwise it is refused", () =>
    FastCheck.assert(
      FastCheck.asyncProperty(anySteps, (steps) => Effect.runPromise(agrees(steps))),
      { numRuns: 30 },
    ))
})
