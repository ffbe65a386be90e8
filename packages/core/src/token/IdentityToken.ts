/**
 * Identity tokens: the word of a site's own backend that a visitor is a certain user of his (service.md,
 * "Authentication" 4; wire.md 4.3; contract decision 21).
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { TokenMac } from "../ports/TokenMac.js"
import { type Claims, verifyToken } from "./Jws.js"
import { hasBegun, isInScope, tokenScope, type TokenSetting } from "./TokenScope.js"

const kind = "cs-identity"

const decodeClaims = Schema.decodeUnknownOption(
  Schema.Struct({
    sub: Schema.String,
    exp: Schema.Number,
    idp: Schema.optionalWith(Schema.String, { exact: true }),
  }),
)

/** Whom a link claims the visitor to be. */
export interface ClaimedIdentity {
  readonly externalId: string
  /** `external` where the request names none. */
  readonly identityProvider: string
}

/** The provider of an identity that names none. */
const defaultProvider = "external"

/** An identity as a request claims it. */
export const claimIdentity = (externalId: string, identityProvider: string | undefined): ClaimedIdentity => ({
  externalId,
  identityProvider: identityProvider || defaultProvider,
})

/** Whether a request proved that the visitor is whom it says, and by what. Nothing more is told of a bad token. */
export type IdentityProof =
  | { readonly verified: true; readonly verifiedBy: "api_key" | "identity_token" }
  | { readonly verified: false; readonly reason: "none" | "invalid" }

const byApiKey: IdentityProof = { verified: true, verifiedBy: "api_key" }
const byToken: IdentityProof = { verified: true, verifiedBy: "identity_token" }
const notOffered: IdentityProof = { verified: false, reason: "none" }
const notValid: IdentityProof = { verified: false, reason: "invalid" }

/** A claim to an identity, and what is offered as its proof. */
export interface IdentityOffer {
  /** Whether the request carries an API key, which proves any identity. */
  readonly authenticated: boolean
  /** Undefined where none was sent; one that is there but empty is a wrong one. */
  readonly token: string | undefined
  readonly identity: ClaimedIdentity
  /** Epoch milliseconds. */
  readonly now: number
}

const confirms = (claims: Claims, identity: ClaimedIdentity, now: number): boolean =>
  Option.match(decodeClaims(claims), {
    onNone: () => false,
    // The edge is inclusive, and there is no tolerance beyond it.
    onSome: ({ exp, idp, sub }) =>
      now <= exp * 1000 && sub === identity.externalId && (idp === undefined || idp === identity.identityProvider),
  })

/**
 * Whether a token confirms an identity: signed for it, by its issuer, for its audience, and not expired.
 *
 * @param setting - null where no identity tokens are configured: nothing confirms anything then
 * @param now - epoch milliseconds
 */
export const confirmsIdentity = (
  setting: TokenSetting | null,
  token: string,
  identity: ClaimedIdentity,
  now: number,
): Effect.Effect<boolean, never, TokenMac> => {
  if (setting === null) return Effect.succeed(false)
  // One key a tenant: identity tokens name no tenant (service.md, "Instance configuration").
  const scope = tokenScope(setting, kind, null)
  return Effect.map(
    verifyToken(setting.signingKey, token),
    (claims) => claims !== null && isInScope(claims, scope) && hasBegun(claims, now) && confirms(claims, identity, now),
  )
}

/**
 * What proves a claimed identity: the API key, before which no token is looked at, else the token.
 *
 * @param setting - null where no identity tokens are configured: each one is invalid then
 */
export const proveIdentity = (
  setting: TokenSetting | null,
  { authenticated, identity, now, token }: IdentityOffer,
): Effect.Effect<IdentityProof, never, TokenMac> => {
  if (authenticated) return Effect.succeed(byApiKey)
  if (token === undefined) return Effect.succeed(notOffered)
  return Effect.map(confirmsIdentity(setting, token, identity, now), (confirmed) => (confirmed ? byToken : notValid))
}
