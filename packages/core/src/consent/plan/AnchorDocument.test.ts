import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"
import { anchorDocument, checkDocumentToken, type DocumentClaim, documentClaim } from "./AnchorDocument.js"
import {
  currentDocument,
  isLegalDocumentType,
  type LegalDocument,
  legalDocumentId,
  LegalDocumentType,
} from "../../legal-document/LegalDocument.js"

const hashOf = (digit: string): string => `sha256:${digit.repeat(64)}`

const version = (digit: string, rank: number, type = "dpa"): LegalDocument => {
  const release = { type, version: digit, hash: hashOf(digit), effectiveDate: 0 }
  return { ...release, rank, id: legalDocumentId(null, release) }
}

const [old, current] = [version("a", 1), version("b", 2)]
const versions = [current, old]

const anchor = (claim: Partial<DocumentClaim>, among = versions): string =>
  Either.match(anchorDocument({ type: "dpa", policyHash: undefined, policyId: undefined, ...claim }, among), {
    onLeft: ({ _tag }) => _tag,
    onRight: (document) => document?.version ?? "none",
  })

describe("the document version of a consent", () => {
  it.each<[string, Partial<DocumentClaim>, string]>([
    ["the current one, where none is named", {}, "b"],
    ["the one its hash names, superseded or not", { policyHash: old.hash }, "a"],
    ["the one its id names", { policyId: old.id }, "a"],
    ["the one both name", { policyId: current.id, policyHash: current.hash }, "b"],
    ["unknown, by its hash", { policyHash: hashOf("c") }, "DocumentUnknown"],
    ["unknown, by its id", { policyId: "pol_none" }, "DocumentUnknown"],
    ["unknown, when one of the two is", { policyId: "pol_none", policyHash: old.hash }, "DocumentUnknown"],
    ["a contradiction", { policyId: old.id, policyHash: current.hash }, "DocumentAmbiguous"],
  ])("%s", (_, claim, expected) => {
    assert.strictEqual(anchor(claim), expected)
  })

  it("is none where none was published", () => {
    assert.strictEqual(anchor({}, []), "none")
    assert.strictEqual(anchor({ policyHash: old.hash }, []), "DocumentUnknown")
  })
})

describe("a document snapshot on a save", () => {
  const judge = (...args: Parameters<typeof checkDocumentToken>): string =>
    Either.match(checkDocumentToken(...args), {
      onLeft: ({ _tag }) => _tag,
      onRight: (document) => document?.version ?? "none",
    })
  const said = (document: LegalDocument, type = "dpa") =>
    ({
      status: "valid",
      document: { type, version: document.version, hash: document.hash, effectiveDate: "1970-01-01T00:00:00.000Z" },
    }) as const

  it("must name the save's version", () => {
    assert.strictEqual(judge(old, said(old)), "a")
    assert.strictEqual(judge(current, said(old)), "DocumentSnapshotInvalid")
    assert.strictEqual(judge(old, said(old, "privacy_policy")), "DocumentSnapshotInvalid")
    assert.strictEqual(judge(null, said(old)), "DocumentSnapshotInvalid")
  })

  it("supplies the version of a save that names none", () => {
    const none = { type: "dpa", policyHash: undefined, policyId: undefined }
    const [byHash, byId] = [{ policyHash: current.hash }, { policyId: current.id }]
    assert.deepStrictEqual(documentClaim({ type: "dpa" }, said(old)), { ...none, policyHash: old.hash })
    assert.deepStrictEqual(documentClaim({ type: "dpa", policyId: null }, said(old)), { ...none, policyHash: old.hash })
    assert.deepStrictEqual(documentClaim({ type: "dpa", ...byHash }, said(old)), { ...none, ...byHash })
    assert.deepStrictEqual(documentClaim({ type: "dpa", ...byId }, said(old)), { ...none, ...byId })
    assert.deepStrictEqual(documentClaim({ type: "dpa" }, said(old, "privacy_policy")), none)
    for (const verdict of [null, { status: "missing" }, { status: "invalid" }, { status: "expired" }] as const) {
      assert.deepStrictEqual(documentClaim({ type: "dpa" }, verdict), none)
    }
  })

  it.each([
    ["missing", "DocumentSnapshotRequired"],
    ["invalid", "DocumentSnapshotInvalid"],
    ["expired", "DocumentSnapshotExpired"],
  ] as const)("%s: %s", (status, expected) => {
    assert.strictEqual(judge(current, { status }), expected)
  })
})

describe("legal documents", () => {
  it.each(["dpa", "dpa_eu", "privacy_policy", "privacy_policy__", "terms_and_conditions_b2b"])(
    "%s is a type",
    (type) => {
      assert.isTrue(isLegalDocumentType(type))
    },
  )

  it.each(["dpa_", "dpax", "privacy_policyx", "DPA", "", "cookie_banner", "xdpa", "terms"])(
    "%s is not valid",
    (type) => {
      assert.isFalse(isLegalDocumentType(type))
    },
  )

  it.each([
    ["a family", "dpa", true],
    ["255 characters", `dpa_${"🍪".repeat(251)}`, true],
    ["256 characters", `dpa_${"🍪".repeat(252)}`, false],
    ["U+0000", "dpa_\u0000", false],
    ["an unpaired surrogate", "dpa_\ud800", false],
    ["no family", "terms", false],
  ])("one may be published under: %s", (_, type, expected) => {
    assert.strictEqual(Schema.is(LegalDocumentType)(type), expected)
  })

  it("ids differ between tenants, and no tenant's id collides with the single-tenant scope", () => {
    const ids = [null, "default", "null", "a", "A"].map((tenant) => legalDocumentId(tenant, old))
    assert.strictEqual(new Set(ids).size, ids.length)
    for (const id of ids) assert.match(id, /^pol_[0-9a-f]{64}$/)
  })

  it("the current version does not depend on the order of the list", () => {
    const any = FastCheck.record({ digit: FastCheck.constantFrom("1", "2", "3", "4"), rank: FastCheck.nat(3) })
    FastCheck.assert(
      FastCheck.property(FastCheck.uniqueArray(any, { selector: ({ digit }) => digit }), (list) => {
        const documents = list.map(({ digit, rank }) => version(digit, rank))
        const found = currentDocument(documents, "dpa")
        assert.deepStrictEqual(currentDocument(documents.toReversed(), "dpa"), found)
        for (const { id, rank } of documents) {
          assert.isTrue(found !== null && (found.rank > rank || (found.rank === rank && found.id >= id)))
        }
        assert.isNull(currentDocument(documents, "privacy_policy"))
      }),
    )
  })
})
