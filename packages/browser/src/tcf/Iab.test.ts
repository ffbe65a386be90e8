import type { CustomVendor, ListedVendor, VendorList } from "@consent-service/core/vendor"
import { en } from "@consent-service/core/translation"
import { syntheticVendorList, vendorIds } from "@consent-service/testkit/vendor-list/SyntheticVendorList"
import { assert, describe, it } from "@effect/vitest"
import { GVL, Segment, TCModel, TCString } from "@iabtechlabtcf/core"
import * as fc from "effect/FastCheck"
import { vi } from "vitest"
import type { BrowserStorage } from "../store/BrowserStorage.js"
import { makeIab } from "./Iab.js"
import type { IabPart } from "./IabPart.js"
import type { IabDraft, IabMatch } from "./IabTerms.js"
import { addressOf } from "./IabVendors.js"
import { mayBeLegitimateInterest, type TcModel } from "./TcModel.js"
import { decodeTcString, encodeTcString } from "./TcString.js"

const day = 86_400_000
const now = Date.UTC(2026, 10, 21, 12)

const stringKey = "euconsent-v2"
const receiptKey = "cs-iab-authority-v1"

interface Kept {
  readonly cookies: Map<string, string>
  readonly items: Map<string, string>
}

const nothing = (): Kept => ({ cookies: new Map(), items: new Map() })

/** A browser's storage. It refuses cookies above a length, and keeps the earlier value. */
const storageOf = ({ cookies, items }: Kept, longestCookie = Infinity): BrowserStorage => ({
  getCookie: (name) => cookies.get(name) ?? null,
  setCookie: (name, value, days) => {
    if (days === 0) cookies.delete(name)
    else if (value.length <= longestCookie) cookies.set(name, value)
  },
  getItem: (key) => items.get(key) ?? null,
  setItem: (key, value) => {
    if (value === null) items.delete(key)
    else items.set(key, value)
    return true
  },
})

const privacyPolicyUrl = "https://own.example/privacy"

/** No vendor of the shortened list uses the last purpose. */
const customVendors: ReadonlyArray<CustomVendor> = [
  { id: "own", name: "Own", privacyPolicyUrl, purposes: [1, 7], legIntPurposes: [2] },
  { id: "claims", name: "Own Too", privacyPolicyUrl, purposes: [], legIntPurposes: [7] },
  { id: "42", name: "Own As Well", privacyPolicyUrl, purposes: [8] },
]

const matchOf = (change: Partial<IabMatch> = {}, choiceMs = 365 * day): IabMatch => ({
  policy: {
    id: "iab",
    model: "iab",
    prompt: "choice",
    scope: ["experience", "functionality", "marketing", "measurement"],
    scopeMode: "permissive",
    preselectedCategories: [],
    actions: { allowed: ["accept", "customize", "reject"], required: ["accept", "reject"], equivalent: [] },
    rights: [],
    validity: { choiceMs, noticeMs: day },
    privacySignals: { gpc: { denyCategories: [] } },
    copyRevision: null,
    proof: { storeIp: false, storeUserAgent: false, storeLanguage: false },
  },
  fingerprints: { policy: "p", choice: "c", notice: "n" },
  list: syntheticVendorList,
  cmpId: 300,
  customVendors,
  texts: en,
  language: "en",
  direction: "ltr",
  publisherCountryCode: "DE",
  links: {},
  ui: {},
  ...change,
})

const partOn = (storage: BrowserStorage): IabPart => {
  vi.stubGlobal("window", {})
  return makeIab({
    storage,
    version: 7,
    report: (error) => assert.fail(String(error)),
  })
}

/** A page load with a matched rule. */
const loaded = (kept: Kept, match: IabMatch = matchOf()): IabPart => {
  const part = partOn(storageOf(kept))
  part.install()
  part.match(match, true)
  return part
}

const decided = (what: "all" | "none" | IabDraft, match: IabMatch = matchOf()) => {
  const kept = nothing()
  const part = loaded(kept, match)
  return { kept, part, decision: part.decide(what, now) }
}

const read = (tcString: string | null | undefined): TcModel =>
  decodeTcString(tcString ?? "") ?? assert.fail("no TC string")

const vendorNames = [...Object.keys(syntheticVendorList.vendors), ...customVendors.map(({ id }) => id)]

const idsUpTo = (most: number) => fc.uniqueArray(fc.integer({ min: 1, max: most }))
const listedIds = fc.uniqueArray(
  fc.oneof(
    fc.constantFrom(...Object.keys(syntheticVendorList.vendors).map(Number)),
    fc.integer({ min: 1, max: 70_000 }),
  ),
)
const customIds = fc.subarray([...customVendors.map(({ id }) => id), "unknown"])

const drafts: fc.Arbitrary<IabDraft> = fc.record({
  purposeConsents: idsUpTo(24),
  purposeLegitimateInterests: idsUpTo(24),
  specialFeatures: idsUpTo(12),
  vendorConsents: listedIds,
  vendorLegitimateInterests: listedIds,
  customVendorConsents: customIds,
  customVendorLegitimateInterests: customIds,
})

const emptyDraft: IabDraft = {
  purposeConsents: [],
  purposeLegitimateInterests: [],
  specialFeatures: [],
  vendorConsents: [],
  vendorLegitimateInterests: [],
  customVendorConsents: [],
  customVendorLegitimateInterests: [],
}

/** What a draft lets run, derived directly from the draft and the list. */
const mayRun = (draft: IabDraft, name: string): boolean => {
  const listed: ListedVendor | undefined = syntheticVendorList.vendors[name]
  const own = customVendors.find(({ id }) => id === name)
  const vendor = listed ?? own ?? assert.fail(name)
  if (listed?.deletedDate) return false
  const consented = listed ? draft.vendorConsents.includes(listed.id) : draft.customVendorConsents.includes(name)
  const unopposed = listed
    ? draft.vendorLegitimateInterests.includes(listed.id)
    : draft.customVendorLegitimateInterests.includes(name)
  const interests = (vendor.legIntPurposes ?? []).filter((id) => id === 2 || id >= 7)
  if (vendor.purposes.length > 0) return consented && vendor.purposes.every((id) => draft.purposeConsents.includes(id))
  if (interests.length > 0) return unopposed && interests.every((id) => draft.purposeLegitimateInterests.includes(id))
  // The list requests consent to purposes 1 to 11, and claims legitimate interests for 2 and 7 to 11.
  return (
    draft.purposeConsents.some((id) => id < 12) ||
    draft.purposeLegitimateInterests.some((id) => id === 2 || (id > 6 && id < 12))
  )
}

describe("an IAB decision", () => {
  it("accept all grants every request: to IAB's vendors by a TC string, to the site's own separately", () => {
    const { decision, kept, part } = decided("all")
    assert.strictEqual(decision.action, "all")
    assert.deepStrictEqual(decision.categories, {
      experience: true,
      functionality: true,
      marketing: true,
      measurement: true,
    })
    const model = read(decision.tcString)
    assert.deepStrictEqual([...model.purposeConsents], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    assert.isTrue(model.vendorConsents.has(vendorIds.highest))
    assert.isFalse(model.vendorLegitimateInterests.has(vendorIds.specialPurposeOnly))
    assert.deepStrictEqual([model.cmpId, model.cmpVersion, model.policyVersion], [300, 7, 5])
    assert.strictEqual(kept.cookies.get(stringKey), decision.tcString)
    assert.strictEqual(kept.items.get(stringKey), decision.tcString)
    for (const name of vendorNames) assert.strictEqual(part.permits(name), name !== String(vendorIds.deleted), name)
  })

  it("refuse all leaves no positive bit and lets no vendor run, before and after a reload", () => {
    const { decision, kept, part } = decided("none")
    assert.strictEqual(decision.action, "necessary")
    assert.deepStrictEqual(new Set(Object.values(decision.categories)), new Set([false]))
    const model = read(decision.tcString)
    for (const ids of [
      model.purposeConsents,
      model.purposeLegitimateInterests,
      model.specialFeatures,
      model.vendorConsents,
      model.vendorLegitimateInterests,
    ]) {
      assert.strictEqual(ids.size, 0)
    }
    assert.isAbove(model.disclosedVendors?.size ?? 0, 0)
    const again = loaded(kept)
    assert.isTrue(again.holds(now + day))
    for (const name of vendorNames) {
      assert.isFalse(part.permits(name), name)
      assert.isFalse(again.permits(name), name)
    }
  })

  it.prop(
    "never contains more than was granted and requested, and discloses every vendor in it",
    [drafts],
    ([draft]) => {
      const { decision } = decided(draft)
      const model = read(decision.tcString)
      for (const id of model.purposeConsents) assert.include(draft.purposeConsents, id)
      for (const id of model.purposeLegitimateInterests) {
        assert.include(draft.purposeLegitimateInterests, id)
        assert.isTrue(mayBeLegitimateInterest(id))
      }
      for (const id of model.vendorConsents) assert.include(draft.vendorConsents, id)
      for (const id of model.vendorLegitimateInterests) assert.include(draft.vendorLegitimateInterests, id)
      for (const id of [...model.vendorConsents, ...model.vendorLegitimateInterests]) {
        assert.isTrue(model.disclosedVendors?.has(id), String(id))
        assert.property(syntheticVendorList.vendors, String(id))
      }
    },
  )

  it.prop("lets the permitted vendors run, and the same ones after a reload", [drafts], ([draft]) => {
    const { kept, part } = decided(draft)
    const again = loaded(kept)
    assert.isTrue(again.holds(now))
    for (const name of vendorNames) {
      assert.strictEqual(part.permits(name), mayRun(draft, name), name)
      assert.strictEqual(again.permits(name), mayRun(draft, name), `${name} after a reload`)
    }
  })

  it("includes the purposes of the site's own vendors", () => {
    const only = { ...syntheticVendorList, vendors: { "2": syntheticVendorList.vendors["2"] ?? assert.fail() } }
    const ask = (purposeConsents: ReadonlyArray<number>) =>
      decided({ ...emptyDraft, purposeConsents }, matchOf({ list: only })).decision.categories.measurement
    assert.isFalse(ask([7]))
    assert.isTrue(ask([7, 8]))
  })

  it("returns null for a vendor that neither the list nor the site names", () => {
    const { part } = decided("all")
    for (const name of ["77", "x", "", "constructor", "__proto__", "-1", "65536"])
      assert.isNull(part.permits(name), name)
    assert.isNull(partOn(storageOf(nothing())).permits("1"))
  })

  it("lets no deleted vendor run, though the list requested nothing for it", () => {
    const guard = syntheticVendorList.vendors[vendorIds.specialPurposeOnly] ?? assert.fail()
    const listOf = (vendor: ListedVendor): VendorList => ({
      ...syntheticVendorList,
      vendors: { ...syntheticVendorList.vendors, [vendor.id]: vendor },
    })
    const permits = (vendor: ListedVendor) =>
      decided("all", matchOf({ list: listOf(vendor) })).part.permits(String(vendor.id))
    assert.isTrue(permits(guard))
    assert.isFalse(permits({ ...guard, deletedDate: "2026-02-03T00:00:00Z" }))
  })

  it("is empty before it was made", () => {
    const part = loaded(nothing())
    assert.isFalse(part.holds(now))
    for (const name of vendorNames) assert.isFalse(part.permits(name), name)
  })
})

describe("how long an IAB decision holds", () => {
  const untilWhen = (match: IabMatch): number => {
    const { kept } = decided("all", match)
    const part = loaded(kept, match)
    const days = Array.from({ length: 420 }, (_, index) => index)
    return days.findLast((after) => part.holds(now + after * day - 1)) ?? assert.fail("never")
  }

  it("as long as the rule's validity, but not longer than 13 months", () => {
    assert.strictEqual(untilWhen(matchOf({}, 30 * day)), 30)
    assert.strictEqual(untilWhen(matchOf({}, 4_000 * day)), 395)
  })

  it("not longer than the string's own day where there is only a string", () => {
    const { kept } = decided("all", matchOf({}, 30 * day))
    kept.items.clear()
    const part = loaded(kept, matchOf({}, 30 * day))
    const midnight = Date.UTC(2026, 10, 21)
    assert.isTrue(part.holds(midnight + 30 * day - 1))
    assert.isFalse(part.holds(midnight + 30 * day))
  })

  it("while the prompt is unchanged", () => {
    const { kept } = decided("all")
    const changed = matchOf({ fingerprints: { policy: "p2", choice: "c2", notice: "n2" } })
    const part = loaded(kept, changed)
    assert.isFalse(part.holds(now))
    assert.isFalse(part.permits("1"))
    assert.isTrue(loaded(kept, matchOf({ fingerprints: { policy: "p2", choice: "c", notice: "n2" } })).holds(now))
  })

  it("while the CMP is the same", () => {
    const { kept } = decided("all")
    assert.isFalse(loaded(kept, matchOf({ cmpId: 301 })).holds(now))
    assert.isFalse(loaded(kept, matchOf({ cmpId: undefined })).holds(now))
  })

  it.each([
    [4, 5, true],
    [5, 5, true],
    [5, 4, true],
    [3, 5, false],
    [4, 6, false],
    [5, 6, false],
  ])("made under policies %i it holds under %i: %s", (before, today, holds) => {
    const listOf = (tcfPolicyVersion: number): VendorList => ({ ...syntheticVendorList, tcfPolicyVersion })
    const { kept } = decided("all", matchOf({ list: listOf(before) }))
    assert.strictEqual(loaded(kept, matchOf({ list: listOf(today) })).holds(now), holds)
    kept.items.clear()
    assert.strictEqual(loaded(kept, matchOf({ list: listOf(today) })).holds(now), holds)
  })

  it.each([
    ["27 February 2026", Date.UTC(2026, 1, 27), false, true],
    ["28 February 2026", Date.UTC(2026, 1, 28), false, false],
    ["today", Math.floor(now / day) * day, false, false],
    ["28 February 2026", Date.UTC(2026, 1, 28), true, true],
  ])("a string of %s (%i) that names disclosed vendors: %s; it holds: %s", (_, made, discloses, holds) => {
    const oracle = new TCModel(Object.assign(new GVL(JSON.parse(JSON.stringify(syntheticVendorList)))))
    oracle.cmpId = 300
    oracle.isServiceSpecific = true
    oracle.purposeConsents.set([1, 2, 3, 4])
    oracle.vendorConsents.set([1])
    oracle.vendorsDisclosed.set([1, 2])
    Object.assign(oracle, { created: new Date(made), lastUpdated: new Date(made) })
    const segments = discloses ? [Segment.CORE, Segment.VENDORS_DISCLOSED] : [Segment.CORE]
    const tcString = TCString.encode(oracle, { segments, isForVendors: false })
    assert.strictEqual(read(tcString).created, made)
    assert.strictEqual(read(tcString).disclosedVendors !== null, discloses)
    const kept = nothing()
    kept.cookies.set(stringKey, tcString)
    const part = loaded(kept)
    assert.strictEqual(part.holds(made + day), holds)
    assert.strictEqual(part.permits("1"), holds)
  })

  it("not when it was made in the future", () => {
    const { kept } = decided("all")
    assert.isFalse(loaded(kept).holds(now - 2 * day))
  })

  it("until it is cleared", () => {
    const { kept, part } = decided("all")
    part.clear()
    assert.deepStrictEqual([kept.cookies.size, kept.items.size], [0, 0])
    assert.isFalse(part.holds(now))
    assert.isFalse(part.permits("1"))
  })

  it("also when another tab made it", () => {
    const kept = nothing()
    const [here, there] = [loaded(kept), loaded(kept)]
    assert.isFalse(here.holds(now))
    there.decide("all", now)
    assert.isTrue(here.holds(now))
    assert.isTrue(here.permits("1"))
  })
})

describe("the stored IAB decision", () => {
  it("of a string alone counts, without the site's own vendors", () => {
    const { kept } = decided("all")
    kept.items.clear()
    const part = loaded(kept)
    assert.isTrue(part.holds(now))
    assert.isTrue(part.permits("1"))
    assert.isFalse(part.permits("own"))
  })

  it("is the cookie's string, before that of localStorage and another receipt", () => {
    const { kept } = decided("all")
    const refusal = decided("none").decision.tcString ?? assert.fail()
    kept.cookies.set(stringKey, refusal)
    const part = loaded(kept)
    assert.isTrue(part.holds(now))
    assert.isFalse(part.permits("1"))
    assert.isFalse(part.permits("own"))
  })

  it("is in localStorage where cookies are unavailable, or the string is too long for one", () => {
    const kept = nothing()
    kept.cookies.set(stringKey, "old")
    const part = partOn(storageOf(kept, 10))
    part.match(matchOf(), true)
    const { tcString } = part.decide("all", now)
    assert.isFalse(kept.cookies.has(stringKey))
    assert.strictEqual(kept.items.get(stringKey), tcString)
    assert.isTrue(loaded(kept).holds(now))
  })

  it.prop("never grants when it is damaged", [fc.string(), fc.json(), fc.nat()], ([text, json, cut]) => {
    const { kept } = decided("all")
    const receipt = kept.items.get(receiptKey) ?? assert.fail()
    for (const damaged of [text, json, receipt.slice(0, cut % receipt.length), receipt.replace("[", "{")]) {
      const broken = nothing()
      broken.items.set(stringKey, text)
      broken.items.set(receiptKey, damaged)
      const part = loaded(broken)
      assert.isFalse(part.holds(now))
      for (const name of vendorNames) assert.isFalse(part.permits(name), name)
    }
  })

  it("without a CMP id has no string, but is still in force", () => {
    const match = matchOf({ cmpId: undefined })
    const { decision, kept } = decided({ ...emptyDraft, purposeConsents: [7, 8, 9] }, match)
    assert.isNull(decision.tcString)
    assert.isTrue(decision.categories.measurement)
    assert.deepStrictEqual([[...kept.cookies], [...kept.items.keys()]], [[], [receiptKey]])
    const part = loaded(kept, match)
    assert.isTrue(part.holds(now))
    assert.isFalse(part.holds(now + 395 * day))
    assert.isFalse(loaded(kept).holds(now))
  })

  it("a string of another CMP is not valid", () => {
    const { decision } = decided("all")
    const kept = nothing()
    kept.cookies.set(stringKey, encodeTcString({ ...read(decision.tcString), cmpId: 12 }))
    assert.isFalse(loaded(kept).holds(now))
  })
})

/** A listening tag: all events, oldest first. */
const listening = (kept: Kept, match: IabMatch | null = matchOf(), gdprApplies = true) => {
  const part = partOn(storageOf(kept))
  part.install()
  const told: Array<Record<string, unknown>> = []
  const ping = () => {
    let answer: Record<string, unknown> = {}
    window.__tcfapi?.("ping", 2, (value: Record<string, unknown>) => {
      answer = value
    })
    return answer
  }
  window.__tcfapi?.("addEventListener", 2, (value: Record<string, unknown>) => {
    told.push(value)
  })
  part.match(match, gdprApplies)
  const statuses = () => told.map((data) => data["eventStatus"])
  const lastModel = () => {
    const tcString = told.at(-1)?.["tcString"]
    return read(typeof tcString === "string" ? tcString : null)
  }
  return { lastModel, part, ping, statuses, told }
}

describe("reports of __tcfapi", () => {
  it("for a stored decision: tcloaded", () => {
    const { decision, kept } = decided("all")
    const { part, ping, statuses, told } = listening(kept)
    assert.isTrue(part.holds(now))
    part.render("none")
    assert.deepStrictEqual(statuses(), ["tcloaded"])
    assert.strictEqual(told[0]?.["tcString"], decision.tcString)
    assert.strictEqual(ping()["displayStatus"], "hidden")
  })

  it("for a surface: no consent while it is open, then the decision", () => {
    const { lastModel, part, ping, statuses, told } = listening(nothing())
    assert.isFalse(part.holds(now))
    assert.deepStrictEqual(told, [])
    part.render("banner")
    assert.deepStrictEqual(statuses(), ["cmpuishown"])
    assert.strictEqual(ping()["displayStatus"], "visible")
    assert.deepStrictEqual([lastModel().purposeConsents.size, lastModel().vendorConsents.size], [0, 0])
    assert.isTrue(lastModel().vendorLegitimateInterests.has(vendorIds.legitimateInterestOnly))
    part.decide("all", now)
    part.render("none")
    assert.deepStrictEqual(statuses(), ["cmpuishown", "useractioncomplete"])
    assert.isAbove(lastModel().vendorConsents.size, 0)
    assert.strictEqual(ping()["displayStatus"], "hidden")
  })

  it("for a reopened surface: the stored string", () => {
    const { decision, kept } = decided("none")
    const { part, statuses, told } = listening(kept)
    part.holds(now)
    part.render("dialog")
    assert.deepStrictEqual(statuses(), ["tcloaded", "cmpuishown"])
    assert.strictEqual(told.at(-1)?.["tcString"], decision.tcString)
  })

  it("for cleared records: no consent", () => {
    const { kept } = decided("all")
    const { lastModel, part, statuses, told } = listening(kept)
    part.holds(now)
    part.clear()
    assert.strictEqual(told.length, 1)
    part.render("banner")
    assert.deepStrictEqual(statuses(), ["tcloaded", "cmpuishown"])
    assert.strictEqual(lastModel().vendorConsents.size, 0)
  })

  it("without a CMP id: an error, and never a string", () => {
    const { part, ping, told } = listening(nothing(), matchOf({ cmpId: undefined }))
    part.holds(now)
    part.render("banner")
    part.decide("all", now)
    part.render("none")
    assert.deepStrictEqual(told, [])
    assert.strictEqual(ping()["cmpStatus"], "error")
  })

  it("after another CMP id: earlier listeners keep listening", () => {
    const { kept } = decided("all")
    const { part, told } = listening(kept)
    part.holds(now)
    part.match(matchOf({ cmpId: 301 }), true)
    assert.isFalse(part.holds(now))
    part.render("banner")
    assert.deepStrictEqual(
      told.map((data) => [data["cmpId"], data["eventStatus"], data["listenerId"]]),
      [
        [300, "tcloaded", 1],
        [301, "cmpuishown", 1],
      ],
    )
  })

  it("without an IAB rule: the GDPR does not apply, and nothing is shown", () => {
    const { ping, told } = listening(nothing(), null, false)
    assert.deepStrictEqual(
      told.map((data) => [data["gdprApplies"], data["tcString"]]),
      [[false, undefined]],
    )
    assert.strictEqual(ping()["displayStatus"], "disabled")
  })
})

describe("a vendor's address", () => {
  const urls = [
    { langId: "fr", privacy: "fr" },
    { langId: "en", privacy: "en", legIntClaim: "claim" },
    { langId: "de", privacy: "de", legIntClaim: null },
  ]

  it("is in the page's language, else English, else the first available", () => {
    assert.strictEqual(addressOf(urls, "privacy", "de-AT"), "de")
    assert.strictEqual(addressOf(urls, "privacy", "pl"), "en")
    assert.strictEqual(addressOf(urls, "legIntClaim", "de"), "claim")
    assert.strictEqual(addressOf(urls.slice(0, 1), "privacy", "pl"), "fr")
    assert.isUndefined(addressOf([], "privacy", "de"))
  })
})
