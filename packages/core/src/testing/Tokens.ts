/** The three kinds of tokens under one interface, so that each rule is tested for all of them. */
import { createHmac } from "node:crypto"
import { documentClaims, type DocumentVersion, judgeDocumentToken } from "../token/DocumentToken.js"
import { confirmsIdentity } from "../token/IdentityToken.js"
import { type Claims, type SigningSettings, signToken, verifyToken } from "../token/Jws.js"
import { judgePolicyToken } from "../token/PolicyToken.js"

/** When tests issue and verify tokens, epoch milliseconds. */
export const issuedAt = 1_800_000_000_500

const iat = Math.floor(issuedAt / 1000)
const lifetimes = { ttlSeconds: 1_800, replayWindowSeconds: 604_800 }

const tenantClaim = (tenant: string | null) => (tenant === null ? {} : { tenantId: tenant })

const audienceOf = (kind: string, tenant: string | null) => (tenant === null ? kind : `${kind}:${tenant}`)

const issuerOf = ({ issuer }: SigningSettings) => issuer?.trim() || "cs"

/** The claims of a policy token, written out by hand. */
export const policyClaims = (settings: SigningSettings, tenant: string | null, name = "europe"): Claims => ({
  iss: issuerOf(settings),
  aud: audienceOf("cs-policy-snapshot", tenant),
  sub: name,
  iat,
  exp: iat + lifetimes.ttlSeconds,
  policyId: name,
  fingerprint: "f".repeat(64),
  matchedBy: "country",
  model: "opt-in",
  country: "DE",
  region: null,
  language: "de-AT",
  servedLanguage: "de",
  ...tenantClaim(tenant),
})

/** The claims of an identity token, as a site's backend makes them. */
export const identityClaims = (settings: SigningSettings, name = "user-1"): Claims => ({
  iss: issuerOf(settings),
  aud: "cs-identity",
  sub: name,
  exp: iat + 60,
})

const documentOf = (name: string): DocumentVersion => ({
  type: "privacy_policy",
  version: name,
  hash: `sha256:${"a".repeat(64)}`,
  effectiveDate: "2026-11-01T00:00:00.000Z",
})

/** A kind of token: how one is made, and whether it is accepted. */
export interface TokenKind {
  readonly kind: "policy" | "document" | "identity"
  /** Whether its audience names the tenant; identity tokens have a key per tenant instead. */
  readonly hasTenants: boolean
  readonly issue: (settings: SigningSettings, tenant: string | null, name?: string) => string
  readonly accepts: (settings: SigningSettings, tenant: string | null, token: string, name?: string) => boolean
}

/** All kinds, issued and verified at {@link issuedAt}. */
export const tokenKinds: ReadonlyArray<TokenKind> = [
  {
    kind: "policy",
    hasTenants: true,
    issue: (settings, tenant, name) => signToken(settings.signingKey, policyClaims(settings, tenant, name)),
    accepts: (settings, tenant, token) =>
      judgePolicyToken({ ...settings, ...lifetimes }, tenant, verifyToken(settings.signingKey, token), issuedAt)
        ._tag === "Verified",
  },
  {
    kind: "document",
    hasTenants: true,
    issue: (settings, tenant, name = "v1") =>
      signToken(settings.signingKey, documentClaims({ ...settings, ...lifetimes }, tenant, documentOf(name), issuedAt)),
    accepts: (settings, tenant, token) =>
      judgeDocumentToken({ ...settings, ...lifetimes }, tenant, verifyToken(settings.signingKey, token), issuedAt)
        .status === "valid",
  },
  {
    kind: "identity",
    hasTenants: false,
    issue: (settings, _, name) => signToken(settings.signingKey, identityClaims(settings, name)),
    accepts: (settings, _, token, name = "user-1") =>
      confirmsIdentity(
        settings,
        verifyToken(settings.signingKey, token),
        { externalId: name, identityProvider: "external" },
        issuedAt,
      ),
  },
]

/** JSON as a part of a token. */
export const encodePart = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url")

/** A token with this header and payload, signed with HMAC-SHA-256 whatever the header says. */
export const signedAnyhow = (key: string, header: unknown, payload: string): string => {
  const signed = `${encodePart(header)}.${payload}`
  return `${signed}.${createHmac("sha256", key).update(signed, "utf8").digest("base64url")}`
}
