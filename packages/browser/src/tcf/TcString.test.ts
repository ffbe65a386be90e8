import { assert, describe, it } from "@effect/vitest"
import { GVL, PurposeRestriction, Segment, TCModel, TCString } from "@iabtechlabtcf/core"
import * as fc from "effect/FastCheck"
import type { Ids, PublisherRestriction, TcModel } from "./TcModel.js"
import { decodeTcString, encodeTcString } from "./TcString.js"

const day = 86_400_000

const upTo = (most: number): ReadonlyArray<number> => Array.from({ length: most }, (_, index) => index + 1)

const byId = <A>(ids: ReadonlyArray<number>, item: (id: number) => A): Record<string, A> =>
  Object.fromEntries(ids.map((id) => [String(id), item(id)]))

/** Vendors without a gap, because the oracle's ranges of restrictions include ids without a vendor. */
const neighbours = 120

const distant = [121, 122, 200, 255, 256, 512, 1_024, 4_095, 65_534, 65_535]

const described = (id: number) => ({ id, name: `${id}`, description: "", illustrations: [] })

/** A list whose vendors may do everything on every basis, so that the oracle changes no model. */
const oracleList = (language: string): GVL => {
  const purposes = upTo(24)
  const list = new GVL(
    {
      gvlSpecificationVersion: 3,
      vendorListVersion: 412,
      tcfPolicyVersion: 5,
      lastUpdated: "2026-11-05T16:00:00Z",
      purposes: byId(purposes, described),
      specialPurposes: {},
      features: {},
      specialFeatures: {},
      stacks: {},
      dataCategories: {},
      vendors: byId([...upTo(neighbours), ...distant], (id) => ({
        id,
        name: `${id}`,
        purposes: [...purposes],
        legIntPurposes: [...purposes],
        flexiblePurposes: [...purposes],
        specialPurposes: [],
        features: [],
        specialFeatures: [],
        cookieMaxAgeSeconds: 0,
        usesCookies: false,
        cookieRefresh: false,
        usesNonCookieAccess: false,
        urls: [],
      })),
    },
    { language },
  )
  // The oracle copies the whole list for every string; it is not changed here.
  return Object.assign(list, { clone: () => list })
}

const lists = new Map(["EN", "DE", "FR", "ZH"].map((language) => [language, oracleList(language)]))

const toOracle = (model: TcModel): TCModel => {
  const oracle = new TCModel(lists.get(model.consentLanguage) ?? assert.fail("no such language"))
  oracle.created = new Date(model.created)
  oracle.lastUpdated = new Date(model.lastUpdated)
  oracle.cmpId = model.cmpId
  oracle.cmpVersion = model.cmpVersion
  oracle.consentScreen = model.consentScreen
  oracle.useNonStandardTexts = model.useNonStandardTexts
  oracle.purposeOneTreatment = model.purposeOneTreatment
  oracle.publisherCountryCode = model.publisherCountryCode
  oracle.specialFeatureOptins.set([...model.specialFeatures])
  oracle.purposeConsents.set([...model.purposeConsents])
  oracle.purposeLegitimateInterests.set([...model.purposeLegitimateInterests])
  oracle.vendorConsents.set([...model.vendorConsents])
  oracle.vendorLegitimateInterests.set([...model.vendorLegitimateInterests])
  oracle.vendorsDisclosed.set([...(model.disclosedVendors ?? [])])
  for (const { purposeId, type, vendorIds } of model.publisherRestrictions) {
    for (const id of vendorIds) oracle.publisherRestrictions.add(id, new PurposeRestriction(purposeId, type))
  }
  return oracle
}

const segments = [Segment.CORE, Segment.VENDORS_DISCLOSED]

const encodeByOracle = (model: TcModel): string => TCString.encode(toOracle(model), { segments })

const sorted = (ids: Iterable<number>): Array<number> => [...ids].sort((a, b) => a - b)

/** Our model in a comparable form, like the oracle's below. */
const plain = (model: TcModel): ReturnType<typeof plainOracle> => ({
  ...model,
  specialFeatures: sorted(model.specialFeatures),
  purposeConsents: sorted(model.purposeConsents),
  purposeLegitimateInterests: sorted(model.purposeLegitimateInterests),
  vendorConsents: sorted(model.vendorConsents),
  vendorLegitimateInterests: sorted(model.vendorLegitimateInterests),
  disclosedVendors: sorted(model.disclosedVendors ?? []),
  publisherRestrictions: model.publisherRestrictions.map((restriction) => ({
    ...restriction,
    vendorIds: sorted(restriction.vendorIds),
  })),
})

const plainOracle = (model: TCModel) => ({
  created: model.created.getTime(),
  lastUpdated: model.lastUpdated.getTime(),
  cmpId: Number(model.cmpId),
  cmpVersion: Number(model.cmpVersion),
  consentScreen: Number(model.consentScreen),
  consentLanguage: model.consentLanguage,
  vendorListVersion: Number(model.vendorListVersion),
  policyVersion: Number(model.policyVersion),
  useNonStandardTexts: model.useNonStandardTexts,
  specialFeatures: sorted(model.specialFeatureOptins.values()),
  purposeConsents: sorted(model.purposeConsents.values()),
  purposeLegitimateInterests: sorted(model.purposeLegitimateInterests.values()),
  purposeOneTreatment: model.purposeOneTreatment,
  publisherCountryCode: model.publisherCountryCode,
  vendorConsents: sorted(model.vendorConsents.values()),
  vendorLegitimateInterests: sorted(model.vendorLegitimateInterests.values()),
  publisherRestrictions: model.publisherRestrictions.getRestrictions().map((restriction) => ({
    purposeId: restriction.purposeId,
    type: Number(restriction.restrictionType),
    vendorIds: model.publisherRestrictions.getVendors(restriction),
  })),
  disclosedVendors: sorted(model.vendorsDisclosed.values()),
})

const setOf = (id: fc.Arbitrary<number>, maxLength: number): fc.Arbitrary<Ids> =>
  fc.uniqueArray(id, { maxLength }).map((ids) => new Set(ids))

const someBelow = (most: number) => setOf(fc.integer({ min: 1, max: most }), most)

/** Few, many, whole ranges with gaps, and rarely one with a high id. */
const vendors = (most: number): fc.Arbitrary<Ids> =>
  fc.oneof(
    { weight: 3, arbitrary: setOf(fc.integer({ min: 1, max: most }), 12) },
    { weight: 3, arbitrary: someBelow(most) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(
          fc.integer({ min: 1, max: most }),
          fc.integer({ min: 1, max: most }),
          setOf(fc.integer({ min: 1, max: most }), 6),
        )
        .map(([a, b, holes]) => new Set(upTo(most).filter((id) => id >= a && id <= b && !holes.has(id)))),
    },
  )

const withDistant = fc
  .tuple(
    vendors(neighbours),
    fc.oneof(
      { weight: 20, arbitrary: fc.constant<ReadonlyArray<number>>([]) },
      { weight: 4, arbitrary: fc.subarray(distant.filter((id) => id < 5_000)) },
    ),
  )
  .map(([near, far]): Ids => new Set([...near, ...far]))

const restrictions: fc.Arbitrary<ReadonlyArray<PublisherRestriction>> = fc.uniqueArray(
  fc.record({
    purposeId: fc.integer({ min: 1, max: 24 }),
    type: fc.constantFrom(0, 1, 2),
    vendorIds: vendors(neighbours).filter((ids) => ids.size > 0),
  }),
  { maxLength: 4, selector: ({ purposeId, type }) => `${purposeId}-${type}` },
)

const letters = fc.string({ unit: fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"), minLength: 2, maxLength: 2 })

const models: fc.Arbitrary<TcModel> = fc
  .record({
    created: fc.integer({ min: 0, max: 70_000 }).map((days) => days * day),
    cmpId: fc.integer({ min: 2, max: 4_095 }),
    cmpVersion: fc.integer({ min: 0, max: 4_095 }),
    consentScreen: fc.integer({ min: 0, max: 63 }),
    consentLanguage: fc.constantFrom(...lists.keys()),
    vendorListVersion: fc.constant(412),
    policyVersion: fc.constant(5),
    useNonStandardTexts: fc.boolean(),
    specialFeatures: someBelow(12),
    purposeConsents: someBelow(24),
    purposeLegitimateInterests: someBelow(24),
    purposeOneTreatment: fc.boolean(),
    publisherCountryCode: letters,
    vendorConsents: withDistant,
    vendorLegitimateInterests: withDistant,
    publisherRestrictions: restrictions,
    disclosedVendors: withDistant,
  })
  .map((model) => ({ ...model, lastUpdated: model.created }))

const never = new Set([1, 3, 4, 5, 6])

/** The expected result: without legitimate interests that TCF does not allow. */
const allowed = (model: TcModel): TcModel => ({
  ...model,
  purposeLegitimateInterests: new Set([...model.purposeLegitimateInterests].filter((id) => !never.has(id))),
})

const decoded = (text: string): TcModel => decodeTcString(text) ?? assert.fail(`not decoded: ${text}`)

const empty: TcModel = {
  created: Date.UTC(2026, 1, 28),
  lastUpdated: Date.UTC(2026, 1, 28),
  cmpId: 31,
  cmpVersion: 640,
  consentScreen: 7,
  consentLanguage: "EN",
  vendorListVersion: 412,
  policyVersion: 5,
  useNonStandardTexts: false,
  specialFeatures: new Set(),
  purposeConsents: new Set(),
  purposeLegitimateInterests: new Set(),
  purposeOneTreatment: false,
  publisherCountryCode: "DE",
  vendorConsents: new Set(),
  vendorLegitimateInterests: new Set(),
  publisherRestrictions: [],
  disclosedVendors: new Set(),
}

describe("10,000 models", () => {
  it.prop(
    "are the oracle's string, byte for byte, and come back from it, ours and the oracle's way",
    [models],
    ([model]) => {
      const ours = encodeTcString(model)
      assert.strictEqual(ours, encodeByOracle(model))
      const expected = plain(allowed(model))
      assert.deepStrictEqual(plainOracle(TCString.decode(ours)), expected)
      assert.deepStrictEqual(plain(decoded(ours)), expected)
      // With the publisher's segment, which the oracle always writes.
      assert.deepStrictEqual(plain(decoded(TCString.encode(toOracle(model)))), expected)
    },
    { fastCheck: { numRuns: 2_000 } },
  )
})

describe("vendors with high ids", () => {
  it.prop(
    "take as few bits as the oracle needs, up to the highest id there is",
    [fc.subarray(distant), setOf(fc.integer({ min: 1, max: neighbours }), 30)],
    ([far, near]) => {
      const vendorConsents = new Set([...near, ...far])
      const model = { ...empty, vendorConsents, disclosedVendors: vendorConsents }
      const ours = encodeTcString(model)
      assert.strictEqual(ours, encodeByOracle(model))
      assert.deepStrictEqual(plain(decoded(ours)), plain(model))
    },
    { fastCheck: { numRuns: 40 } },
  )

  it("are a bit field where there are more ranges than the field can count", () => {
    const vendorConsents = new Set([...upTo(4_095).map((id) => id * 16), 65_535])
    assert.strictEqual(decoded(encodeTcString({ ...empty, vendorConsents })).vendorConsents.size, 4_096)
  })
})

/** A segment from bits, written by an independent implementation. */
const segment = (bits: string): string => {
  const digits = bits.replaceAll(/\s/g, "")
  const octets = digits.padEnd(Math.ceil(digits.length / 24) * 24, "0").match(/.{8}/g) ?? []
  return Buffer.from(octets.map((octet) => Number.parseInt(octet, 2))).toString("base64url")
}

/** 28 February 2026 in tenths of a second, of 36 bits. */
const day28 = (Date.UTC(2026, 1, 28) / 100).toString(2).padStart(36, "0")

const handMade = {
  head: `000010 ${day28} ${day28} 000000011111 001010000000 000111 000100 001101 000110011100 000101`,
  none: "0".repeat(24),
}

const handMadeCore = segment(`${handMade.head} 1 0 100000000000 110000000000000000000000 010000100000000000000000 0
  000011 000100
  0000000000000011 0 101
  0000000001100100 1 000000000010 1 0000000000000001 0000000001100011 0 0000000001100100
  000000000001 000010 01 000000000001 0 0000000000000010`)

const handMadeModel: TcModel = {
  ...empty,
  specialFeatures: new Set([1]),
  purposeConsents: new Set([1, 2]),
  purposeLegitimateInterests: new Set([2, 7]),
  vendorConsents: new Set([1, 3]),
  vendorLegitimateInterests: new Set(upTo(100)),
  publisherRestrictions: [{ purposeId: 2, type: 1, vendorIds: new Set([2]) }],
}

describe("strings by hand", () => {
  it("are read field by field", () => {
    assert.deepStrictEqual(decodeTcString(`${handMadeCore}.${segment("001 0000000000000010 0 11")}`), {
      ...handMadeModel,
      disclosedVendors: new Set([1, 2]),
    })
  })

  it("are written the same", () => {
    assert.strictEqual(
      encodeTcString(empty),
      `${segment(`${handMade.head} 1 0 ${"0".repeat(12)} ${handMade.none} ${handMade.none} 0 000011 000100
        0000000000000000 0 0000000000000000 0 000000000000`)}.${segment("001 0000000000000000 0")}`,
    )
    assert.strictEqual(encodeTcString(empty), "CQgVeAAQgVeAAAfKAHENGcFgAAAAAAAAAAYgAAAAAAAA.IAAA")
  })

  it("from before TCF 2.3 have no disclosed vendors, which differs from an empty set", () => {
    assert.isNull(decoded(handMadeCore).disclosedVendors)
    assert.strictEqual(encodeTcString(decoded(handMadeCore)).includes("."), false)
    assert.deepStrictEqual(decoded(`${handMadeCore}.${segment("001 0000000000000000 0")}`).disclosedVendors, new Set())
  })

  it("may have unknown segments, in any order", () => {
    const disclosed = segment("001 0000000000000010 0 01")
    const others = ["010", "011", "100", "111"].map((type) => segment(`${type} 10101`))
    const model = decoded([handMadeCore, ...others, disclosed].join("."))
    assert.deepStrictEqual(model.disclosedVendors, new Set([2]))
  })
})

const rangesOf = (entries: ReadonlyArray<string>) => entries.length.toString(2).padStart(12, "0") + entries.join("")

const coreWith = (vendorBits: string) =>
  segment(`${handMade.head} 1 0 ${"0".repeat(12)} ${handMade.none} ${handMade.none} 0 000011 000100 ${vendorBits}`)

const everyVendor = `1 0000000000000001 ${"1".repeat(16)}`

describe("malformed strings", () => {
  const noVendors = "0000000000000000 0"
  const isRefused = (text: string) => assert.isNull(decodeTcString(text), text)

  it("are refused with the reason", () => {
    const whole = encodeTcString(handMadeModel)
    assert.isNotNull(decodeTcString(whole))
    for (const text of [
      "",
      ".",
      "..",
      `${whole}.`,
      `.${whole}`,
      `${whole}=`,
      ` ${whole}`,
      `${whole}\n`,
      "é",
      "B".repeat(60),
    ]) {
      isRefused(text)
    }
    // Another version, the global scope, letters beyond Z.
    isRefused(`D${whole.slice(1)}`)
    isRefused(segment(`${handMade.head} 0 0 ${"0".repeat(300)}`))
    isRefused(segment(`${handMade.head.replace("000100 001101", "111111 001101")} 1 0 ${"0".repeat(300)}`))
    isRefused(`${whole.split(".")[0]}.${segment("001 1111111111111111 0 11")}`)
  })

  it("are refused for invalid vendors and restrictions", () => {
    const wrong = [
      `0000000000000101 1 ${rangesOf(["0 0000000000000000"])} ${noVendors} 000000000000`,
      `0000000000000101 1 ${rangesOf(["1 0000000000000101 0000000000000001"])} ${noVendors} 000000000000`,
      `${noVendors} ${noVendors} 000000000001 000010 11 ${rangesOf(["0 0000000000000001"])}`,
      `${noVendors} ${noVendors} 000000000001 000000 00 ${rangesOf(["0 0000000000000001"])}`,
    ]
    for (const bits of wrong) isRefused(coreWith(bits))
    const right = `0000000000000101 1 ${rangesOf(["1 0000000000000001 0000000000000101"])} ${noVendors} 000000000000`
    assert.strictEqual(decoded(coreWith(right)).vendorConsents.size, 5)
  })

  it("are refused when they name every vendor repeatedly", () => {
    const hostile = coreWith(
      `${"1".repeat(16)} 1 ${rangesOf(Array.from({ length: 2_000 }, () => everyVendor))} ${noVendors} 000000000000`,
    )
    assert.isBelow(hostile.length, 16_384)
    isRefused(hostile)
    const restricting = Array.from({ length: 1_500 }, () => `000010 00 ${rangesOf([everyVendor])}`).join("")
    isRefused(coreWith(`${noVendors} ${noVendors} ${(1_500).toString(2).padStart(12, "0")} ${restricting}`))
    const twice = coreWith(`${"1".repeat(16)} 1 ${rangesOf([everyVendor, everyVendor])} ${noVendors} 000000000000`)
    assert.strictEqual(decoded(twice).vendorConsents.size, 65_535)
  })

  it("are not read beyond 16 KiB", () => {
    const whole = encodeTcString(handMadeModel)
    const padded = (length: number) => `${whole}.${"A".repeat(length - whole.length - 1)}`
    assert.isNotNull(decodeTcString(padded(16_384).replace(/\.A/, ".g")))
    isRefused(padded(16_385).replace(/\.A/, ".g"))
  })

  it("are refused wherever they are cut, except for padding", () => {
    const core = encodeTcString({ ...handMadeModel, disclosedVendors: null })
    for (let length = 0; length < core.length - 4; length++) isRefused(core.slice(0, length))
  })

  it.prop(
    "never throw",
    [models, fc.string(), fc.nat(), fc.string({ unit: fc.constantFrom(..."AB-_9z.="), maxLength: 400 })],
    ([model, noise, place, soup]) => {
      const whole = encodeTcString(model)
      const at = place % whole.length
      for (const text of [
        noise,
        soup,
        whole.slice(0, at),
        whole.slice(0, at) + noise + whole.slice(at),
        whole.slice(0, at) + soup,
        whole.slice(at),
      ]) {
        const read = decodeTcString(text)
        if (read !== null) assert.isNotNull(decodeTcString(encodeTcString(read)))
      }
    },
    { fastCheck: { numRuns: 1_000 } },
  )
})
