import { verifyToken } from "@consent-service/core/token"
import { assert, describe, it } from "@effect/vitest"
import { type DocumentVersion, signLegalDocumentSnapshot, verifyLegalDocumentSnapshot } from "./LegalDocumentTokens.js"

const block = { signingKey: "a document key of at least 32 bytes" }

const document: DocumentVersion = {
  type: "privacy_policy",
  version: "2",
  hash: `sha256:${"0a".repeat(32)}`,
  effectiveDate: "2026-01-01T00:00:00.000Z",
}

const claimsOf = (token: string | null) => verifyToken(block.signingKey, token ?? "")

const lifetimeOf = (token: string | null): number => Number(claimsOf(token)?.["exp"]) - Number(claimsOf(token)?.["iat"])

describe("legal-document tokens on an integrator's pages", () => {
  it("are valid for the version that was signed, for a day where nothing else is configured", async () => {
    const options = { legalDocumentSnapshot: block }
    const token = await signLegalDocumentSnapshot(options, document)
    assert.deepStrictEqual(await verifyLegalDocumentSnapshot(options, token ?? ""), { status: "valid", document })
    assert.strictEqual(lifetimeOf(token), 86_400)
  })

  it("live as long as is configured, and are of their tenant", async () => {
    const options = { legalDocumentSnapshot: { ...block, ttlSeconds: 60 }, tenantId: "acme" }
    const token = await signLegalDocumentSnapshot(options, document)
    assert.deepStrictEqual([lifetimeOf(token), claimsOf(token)?.["tenantId"]], [60, "acme"])
    assert.strictEqual((await verifyLegalDocumentSnapshot(options, token ?? "")).status, "valid")
    const other = { ...options, tenantId: "other" }
    assert.strictEqual((await verifyLegalDocumentSnapshot(other, token ?? "")).status, "invalid")
  })

  it("are missing without a key, or where none was sent", async () => {
    for (const options of [{}, { legalDocumentSnapshot: undefined }]) {
      assert.isNull(await signLegalDocumentSnapshot(options, document))
      assert.strictEqual((await verifyLegalDocumentSnapshot(options, "x")).status, "missing")
    }
    assert.strictEqual(
      (await verifyLegalDocumentSnapshot({ legalDocumentSnapshot: block }, undefined)).status,
      "missing",
    )
  })
})
