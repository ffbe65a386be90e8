import { assert, describe, it } from "@effect/vitest"
import { inspectPolicyRules } from "./InspectRules.js"

const good = { id: "a", match: { countries: ["DE"] }, model: "opt-in", prompt: "choice" }

/** The errors of one rule, reduced to their fields. */
const fieldsOf = (change: object): ReadonlyArray<string> =>
  inspectPolicyRules([{ ...good, ...change }], { iabEnabled: true }).errors.map((error) => {
    const [, field] = /^rule (?:'a'|at index 0): ([^:]+): ./.exec(error) ?? []
    return field ?? error
  })

/** A name, a change, and the fields with errors. */
type Row = readonly [name: string, change: object, fields: ReadonlyArray<string>]

const optOut = { model: "opt-out", prompt: "none" }
const iab = { model: "iab" }
const none = { model: "none", prompt: "none" }
const marketingOnly = { categories: ["marketing"], scopeMode: "strict" }
const gpc = (denyCategories: unknown) => ({ privacySignals: { gpc: { denyCategories } } })
const legacy = (input: unknown) => ({ legacyMaterial: { input, policyFingerprint: "f" } })

describe("invalid fields of a rule", () => {
  const rows: ReadonlyArray<Row> = [
    ["id: missing", { id: undefined }, ["id"]],
    ["id: no text", { id: 5 }, ["id"]],
    ["id: empty", { id: "" }, ["id"]],
    ["id: empty after trim", { id: " \t" }, ["id"]],
    ["match: missing", { match: undefined }, ["match"]],
    ["match: no object", { match: ["DE"] }, ["match"]],
    ["model: missing", { model: undefined }, ["model"]],
    ["model: unknown", { model: "ask" }, ["model"]],
    ["model: not trimmed", { model: " opt-in" }, ["model"]],
    ["prompt: missing", { prompt: undefined }, ["prompt"]],
    ["prompt: unknown", { prompt: "banner" }, ["prompt"]],
    ["prompt: notice with opt-in", { prompt: "notice" }, ["prompt"]],
    ["prompt: none with opt-in", { prompt: "none" }, ["prompt"]],
    ["prompt: notice with iab", { ...iab, prompt: "notice" }, ["prompt"]],
    ["prompt: none with iab", { ...iab, prompt: "none" }, ["prompt"]],
    ["prompt: choice with none", { ...none, prompt: "choice" }, ["prompt"]],
    ["prompt: notice with none", { ...none, prompt: "notice" }, ["prompt"]],
    ["categories: no list", { categories: "marketing" }, ["categories"]],
    ["categories: an item that is not a string", { categories: ["*", 1] }, ["categories.1"]],
    ["categories: an unknown name", { categories: ["marketing", ["ads"]], scopeMode: "strict" }, ["categories.1"]],
    ["categories: an unknown name next to *", { categories: ["*", "ads"] }, ["categories.1"]],
    ["categories: a name of other case", { categories: ["*", "Marketing"] }, ["categories.1"]],
    ["scopeMode: unknown", { scopeMode: "loose" }, ["scopeMode"]],
    ["scopeMode: missing with a partial scope", { categories: ["marketing"] }, ["scopeMode"]],
    ["scopeMode: missing with all but one", { categories: ["experience", "marketing", "measurement"] }, ["scopeMode"]],
    ["preselectedCategories: no list", { preselectedCategories: "marketing" }, ["preselectedCategories"]],
    ["preselectedCategories: a wildcard", { preselectedCategories: ["*"] }, ["preselectedCategories.0"]],
    ["preselectedCategories: an unknown name", { preselectedCategories: ["ads"] }, ["preselectedCategories.0"]],
    [
      "preselectedCategories: outside the scope",
      { ...marketingOnly, preselectedCategories: ["marketing", "measurement"] },
      ["preselectedCategories.1"],
    ],
    [
      "preselectedCategories: the key itself with iab, even []",
      { ...iab, preselectedCategories: [] },
      ["preselectedCategories"],
    ],
    [
      "preselectedCategories: the key itself with none, even []",
      { ...none, preselectedCategories: [] },
      ["preselectedCategories"],
    ],
    ["exemptCategories: no list", { exemptCategories: "measurement" }, ["exemptCategories"]],
    ["exemptCategories: with opt-out", { ...optOut, exemptCategories: ["measurement"] }, ["exemptCategories"]],
    ["exemptCategories: with iab", { ...iab, exemptCategories: ["measurement"] }, ["exemptCategories"]],
    ["exemptCategories: with none", { ...none, exemptCategories: ["measurement"] }, ["exemptCategories"]],
    ["exemptCategories: marketing", { exemptCategories: ["marketing"] }, ["exemptCategories.0"]],
    ["exemptCategories: marketing, untrimmed", { exemptCategories: [" marketing "] }, ["exemptCategories.0"]],
    ["exemptCategories: a wildcard", { exemptCategories: ["*"] }, ["exemptCategories.0"]],
    ["exemptCategories: an unknown name", { exemptCategories: ["ads"] }, ["exemptCategories.0"]],
    [
      "exemptCategories: outside the scope",
      { ...marketingOnly, exemptCategories: ["measurement"] },
      ["exemptCategories.0"],
    ],
    ["actions: no list", { actions: "accept" }, ["actions"]],
    ["actions: without reject", { actions: ["accept", "customize"] }, ["actions"]],
    ["actions: without accept", { actions: ["reject"] }, ["actions"]],
    ["actions: none at all", { actions: [] }, ["actions"]],
    ["actions: dismiss", { actions: ["accept", "reject", "dismiss"] }, ["actions.2"]],
    ["actions: with a notice", { model: "opt-out", prompt: "notice", actions: ["accept", "reject"] }, ["actions"]],
    ["actions: without a prompt", { ...optOut, actions: ["accept", "reject"] }, ["actions"]],
    ["rights: no list", { rights: "disclosure" }, ["rights"]],
    ["rights: unknown", { rights: ["disclosure", "access"] }, ["rights.1"]],
    ["validity: no object", { validity: 365 }, ["validity"]],
    ["validity.choiceDays: no number", { validity: { choiceDays: "365" } }, ["validity.choiceDays"]],
    ["validity.choiceDays: zero", { validity: { choiceDays: 0 } }, ["validity.choiceDays"]],
    ["validity.choiceDays: negative", { validity: { choiceDays: -1 } }, ["validity.choiceDays"]],
    ["validity.choiceDays: infinite", { validity: { choiceDays: Infinity } }, ["validity.choiceDays"]],
    ["validity.choiceDays: NaN", { validity: { choiceDays: NaN } }, ["validity.choiceDays"]],
    ["validity.noticeDays: beyond 2^53 - 1 ms", { validity: { noticeDays: 104_249_992 } }, ["validity.noticeDays"]],
    ["validity: both", { validity: { choiceDays: 0, noticeDays: 0 } }, ["validity.choiceDays", "validity.noticeDays"]],
    ["privacySignals: no object", { privacySignals: true }, ["privacySignals"]],
    ["privacySignals.gpc: no object", { privacySignals: { gpc: true } }, ["privacySignals.gpc"]],
    [
      "privacySignals.gpc: without denyCategories",
      { privacySignals: { gpc: {} } },
      ["privacySignals.gpc.denyCategories"],
    ],
    ["gpc.denyCategories: necessary", gpc(["necessary"]), ["privacySignals.gpc.denyCategories.0"]],
    ["gpc.denyCategories: unknown", gpc(["ads"]), ["privacySignals.gpc.denyCategories.0"]],
    ["gpc.denyCategories: a wildcard", gpc(["*"]), ["privacySignals.gpc.denyCategories.0"]],
    ["gpc.denyCategories: not exact", gpc(["marketing "]), ["privacySignals.gpc.denyCategories.0"]],
    ["gpc.denyCategories: twice", gpc(["marketing", "marketing"]), ["privacySignals.gpc.denyCategories"]],
    [
      "gpc.denyCategories: outside the scope",
      { ...marketingOnly, ...gpc(["measurement"]) },
      ["privacySignals.gpc.denyCategories.0"],
    ],
    ["copyRevision: no text", { copyRevision: 5 }, ["copyRevision"]],
    ["copyRevision: null", { copyRevision: null }, ["copyRevision"]],
    ["i18n: no object", { i18n: "de" }, ["i18n"]],
    ["i18n.language: no text", { i18n: { language: null } }, ["i18n.language"]],
    ["i18n.messageProfile: no text", { i18n: { messageProfile: 1 } }, ["i18n.messageProfile"]],
    ["proof: no object", { proof: true }, ["proof"]],
    ["proof.storeIp: no boolean", { proof: { storeIp: "yes" } }, ["proof.storeIp"]],
    ["proof.storeUserAgent: no boolean", { proof: { storeUserAgent: 1 } }, ["proof.storeUserAgent"]],
    ["proof.storeLanguage: no boolean", { proof: { storeLanguage: null } }, ["proof.storeLanguage"]],
    ["review: no object", { review: "done" }, ["review"]],
    ["review.status: missing", { review: { reviewedOn: "2026-11-01" } }, ["review.status"]],
    ["review.status: unknown", { review: { status: "approved" } }, ["review.status"]],
    ["review.reviewedOn: no text", { review: { status: "reviewed", reviewedOn: 2026 } }, ["review.reviewedOn"]],
    ["review.reviewBy: no text", { review: { status: "pending", reviewBy: 2027 } }, ["review.reviewBy"]],
    ["review.sources: no list", { review: { status: "pending", sources: "law" } }, ["review.sources"]],
    ["review.assumptions: no texts", { review: { status: "pending", assumptions: [1] } }, ["review.assumptions.0"]],
    ["legacyMaterial: no object", { legacyMaterial: "f" }, ["legacyMaterial"]],
    ["legacyMaterial: without input", { legacyMaterial: { policyFingerprint: "f" } }, ["legacyMaterial.input"]],
    ["legacyMaterial: without fingerprint", { legacyMaterial: { input: {} } }, ["legacyMaterial.policyFingerprint"]],
    ["legacyMaterial.input: no object", legacy([]), ["legacyMaterial.input"]],
    ["legacyMaterial.input: a number JSON cannot say", legacy({ v: NaN }), ["legacyMaterial.input.v"]],
    ["legacyMaterial.input: a big integer", legacy({ v: [1n] }), ["legacyMaterial.input.v"]],
    ["legacyMaterial.input: a function", legacy({ toJSON: () => undefined }), ["legacyMaterial.input.toJSON"]],
    ["legacyMaterial.input: a date", legacy({ at: new Date(0) }), ["legacyMaterial.input.at"]],
  ]

  it.each(rows)("%s", (_, change, fields) => {
    assert.deepStrictEqual(fieldsOf(change), fields)
  })
})

describe("valid fields of a rule", () => {
  it.each([
    ["id: with spaces around", { id: " a " }],
    ["prompt: choice with opt-out", { model: "opt-out" }],
    ["prompt: notice with opt-out", { model: "opt-out", prompt: "notice" }],
    ["prompt: none with opt-out", optOut],
    ["prompt: choice with iab", iab],
    ["prompt: none with none", none],
    ["categories: trimmed", { categories: [" marketing "], scopeMode: "strict" }],
    ["categories: * is all", { categories: ["*"] }],
    ["categories: empty is all", { categories: [] }],
    ["categories: only necessary is all", { categories: ["necessary"] }],
    ["categories: all four need no mode", { categories: ["experience", "functionality", "marketing", "measurement"] }],
    ["scopeMode: strict with all", { scopeMode: "strict" }],
    ["scopeMode: permissive with some", { categories: ["marketing", "necessary"], scopeMode: "permissive" }],
    ["preselectedCategories: trimmed, necessary", { preselectedCategories: [" marketing ", "necessary"] }],
    ["preselectedCategories: with opt-out", { ...optOut, preselectedCategories: ["marketing"] }],
    ["exemptCategories: trimmed, necessary", { exemptCategories: [" measurement ", "necessary"] }],
    ["actions: accept and reject", { actions: ["reject", "accept"] }],
    ["actions: in any order, with customize", { actions: ["customize", "accept", "reject"] }],
    ["rights: any of the three", { rights: ["opt-out", "disclosure", "preferences"] }],
    ["rights: with none", { ...none, rights: ["disclosure"] }],
    ["validity: a fraction of a day", { validity: { choiceDays: 0.5, noticeDays: 1 / 3 } }],
    ["validity: up to 2^53 - 1 ms", { validity: { noticeDays: 104_249_991 } }],
    ["privacySignals: without gpc", { privacySignals: {} }],
    ["gpc.denyCategories: empty", gpc([])],
    ["gpc.denyCategories: within the scope", { ...marketingOnly, ...gpc(["marketing"]) }],
    ["copyRevision: blank", { copyRevision: "  " }],
    ["i18n: empty", { i18n: {} }],
    ["i18n: both", { i18n: { language: "de", messageProfile: "default" } }],
    ["proof: some", { proof: { storeIp: true } }],
    ["review: pending", { review: { status: "pending", reviewBy: "2027-01-01", assumptions: ["a"] } }],
    ["review: reviewed", { review: { status: "reviewed", reviewedOn: "2026-11-01", sources: ["s"] } }],
    ["legacyMaterial: any JSON", legacy({ a: [1, null, { b: false }], c: undefined, "": "x" })],
    ["optional fields: undefined is absent", { categories: undefined, validity: undefined, actions: undefined }],
  ])("%s", (_, change) => {
    assert.deepStrictEqual(fieldsOf(change), [])
  })
})

describe("match", () => {
  const region = (fields: object) => ({ match: { regions: [{ country: "US", region: "CA" }, fields] } })

  const errors: ReadonlyArray<Row> = [
    ["nothing", { match: {} }, ["match"]],
    [
      "empty lists and false only",
      { match: { countries: [], regions: [], isDefault: false, fallback: false } },
      ["match"],
    ],
    ["countries: no list", { match: { countries: "DE" } }, ["match.countries"]],
    ["countries: an empty code", { match: { countries: ["DE", ""] } }, ["match.countries.1"]],
    ["countries: a blank code", { match: { countries: [" "] } }, ["match.countries.0"]],
    ["regions: no object", { match: { regions: ["US-CA"] } }, ["match.regions.0"]],
    ["regions: without country", region({ region: "CA" }), ["match.regions.1.country"]],
    ["regions: without region", region({ country: "US" }), ["match.regions.1.region"]],
    ["regions: empty country", region({ country: "", region: "CA" }), ["match.regions.1.country"]],
    ["regions: empty region", region({ country: "US", region: "" }), ["match.regions.1.region"]],
    ["regions: a prefix without a region", region({ country: "US", region: "US-" }), ["match.regions.1.region"]],
    ["regions: another key", region({ country: "US", region: "CA", city: "LA" }), ["match.regions.1.city"]],
    ["regionFallbacks: no list", { match: { regionFallbacks: "US" } }, ["match.regionFallbacks"]],
    ["regionFallbacks: a blank code", { match: { regionFallbacks: ["US", " "] } }, ["match.regionFallbacks.1"]],
    ["isDefault: no boolean", { match: { isDefault: "true" } }, ["match.isDefault"]],
    ["fallback: no boolean", { match: { fallback: 1 } }, ["match.fallback"]],
  ]

  it.each(errors)("%s is an error", (_, change, fields) => {
    assert.deepStrictEqual(fieldsOf(change), fields)
  })

  it.each([
    ["countries", { countries: ["DE"] }],
    ["countries of any case and with spaces", { countries: [" de "] }],
    ["a region as CA", { regions: [{ country: "US", region: "CA" }] }],
    ["a region as US-CA", { regions: [{ country: "US", region: "US-CA" }] }],
    ["regionFallbacks", { regionFallbacks: ["US"] }],
    ["isDefault", { isDefault: true }],
    ["fallback", { fallback: true }],
    ["one of them, the others empty or false", { countries: ["DE"], regions: [], isDefault: false, fallback: false }],
  ])("%s is enough", (_, match) => {
    assert.deepStrictEqual(fieldsOf({ match }), [])
  })
})
