/**
 * Arbitrary drafts: everything that a save may contain, weighted towards common errors of stores (case, padding, Unicode, the
 * longest strings, keys named like object members, times at the edges of integer types).
 *
 * @module
 */
import type { VendorChoice } from "@consent-service/core/vendor"
import { MatchedBy } from "@consent-service/core/policy"
import { Jurisdiction } from "@consent-service/core/primitives"
import {
  type Choice,
  type ConsentDraft,
  type ConsentRecord,
  contentDigest,
  type DecisionSource,
  type ExperimentAttribution,
  type IdentityLink,
  type PolicyDecision,
  type Receipt,
  type ReceiptBasis,
} from "@consent-service/core/consent"
import * as FastCheck from "effect/FastCheck"
import { freshDecision, freshRecordId, freshSubjectId } from "./Drafts.js"

const kib16 = 16 * 1024

const ofCodePoints = (count: number, text: string): string => text.repeat(count)

/** A body with NUL is refused with 400, so a store never sees one. */
const withoutNul = (text: string): string => text.replaceAll("\0", "\u0001")

const oddStrings = [
  "",
  " ",
  "trailing ",
  " leading",
  "Case",
  "case",
  "CASE",
  "ß",
  "SS",
  "é",
  "e\u0301",
  "😀",
  "\uff5e",
  "\u{10000}",
  "\u{10ffff}",
  "\u202e\u2028\u2029",
  "tab\tline\nreturn\r",
  "'; drop table cs_consent; --",
  'quote " and \\ backslash',
  "100%_",
  "null",
  "constructor",
  "__proto__",
  "toString",
]

/**
 * Well-formed Unicode text, up to a number of characters.
 *
 * @example
 * ```ts
 * import { textArbitrary } from "@consent-service/testkit/DraftArbitrary"
 * import * as FastCheck from "effect/FastCheck"
 *
 * const roundTrips = (text: string) => JSON.parse(JSON.stringify(text)) === text
 * FastCheck.assert(FastCheck.property(textArbitrary(255), roundTrips))
 * ```
 */
export const textArbitrary = (maxCharacters: number): FastCheck.Arbitrary<string> =>
  FastCheck.oneof(
    {
      weight: 6,
      arbitrary: FastCheck.string({ unit: "binary", maxLength: Math.min(maxCharacters, 40) }).map(withoutNul),
    },
    { weight: 4, arbitrary: FastCheck.constantFrom(...oddStrings) },
    {
      weight: 1,
      arbitrary: FastCheck.constantFrom("a", "é", "漢", "😀").map((character) =>
        ofCodePoints(maxCharacters, character),
      ),
    },
  )

const nullOr = <A>(arbitrary: FastCheck.Arbitrary<A>): FastCheck.Arbitrary<A | null> =>
  FastCheck.option(arbitrary, { nil: null })

const maxInstant = 8.64e15

/** An instant, often at the edge of a 32-bit or a date type. */
export const instantArbitrary: FastCheck.Arbitrary<number> = FastCheck.oneof(
  FastCheck.constantFrom(
    0,
    1,
    999,
    2 ** 31 - 1,
    2 ** 31,
    2 ** 31 + 1,
    (2 ** 31 - 1) * 1000 - 1,
    2 ** 31 * 1000,
    2 ** 31 * 1000 + 1,
    2 ** 32 - 1,
    2 ** 32,
    4_102_444_800_000,
    253_402_300_800_000,
    maxInstant,
  ),
  FastCheck.integer({ min: 0, max: maxInstant }),
)

const basis: FastCheck.Arbitrary<ReceiptBasis> = FastCheck.oneof(
  FastCheck.record({ kind: FastCheck.constant("choice-v1" as const), fingerprint: FastCheck.string({ minLength: 1 }) }),
  FastCheck.constant({ kind: "legacy-v2" } as const),
  FastCheck.constant({ kind: "legacy-v2", materialFingerprint: "f".repeat(64) } as const),
)

const receipt: FastCheck.Arbitrary<Receipt> = FastCheck.record({
  value: FastCheck.boolean(),
  confirmedAt: instantArbitrary,
  basis: basis.map((value) =>
    value.kind === "choice-v1" ? { ...value, fingerprint: withoutNul(value.fingerprint) } : value,
  ),
})

const choice: FastCheck.Arbitrary<Choice> = FastCheck.record({
  version: FastCheck.constant(3 as const),
  categories: FastCheck.record(
    { experience: receipt, functionality: receipt, marketing: receipt, measurement: receipt },
    { requiredKeys: [] },
  ),
})

const vendorId = FastCheck.oneof(
  FastCheck.stringMatching(/^[a-z0-9][a-z0-9._-]{0,63}$/),
  FastCheck.constantFrom("constructor", "valueof", "1"),
)

const vendorChoice: FastCheck.Arbitrary<VendorChoice> = FastCheck.record({
  version: FastCheck.constant(1 as const),
  confirmedAt: instantArbitrary,
  grants: FastCheck.dictionary(vendorId, FastCheck.boolean(), { maxKeys: 200, noNullPrototype: true }),
})

const withoutNegativeZero = (value: number): number => (value === 0 ? 0 : value)

const leaf = FastCheck.oneof(
  textArbitrary(40),
  FastCheck.boolean(),
  FastCheck.constant(null),
  FastCheck.double({ noNaN: true, noDefaultInfinity: true }).map(withoutNegativeZero),
  FastCheck.constantFrom(1e21, 5e-324, Number.MAX_SAFE_INTEGER, 0.1),
)

/** Made by `Object.fromEntries`, which makes `__proto__` a key like any other. */
const objectOf = <A>(values: FastCheck.Arbitrary<A>, maxKeys: number): FastCheck.Arbitrary<Record<string, A>> =>
  FastCheck.array(FastCheck.tuple(textArbitrary(40), values), { maxLength: maxKeys }).map(Object.fromEntries<A>)

/** The longest metadata that a save may have, in bytes of its JSON. */
const longestMetadata: FastCheck.Arbitrary<Readonly<Record<string, unknown>>> = FastCheck.constantFrom(
  "a",
  "é",
  "😀",
).map((character) => ({
  k: ofCodePoints(Math.floor((kib16 - 8) / new TextEncoder().encode(character).length), character),
}))

const metadata: FastCheck.Arbitrary<Readonly<Record<string, unknown>>> = FastCheck.oneof(
  {
    weight: 8,
    arbitrary: objectOf(FastCheck.oneof(leaf, FastCheck.array(leaf, { maxLength: 3 }), objectOf(leaf, 3)), 6),
  },
  { weight: 1, arbitrary: longestMetadata },
)

const experiment: FastCheck.Arbitrary<ExperimentAttribution> = FastCheck.record({
  id: textArbitrary(128),
  arm: textArbitrary(128),
})

const content = FastCheck.record({
  preferences: FastCheck.oneof(
    { weight: 9, arbitrary: objectOf(FastCheck.boolean(), 8) },
    {
      weight: 1,
      arbitrary: FastCheck.constant(
        Object.fromEntries(Array.from({ length: 64 }, (_, i) => [`${i}`.padEnd(255, "ü"), i % 2 === 0])),
      ),
    },
  ),
  choice: nullOr(choice),
  vendorChoice: nullOr(vendorChoice),
}).map((parts) => ({ ...parts, contentDigest: contentDigest(parts) }))

const context: FastCheck.Arbitrary<
  Pick<ConsentRecord, "ipAddress" | "jurisdiction" | "language" | "model" | "tcString" | "uiSource" | "userAgent">
> = FastCheck.record({
  jurisdiction: nullOr(FastCheck.constantFrom(...Jurisdiction.literals)),
  model: nullOr(textArbitrary(255)),
  uiSource: nullOr(textArbitrary(255)),
  tcString: nullOr(FastCheck.oneof(textArbitrary(200), FastCheck.constant(ofCodePoints(kib16, "x")))),
  ipAddress: nullOr(FastCheck.oneof(FastCheck.ipV4(), FastCheck.ipV6())),
  userAgent: nullOr(FastCheck.oneof(textArbitrary(255), FastCheck.constant(ofCodePoints(kib16, "u")))),
  language: nullOr(textArbitrary(255)),
})

const act = FastCheck.record({
  type: textArbitrary(64),
  domain: textArbitrary(253),
  documentId: nullOr(textArbitrary(255)),
  givenAt: instantArbitrary,
  createdAt: instantArbitrary,
  validUntil: nullOr(instantArbitrary),
  metadata: nullOr(metadata),
  consentAction: nullOr(textArbitrary(64)),
  experiment: nullOr(experiment),
  timeToDecisionMs: nullOr(FastCheck.constantFrom(0, 1, 2 ** 31 - 1)),
})

/** A decision under a fresh id. */
export const decisionArbitrary: FastCheck.Arbitrary<PolicyDecision> = FastCheck.record({
  matchedBy: FastCheck.constantFrom(...MatchedBy.literals),
  country: nullOr(FastCheck.constantFrom("DE", "US")),
  region: nullOr(FastCheck.constantFrom("CA", "BW")),
  language: textArbitrary(255),
}).map((parts) => ({ ...freshDecision(), ...parts }))

/** A link, verified or not. */
export const linkArbitrary: FastCheck.Arbitrary<IdentityLink> = FastCheck.record({
  externalId: textArbitrary(255),
  identityProvider: textArbitrary(255),
  verified: FastCheck.boolean(),
})

const sourceOf = (decision: PolicyDecision | null, source: DecisionSource): DecisionSource | null =>
  decision === null ? null : source

/** A draft of an unused subject and record, with or without a decision and a link. */
export const draftArbitrary: FastCheck.Arbitrary<ConsentDraft> = FastCheck.tuple(
  act,
  content,
  context,
  nullOr(decisionArbitrary),
  FastCheck.constantFrom<DecisionSource>("snapshot_token", "snapshot_token_replayed", "write_time_fallback"),
  nullOr(linkArbitrary),
).map(([acted, decided, seen, decision, source, link]) => ({
  record: {
    id: freshRecordId(),
    subjectId: freshSubjectId(),
    ...acted,
    ...decided,
    ...seen,
    decisionId: decision?.id ?? null,
    decisionSource: sourceOf(decision, source),
  },
  decision,
  link,
}))
