import { assert, describe, it } from "@effect/vitest"
import { issuedAt } from "../testing/Tokens.js"
import { documentClaims, type DocumentVersion, judgeDocumentToken } from "./DocumentToken.js"
import { type Claims, signToken, verifyToken } from "./Jws.js"

const settings = { signingKey: "a signing key for tests", ttlSeconds: 60 }

const document: DocumentVersion = {
  type: "privacy_policy",
  version: "2026-11",
  hash: `sha256:${"a".repeat(64)}`,
  effectiveDate: "2026-11-01T00:00:00.000Z",
}

const judged = (token: string, now: number, tenant: string | null = null) =>
  judgeDocumentToken(settings, tenant, verifyToken(settings.signingKey, token), now)

const statusAt = (token: string, now: number, tenant: string | null = null) => judged(token, now, tenant).status

const issued = (tenant: string | null = null) =>
  signToken(settings.signingKey, documentClaims(settings, tenant, document, issuedAt))

describe("a document token", () => {
  it("names the version and is valid to its last second, without a replay window", () => {
    const token = issued()
    const end = (Math.floor(issuedAt / 1000) + settings.ttlSeconds) * 1000
    assert.deepStrictEqual(judged(token, issuedAt), { status: "valid", document })
    assert.strictEqual(statusAt(token, end), "valid")
    assert.strictEqual(statusAt(token, end + 1), "expired")
  })

  it("is invalid where an empty one was sent", () => {
    assert.strictEqual(statusAt("", issuedAt), "invalid")
  })

  it("of another tenant is invalid, also when it has expired: only our own ones expire", () => {
    const token = issued("acme")
    for (const now of [issuedAt, issuedAt * 2]) {
      assert.strictEqual(statusAt(token, now, "other"), "invalid")
      assert.strictEqual(statusAt(token, now), "invalid")
    }
    assert.strictEqual(statusAt(token, issuedAt * 2, "acme"), "expired")
  })

  it.each<[string, Claims]>([
    ["whose sub is another version", { sub: "privacy_policy:2026-10" }],
    ["whose version is another one", { version: "2026-10" }],
    ["whose type is another one", { type: "dpa" }],
    ["without a hash", { hash: undefined }],
    ["without exp", { exp: undefined }],
    ["with exp as text", { exp: "1800000060" }],
    ["with half a second of exp", { exp: 1_800_000_060.5 }],
    ["without iat", { iat: undefined }],
    ["that begins later", { nbf: 1_800_000_001 }],
    ["of a list of audiences", { aud: ["cs-legal-document-snapshot"] }],
  ])("%s is invalid", (_, change) => {
    const claims = verifyToken(settings.signingKey, issued()) ?? {}
    assert.strictEqual(statusAt(signToken(settings.signingKey, { ...claims, ...change }), issuedAt), "invalid")
  })
})
