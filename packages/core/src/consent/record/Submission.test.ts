import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import type * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { optionalCategories } from "../../policy/Category.js"
import { SubjectId } from "../../subject/SubjectId.js"
import { type Submission, SubmissionBody, toSubmission } from "./Submission.js"
import { schemaIssues } from "../../schema/Issues.js"

const ordinary = {
  type: "cookie_banner" as const,
  subjectId: SubjectId.make("sub_a"),
  domain: "shop.example",
  givenAt: 1_760_000_000_000,
  preferences: { necessary: true, measurement: true, marketing: false },
}

const latestInstant = 8.64e15

const decode = Schema.decodeUnknownEither(SubmissionBody, { errors: "all" })

interface Issue {
  readonly path: string
  readonly message: string
}

const issuesOf = (error: ParseResult.ParseError): ReadonlyArray<Issue> =>
  schemaIssues(error.issue).map(({ message, path }) => ({ path: path.join("."), message }))

/** The problems of a body, by path and message; empty for a valid one. */
const issuesIn = (body: unknown): ReadonlyArray<Issue> =>
  Either.match(decode(body), { onLeft: issuesOf, onRight: () => [] })

const issues = (change: object): ReadonlyArray<Issue> => issuesIn({ ...ordinary, ...change })

const accepts = (change: object): void => assert.deepStrictEqual(issues(change), [])

/** Asserts that a change is refused at one path only, with a message; that null would be valid does not matter. */
const refuses = (change: object, path: string, message?: string): void => {
  const found = issues(change).filter((issue) => !issue.message.startsWith("Expected null"))
  assert.deepStrictEqual(Array.from(new Set(found.map((issue) => issue.path))), [path])
  assert.isTrue(found.every((issue) => issue.message !== ""))
  if (message !== undefined) {
    assert.include(
      // For strings and numbers, the received value follows.
      found.map((issue) =>
        issue.message.replace(/, got (?:an empty string|a string of \d+ characters?|the number \S+)$/, ""),
      ),
      message,
    )
  }
}

const submission = (change: object = {}): Submission =>
  toSubmission(
    Either.getOrThrowWith(decode({ ...ordinary, ...change }), (error) => new Error(JSON.stringify(issuesOf(error)))),
  )

/** Parsed, because only JSON makes `__proto__` an own member. */
const parsed = (json: string): object => {
  const value: unknown = JSON.parse(json)
  return typeof value === "object" && value !== null ? value : assert.fail("not an object")
}

const receipt = { value: true, confirmedAt: 1 }
const legacy = { kind: "legacy-v2" } as const
const inChoice = (categories: object) => ({ choice: { version: 3, categories } })
const inReceipts = (...receipts: ReadonlyArray<object>) => ({ receipts })
const inVendors = (grants: object) => ({ vendorChoice: { version: 1, confirmedAt: 1, grants } })

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, true]))

/** An object with a given JSON size, nearly all of it one character. */
const metadataOf = (bytes: number, character: string): { readonly k: string } => {
  const room = bytes - `{"k":""}`.length
  const size = Buffer.byteLength(character)
  return { k: character.repeat(Math.floor(room / size)) + "a".repeat(room % size) }
}

describe("a body", () => {
  it("decodes an ordinary body unchanged", () => {
    assert.deepEqual(submission(), { ...ordinary, receipts: null })
  })

  it.each([null, "text", 1, true, []].map((body) => [JSON.stringify(body), body] as const))(
    "%s is refused as a whole",
    (_, body) => {
      assert.deepStrictEqual(
        issuesIn(body).map(({ path }) => path),
        [""],
      )
    },
  )

  it("names every missing field in one answer", () => {
    assert.deepStrictEqual(
      issuesIn({}),
      ["type", "subjectId", "domain", "givenAt"].map((path) => ({ path, message: "is missing" })),
    )
    const { preferences: _, ...without } = ordinary
    assert.deepStrictEqual(issuesIn(without), [{ path: "preferences", message: "is missing" }])
  })

  it("unknown keys are ignored, and so is a client's jurisdiction", () => {
    assert.deepEqual(submission({ jurisdiction: 1, sdkVersion: "9", nested: { deep: [1] } }), submission())
  })

  it("ignores inherited members", () => {
    assert.deepEqual(submission(parsed(`{"__proto__":{"gpc":true,"policyId":"open"}}`)), submission())
  })
})

describe("type and subjectId", () => {
  it.each(["marketing", "Cookie_Banner", "", null, 1])("the type %j is refused", (type) => {
    refuses({ type }, "type")
  })

  const types = ["marketing_communications", "age_verification", "other", "privacy_policy", "dpa", "dpa_eu"]

  it.each([...types, "terms_and_conditions_b2b"])("the type %s is accepted, with preferences and without", (type) => {
    const { preferences: _, ...without } = ordinary
    accepts({ type })
    const { preferences } = toSubmission(Schema.decodeUnknownSync(SubmissionBody)({ ...without, type }))
    assert.isNull(preferences)
  })

  it("a refusal of a type lists those that there are", () => {
    const known =
      "cookie_banner, marketing_communications, age_verification, other, privacy_policy, dpa, terms_and_conditions"
    refuses({ type: "marketing" }, "type", `must be ${known}, or one of the last three with a suffix`)
  })

  it.each(["dpa_", "dpax", "other_eu", `dpa_${"x".repeat(252)}`])("the type %s is refused", (type) => {
    refuses({ type }, "type")
  })

  it("keeps only the fields of its type", () => {
    const receipts = [{ category: "marketing", value: true, confirmedAt: 1 }]
    const banner = { receipts, fingerprint: "f", country: "DE", region: null, language: "de", gpc: true }
    const legal = { policyHash: "h", documentSnapshotToken: "t" }
    const all = { ...banner, ...legal, policyId: "p", vendorChoice: { version: 1, confirmedAt: 1, grants: {} } }
    assert.doesNotHaveAnyKeys(submission(all), Object.keys(legal))
    assert.containsAllKeys(submission(all), ["fingerprint", "country", "vendorChoice", "policyId"])
    const document = submission({ ...all, type: "dpa" })
    assert.doesNotHaveAnyKeys(document, ["fingerprint", "country", "region", "language", "gpc", "vendorChoice"])
    assert.deepInclude(document, { ...legal, policyId: "p", receipts: null })
  })

  it.each(["sub_a", "sub_123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", `sub_${"z".repeat(251)}`])(
    "the subject id %s is accepted",
    (subjectId) => accepts({ subjectId }),
  )

  it.each(["", "sub_", "sub_0", "sub_O", "sub_I", "sub_l", "SUB_a", "a", " sub_a", "sub_a\n", "sub_ä", "sub_a-b"])(
    "the subject id %j is refused",
    (subjectId) => refuses({ subjectId }, "subjectId", "must be 'sub_' followed by base58 characters"),
  )

  it("a subject id has at most 255 characters", () => {
    refuses({ subjectId: `sub_${"z".repeat(252)}` }, "subjectId", "must have at most 255 characters")
  })

  it.each([[null], [1], [["sub_a"]], [{ id: "sub_a" }]])("the subject id %j is not a string", (subjectId) => {
    refuses({ subjectId }, "subjectId")
  })
})

describe("domain", () => {
  it.each([
    ["Shop.Example:8443", "shop.example:8443"],
    ["LOCALHOST", "localhost"],
    ["[::1]:3000", "[::1]:3000"],
    ["my_shop.example", "my_shop.example"],
    ["Bücher.example", "xn--bcher-kva.example"],
  ])("%s is kept as %s", (domain, expected) => {
    assert.strictEqual(submission({ domain }).domain, expected)
  })

  it("has at most 253 characters", () => {
    const labels = `${"a".repeat(62)}.`.repeat(4)
    accepts({ domain: `${labels}b` })
    refuses({ domain: `${labels}bb` }, "domain", "must be a host name with an optional port, 1 to 253 characters")
  })

  it("its characters are Unicode code points", () => {
    // The mathematical letters are two UTF-16 units each, and one letter once the name is in its ASCII form.
    assert.strictEqual(submission({ domain: `${"𝐚".repeat(60)}.`.repeat(3).slice(0, -1) }).domain.length, 182)
  })

  it.each(["", " ", "https://shop.example", "shop.example/path", "shop.example:0", null, 1])(
    "%j is refused",
    (domain) => {
      refuses({ domain }, "domain")
    },
  )
})

describe("instants", () => {
  const places: ReadonlyArray<readonly [path: string, change: (at: unknown) => object]> = [
    ["givenAt", (givenAt) => ({ givenAt })],
    [
      "choice.categories.marketing.confirmedAt",
      (confirmedAt) => inChoice({ marketing: { value: false, confirmedAt, basis: legacy } }),
    ],
    [
      "receipts.0.confirmedAt",
      (confirmedAt) => inReceipts({ category: "marketing", value: false, confirmedAt, basis: legacy }),
    ],
    ["vendorChoice.confirmedAt", (confirmedAt) => ({ vendorChoice: { version: 1, confirmedAt, grants: {} } })],
  ]

  it.each(places)("%s is whole milliseconds from 1970 to the last instant there is", (path, change) => {
    // How far it may be ahead of the server is checked elsewhere.
    for (const at of [0, 1, latestInstant]) accepts(change(at))
    for (const at of [-1, 0.5, latestInstant + 1, Number.NaN, Number.POSITIVE_INFINITY]) {
      refuses(change(at), path, "must be whole milliseconds since 1970, not negative")
    }
    for (const at of ["1", "2025-10-09T08:53:20Z", null, true]) refuses(change(at), path)
  })

  it("is kept as sent", () => {
    assert.strictEqual(submission({ givenAt: latestInstant }).givenAt, latestInstant)
  })
})

describe("preferences", () => {
  it.each([
    [{}],
    [{ necessary: true }],
    [{ custom: false, "Ünïcode key": true, "": false }],
    [{ constructor: true, toString: false, hasOwnProperty: true }],
  ])("%j is accepted as it is", (preferences) => {
    assert.deepEqual(submission({ preferences }).preferences, preferences)
  })

  it("has at most 64 keys", () => {
    accepts({ preferences: keys(64) })
    refuses({ preferences: keys(65) }, "preferences", "must have at most 64 keys, got 65")
  })

  it("a key has at most 255 characters, and no longer one is dropped silently", () => {
    accepts({ preferences: { ["é".repeat(255)]: true, ["😀".repeat(255)]: false } })
    const long = "😀".repeat(256)
    refuses({ preferences: { [long]: true, marketing: false } }, `preferences.${long}`)
  })

  it.each([["true"], [1], [0], [null], [{}], [[]]])("the value %j is refused", (value) => {
    refuses({ preferences: { marketing: true, measurement: value } }, "preferences.measurement")
  })

  it.each([[null], [[]], ["marketing"], [true]])("%j is no map", (preferences) => {
    refuses({ preferences }, "preferences")
  })
})

describe("optional strings", () => {
  const names = [
    "externalSubjectId",
    "identityProvider",
    "model",
    "jurisdictionModel",
    "consentAction",
    "uiSource",
    "policyId",
    "fingerprint",
    "country",
    "region",
  ]

  it.each(names)("%s has at most 255 characters, counted as code points", (field) => {
    for (const text of ["", "a".repeat(255), "😀".repeat(255)]) {
      assert.deepEqual(submission({ [field]: text }), { ...submission(), [field]: text })
    }
    for (const text of ["a".repeat(256), "😀".repeat(256), `${"e\u0301".repeat(127)}ab`]) {
      refuses({ [field]: text }, field, "must have at most 255 characters")
    }
    for (const value of [1, true, ["a"], {}]) refuses({ [field]: value }, field)
  })

  it("language ends after its last whole entry within 255 characters, and is absent without one", () => {
    for (const language of ["", "de-AT,de;q=0.9", "😀".repeat(255)])
      assert.strictEqual(submission({ language }).language, language)
    assert.strictEqual(submission({ language: `de-AT, de;q=0.9,${"x".repeat(300)}` }).language, "de-AT, de;q=0.9")
    assert.doesNotHaveAnyKeys(submission({ language: "x".repeat(256) }), ["language"])
    for (const language of [1, true, ["a"], {}]) refuses({ language }, "language")
  })

  it.each(["policyId", "country", "region"])("%s may be null", (field) => {
    assert.deepEqual(submission({ [field]: null }), { ...submission(), [field]: null })
  })

  it.each(names.filter((name) => !["policyId", "country", "region"].includes(name)))(
    "%s is absent when it is null",
    (field) => {
      assert.deepEqual(submission({ [field]: null }), submission())
    },
  )

  it("language is cut after its last whole entry within 255 characters, and absent when none is whole", () => {
    for (const language of ["", "de", "a".repeat(255), "😀".repeat(255)]) {
      assert.deepEqual(submission({ language }), { ...submission(), language })
    }
    assert.deepEqual(submission({ language: `de,${"e".repeat(252)},fr` }).language, `de,${"e".repeat(252)}`)
    assert.deepEqual(submission({ language: `de,${"e".repeat(253)}` }).language, "de")
    for (const language of ["a".repeat(256), null]) assert.deepEqual(submission({ language }), submission())
    for (const value of [1, true, ["a"], {}]) refuses({ language: value }, "language")
  })

  it.each(["identityToken", "policySnapshotToken"])("%s is any string, an empty one too", (field) => {
    for (const text of ["", "a".repeat(5000)]) {
      assert.deepEqual(submission({ [field]: text }), { ...submission(), [field]: text })
    }
    assert.deepEqual(submission({ [field]: null }), submission())
    for (const value of [1, {}]) refuses({ [field]: value }, field)
  })

  it("gpc is a boolean", () => {
    assert.isTrue(submission({ gpc: true }).gpc)
    assert.isFalse(submission({ gpc: false }).gpc)
    assert.deepEqual(submission({ gpc: null }), submission())
    for (const gpc of ["1", 1]) refuses({ gpc }, "gpc")
  })

  it("tcString has at most 16 KiB of UTF-8", () => {
    const most = 16 * 1024
    for (const text of ["", "a".repeat(most), "é".repeat(most / 2), "😀".repeat(most / 4)]) accepts({ tcString: text })
    for (const text of ["a".repeat(most + 1), `${"é".repeat(most / 2)}a`, "😀".repeat(most / 4 + 1)]) {
      const bytes = new TextEncoder().encode(text).length
      refuses({ tcString: text }, "tcString", `must be at most 16 KiB, got ${bytes} bytes`)
    }
    assert.deepEqual(submission({ tcString: null }), submission())
  })
})

describe("metadata", () => {
  it("is any JSON object, kept unchanged", () => {
    const metadata = { page: "/", list: [1, { a: null }], experiment: { id: "e", arm: "a" }, constructor: "c", "": 0 }
    assert.deepEqual(submission({ metadata }).metadata, metadata)
    accepts({ metadata: {} })
  })

  it.each([[[]], [[1]], ["text"], [1], [true]])("%j is not an object", (metadata) => {
    refuses({ metadata }, "metadata")
  })

  it.each(["a", "é", "漢", "😀"])("has at most 16 KiB as JSON, in bytes of UTF-8: of %s", (filler) => {
    const most = 16 * 1024
    const fits = metadataOf(most, filler)
    assert.strictEqual(Buffer.byteLength(JSON.stringify(fits)), most)
    accepts({ metadata: fits })
    refuses({ metadata: { k: `${fits.k}a` } }, "metadata", "must be at most 16 KiB, got 16385 bytes")
  })

  it("counts escaped characters as written", () => {
    accepts({ metadata: { k: "\n".repeat(8188) } })
    refuses({ metadata: { k: "\n".repeat(8189) } }, "metadata", "must be at most 16 KiB, got 16386 bytes")
  })
})

describe("receipts in both forms", () => {
  const basis = { kind: "choice-v1", fingerprint: "f" } as const
  const both = [
    [
      "choice",
      "choice.categories.marketing",
      (fields: object) => inChoice({ marketing: { ...receipt, ...fields } }),
    ] as const,
    [
      "receipts",
      "receipts.0",
      (fields: object) => inReceipts({ category: "marketing", ...receipt, ...fields }),
    ] as const,
  ]

  it("both forms give the same result", () => {
    const expected = {
      marketing: { value: true, confirmedAt: 1, basis },
      measurement: { value: false, confirmedAt: 2, basis: legacy },
    }
    const choice = inChoice({ marketing: { ...receipt, basis }, measurement: { value: false, confirmedAt: 2 } })
    const array = inReceipts(
      { category: "measurement", value: false, confirmedAt: 2 },
      { category: "marketing", ...receipt, basis },
    )
    assert.deepEqual(submission(choice), { ...submission(), receipts: expected })
    assert.deepEqual(submission(array), { ...submission(), receipts: expected })
  })

  it("missing receipts are null, an empty list is empty", () => {
    assert.isNull(submission().receipts)
    assert.deepStrictEqual(submission(inChoice({})).receipts, {})
    assert.deepStrictEqual(submission(inReceipts()).receipts, {})
  })

  it("both forms together are refused, even when empty or equal", () => {
    const message = "send either choice or receipts, not both"
    refuses({ ...inChoice({}), ...inReceipts() }, "receipts", message)
    refuses(
      { ...inChoice({ marketing: receipt }), ...inReceipts({ category: "marketing", ...receipt }) },
      "receipts",
      message,
    )
  })

  it("a category twice is refused, even with equal receipts", () => {
    const one = { category: "marketing", ...receipt }
    accepts(inReceipts(one, { ...one, category: "measurement" }))
    refuses(inReceipts(one, one), "receipts", "names a category twice")
    refuses(
      inReceipts(one, { ...one, category: "measurement" }, { ...one, value: false }),
      "receipts",
      "names a category twice",
    )
  })

  it.each(both)("%s: a missing basis counts as legacy-v2, as does null", (_, __, change) => {
    for (const absent of [null, { ...legacy, materialFingerprint: null }]) {
      assert.deepStrictEqual(submission(change({ basis: absent })), submission(change({})))
    }
    assert.deepStrictEqual(submission(change({})).receipts?.marketing, { ...receipt, basis: { kind: "legacy-v2" } })
  })

  it.each(both)("%s: a basis is of one of two kinds", (_, path, change) => {
    for (const good of [basis, legacy, { ...legacy, materialFingerprint: "m" }]) {
      assert.deepEqual(submission(change({ basis: good })).receipts?.marketing?.basis, good)
    }
    const bad = [{ kind: "choice-v2" }, {}, "legacy-v2", { fingerprint: "f" }]
    for (const wrong of bad) {
      const paths = issues(change({ basis: wrong })).map((issue) => issue.path)
      assert.isNotEmpty(paths)
      assert.isTrue(paths.every((found) => found.startsWith(`${path}.basis`)))
    }
    refuses(change({ basis: { kind: "choice-v1" } }), `${path}.basis.fingerprint`, "is missing")
    refuses(change({ basis: { kind: "choice-v1", fingerprint: "" } }), `${path}.basis.fingerprint`)
    refuses(change({ basis: { ...legacy, materialFingerprint: "" } }), `${path}.basis.materialFingerprint`)
  })

  it.each(both)("%s: a fingerprint has at most 255 characters, counted as code points", (_, path, change) => {
    for (const text of ["a".repeat(255), "😀".repeat(255)]) {
      accepts(change({ basis: { kind: "choice-v1", fingerprint: text } }))
      accepts(change({ basis: { ...legacy, materialFingerprint: text } }))
    }
    for (const text of ["a".repeat(256), "😀".repeat(256)]) {
      refuses(change({ basis: { kind: "choice-v1", fingerprint: text } }), `${path}.basis.fingerprint`)
      refuses(change({ basis: { ...legacy, materialFingerprint: text } }), `${path}.basis.materialFingerprint`)
    }
  })

  it.each(both)("%s: a value is a boolean", (_, path, change) => {
    for (const value of [1, "true", null]) refuses(change({ value }), `${path}.value`)
  })

  it("a receipt needs both its value and its time", () => {
    refuses(inChoice({ marketing: { confirmedAt: 1 } }), "choice.categories.marketing.value", "is missing")
    refuses(inChoice({ marketing: { value: true } }), "choice.categories.marketing.confirmedAt", "is missing")
    refuses(inReceipts({ category: "marketing", confirmedAt: 1 }), "receipts.0.value", "is missing")
    refuses(inReceipts({ category: "marketing", value: true }), "receipts.0.confirmedAt", "is missing")
  })

  it.each(both)("%s: unknown keys are refused at every level", (_, path, change) => {
    refuses(change({ note: 1 }), `${path}.note`)
    refuses(change({ basis: { ...legacy, note: 1 } }), `${path}.basis.note`)
    refuses(change({ basis: { ...legacy, fingerprint: "f" } }), `${path}.basis.fingerprint`)
    refuses(change({ basis: { ...basis, materialFingerprint: "f" } }), `${path}.basis.materialFingerprint`)
  })

  it.each(["necessary", "analytics", "Marketing", "", "constructor", "toString"])(
    "the category %j is refused",
    (category) => {
      refuses(inChoice({ [category]: receipt }), `choice.categories.${category}`)
      refuses(inReceipts({ category, ...receipt }), "receipts.0.category")
    },
  )

  it("choice is an object with version 3, categories and no other member", () => {
    refuses({ choice: { version: 3, categories: {}, note: 1 } }, "choice.note")
    refuses({ choice: { version: 3 } }, "choice.categories")
    refuses({ choice: { categories: {} } }, "choice.version")
    for (const version of [2, 4, "3", null]) refuses({ choice: { version, categories: {} } }, "choice.version")
    for (const categories of [null, [], "marketing"]) {
      refuses({ choice: { version: 3, categories } }, "choice.categories")
    }
    for (const choice of [[], "all"]) refuses({ choice }, "choice")
  })

  it("receipts is an array of objects that name their category", () => {
    for (const receipts of [{}, { marketing: receipt }, "all"]) refuses({ receipts }, "receipts")
    for (const item of [null, "marketing", []]) refuses({ receipts: [item] }, "receipts.0")
    refuses(inReceipts(receipt), "receipts.0.category")
  })
})

describe("vendorChoice", () => {
  it("is kept as sent, including null and an empty map", () => {
    const change = inVendors({ acme: true, "0.a_b-c": false })
    assert.deepEqual(submission(change).vendorChoice, change.vendorChoice)
    assert.isNull(submission({ vendorChoice: null }).vendorChoice)
    assert.deepEqual(submission(inVendors({})).vendorChoice?.grants, {})
    assert.isUndefined(submission().vendorChoice)
  })

  it("unknown keys are refused", () => {
    refuses({ vendorChoice: { version: 1, confirmedAt: 1, grants: {}, note: 1 } }, "vendorChoice.note")
  })

  it("has version 1, a time, and grants", () => {
    for (const version of [0, 2, "1", null]) {
      refuses({ vendorChoice: { version, confirmedAt: 1, grants: {} } }, "vendorChoice.version")
    }
    refuses({ vendorChoice: { version: 1, grants: {} } }, "vendorChoice.confirmedAt")
    refuses({ vendorChoice: { version: 1, confirmedAt: 1 } }, "vendorChoice.grants")
    for (const grants of [null, [], ["acme"], "acme"]) {
      refuses({ vendorChoice: { version: 1, confirmedAt: 1, grants } }, "vendorChoice.grants")
    }
    for (const vendorChoice of [[], "acme", 1]) {
      assert.isNotEmpty(issues({ vendorChoice }))
    }
  })

  it.each(["a", "0", "acme", "1.2_3-4", "a..b", "constructor", `z${"9".repeat(63)}`])("the id %s is accepted", (id) => {
    assert.deepEqual(submission(inVendors({ [id]: false })).vendorChoice?.grants, { [id]: false })
  })

  it.each(["", "A", "Acme", "_a", "-a", ".a", "a b", "a\n", "é", "a/b", "toString", `z${"9".repeat(64)}`])(
    "the id %j is refused, not dropped",
    (id) => {
      refuses(inVendors({ acme: true, [id]: true }), `vendorChoice.grants.${id}`)
    },
  )

  it.each(["true", 1, null, {}])("the grant %j is refused", (grant) => {
    refuses(inVendors({ acme: grant }), "vendorChoice.grants.acme")
  })
})

describe("hostile keys", () => {
  const polluted = `{"polluted":true,"marketing":true,"experiment":{"id":"e","arm":"a"}}`

  it.each([
    ["preferences.__proto__", `{"preferences":{"__proto__":true,"marketing":false}}`],
    ["preferences.__proto__", `{"preferences":{"__proto__":${polluted}}}`],
    ["metadata.__proto__", `{"metadata":{"__proto__":${polluted},"k":1}}`],
    ["metadata.__proto__", `{"metadata":{"__proto__":null}}`],
    ["vendorChoice.__proto__", `{"vendorChoice":{"version":1,"confirmedAt":1,"grants":{},"__proto__":${polluted}}}`],
    ["vendorChoice.grants.__proto__", `{"vendorChoice":{"version":1,"confirmedAt":1,"grants":{"__proto__":true}}}`],
    ["choice.__proto__", `{"choice":{"version":3,"categories":{},"__proto__":${polluted}}}`],
    ["choice.categories.__proto__", `{"choice":{"version":3,"categories":{"__proto__":${polluted}}}}`],
    [
      "receipts.0.__proto__",
      `{"receipts":[{"category":"marketing","value":false,"confirmedAt":1,"__proto__":${polluted}}]}`,
    ],
  ])("%s is refused", (path, json) => {
    const paths = issues(parsed(json)).map((issue) => issue.path)
    assert.include(paths, path)
    assert.isFalse("polluted" in {})
  })

  it("deep in metadata `__proto__` is a key like any other", () => {
    const { metadata } = submission(
      parsed(`{"metadata":{"k":{"__proto__":${polluted}},"constructor":{"prototype":1}}}`),
    )
    assert.strictEqual(JSON.stringify(metadata), `{"k":{"__proto__":${polluted}},"constructor":{"prototype":1}}`)
    assert.isFalse("polluted" in {})
  })
})

describe("for any body", () => {
  const hostileKey = FastCheck.constantFrom("__proto__", "constructor", "prototype", "toString", "hasOwnProperty")
  const anyKey = FastCheck.oneof({ weight: 1, arbitrary: hostileKey }, { weight: 4, arbitrary: FastCheck.string() })
  /** Made by `Object.fromEntries`, which keeps `__proto__` as a key, like JSON. */
  const mapOf = <A>(values: FastCheck.Arbitrary<A>): FastCheck.Arbitrary<Readonly<Record<string, A>>> =>
    FastCheck.array(FastCheck.tuple(anyKey, values), { maxLength: 80 }).map(Object.fromEntries<A>)

  const sentReceipt = FastCheck.record(
    {
      value: FastCheck.boolean(),
      confirmedAt: FastCheck.integer({ min: 0, max: latestInstant }),
      basis: FastCheck.oneof(
        FastCheck.constant(legacy),
        FastCheck.string({ minLength: 1, maxLength: 255 }).map((fingerprint) => ({ kind: "choice-v1", fingerprint })),
      ),
    },
    { requiredKeys: ["value", "confirmedAt"] },
  )

  it("the two ways of sending receipts give the same result, in any order", () => {
    const sent = FastCheck.uniqueArray(FastCheck.tuple(FastCheck.constantFrom(...optionalCategories), sentReceipt), {
      selector: ([category]) => category,
    })
    FastCheck.assert(
      FastCheck.property(sent, (entries) => {
        const asChoice = submission(inChoice(Object.fromEntries(entries)))
        const asArray = submission(inReceipts(...entries.map(([category, fields]) => ({ category, ...fields }))))
        assert.deepEqual(asArray, asChoice)
        assert.deepStrictEqual(
          Object.keys(asChoice.receipts ?? {}).sort(),
          entries.map(([category]) => category).sort(),
        )
        assert.isTrue(Object.values(asChoice.receipts ?? {}).every(({ basis }) => basis !== undefined))
      }),
    )
  })

  it("a map is kept completely or refused: nothing is dropped silently", () => {
    FastCheck.assert(
      FastCheck.property(mapOf(FastCheck.boolean()), mapOf(FastCheck.jsonValue()), (map, metadata) => {
        const decoded = decode({ ...ordinary, preferences: map, metadata, ...inVendors(map) })
        const preferences = decode({ ...ordinary, preferences: map })
        if (Either.isRight(preferences)) assert.deepEqual(preferences.right.preferences, map)
        if (Either.isLeft(decoded)) {
          for (const { message } of issuesOf(decoded.left)) assert.isNotEmpty(message)
          return
        }
        assert.deepEqual(decoded.right.vendorChoice?.grants, map)
        assert.strictEqual(JSON.stringify(decoded.right.metadata), JSON.stringify(metadata))
      }),
    )
  })

  it("a refusal never throws, names a path of the body, and modifies no prototype", () => {
    const fields = FastCheck.constantFrom(
      ...Object.keys(ordinary),
      "choice",
      "receipts",
      "vendorChoice",
      "metadata",
      "tcString",
      "policyId",
    )
    const change = FastCheck.dictionary(fields, FastCheck.jsonValue())
    FastCheck.assert(
      FastCheck.property(change, (changed) => {
        for (const { message, path } of issues(changed)) {
          assert.isTrue(Object.hasOwn(changed, path.split(".")[0] ?? ""), `${path}: ${message}`)
        }
        assert.deepStrictEqual(Object.keys(Object.prototype), [])
      }),
    )
  })
})
