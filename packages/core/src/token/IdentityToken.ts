/**
 * Identity tokens: a site's backend signs that a visitor is one of its users. `docs/reference/consents.md` lists the
 * claims. The rules are functions of claims, time and settings; `ports/Tokens` verifies.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type Claims, hasBegun, isInScope, type SigningSettings, tokenScope } from "./Jws.js"

const kind = "cs-identity"

const decodeClaims = Schema.decodeUnknownOption(
  Schema.Struct({
    sub: Schema.String,
    exp: Schema.Int,
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

/**
 * An identity as a request claims it. The provider is `external` where the request names none, or an empty one.
 *
 * @example
 * ```ts
 * import { claimIdentity } from "@consent-service/core/token"
 *
 * claimIdentity("user-42", undefined) // { externalId: "user-42", identityProvider: "external" }
 * ```
 */
export const claimIdentity = (externalId: string, identityProvider: string | undefined): ClaimedIdentity => ({
  externalId,
  identityProvider: identityProvider || defaultProvider,
})

/** Whether a request proved the identity it claims, and by what. Nothing more is revealed about a bad token. */
export type IdentityProof =
  | { readonly verified: true; readonly verifiedBy: "api_key" | "identity_token" }
  | { readonly verified: false; readonly reason: "none" | "invalid" }

const byApiKey: IdentityProof = { verified: true, verifiedBy: "api_key" }
const notOffered: IdentityProof = { verified: false, reason: "none" }
const byToken: IdentityProof = { verified: true, verifiedBy: "identity_token" }
const notValid: IdentityProof = { verified: false, reason: "invalid" }

/** A claim to an identity, and what is offered as its proof. */
export interface IdentityOffer {
  /** Whether the request carries an API key, which proves any identity. */
  readonly authenticated: boolean
  /** Undefined if none was sent. An empty token is an invalid token. */
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
 * Whether a token's claims confirm an identity: signed for it, by its issuer, for its audience, and not expired.
 *
 * @param claims - null for a token whose form or signature is wrong
 * @param now - epoch milliseconds
 *
 * @example
 * ```ts
 * import { claimIdentity, confirmsIdentity } from "@consent-service/core/token"
 *
 * const settings = { signingKey: "a key of at least 32 characters!" }
 * const claims = { iss: "cs", aud: "cs-identity", sub: "user-42", exp: 1_767_229_200 }
 * confirmsIdentity(settings, claims, claimIdentity("user-42", undefined), 1_767_225_600_000) // true
 * confirmsIdentity(settings, claims, claimIdentity("user-43", undefined), 1_767_225_600_000) // false
 * ```
 */
export const confirmsIdentity = (
  settings: SigningSettings,
  claims: Claims | null,
  identity: ClaimedIdentity,
  now: number,
): boolean =>
  // Each tenant has its own key: identity tokens name no tenant.
  claims !== null &&
  isInScope(claims, tokenScope(settings, kind, null)) &&
  hasBegun(claims, now) &&
  confirms(claims, identity, now)

/**
 * The proof of a claimed identity: the API key, before which no token is looked at, else the token.
 *
 * @param verify - whether a token confirms an identity at a time, as `Tokens.verifyIdentity` does
 *
 * @example
 * ```ts
 * import { claimIdentity, proveIdentity } from "@consent-service/core/token"
 * import * as Effect from "effect/Effect"
 *
 * const identity = claimIdentity("user-42", undefined)
 * const offer = { authenticated: false, token: undefined, identity, now: 1_767_225_600_000 }
 * Effect.runSync(proveIdentity(() => Effect.succeed(false), offer)) // { verified: false, reason: "none" }
 * ```
 */
export const proveIdentity = (
  verify: (token: string, identity: ClaimedIdentity, now: number) => Effect.Effect<boolean>,
  { authenticated, identity, now, token }: IdentityOffer,
): Effect.Effect<IdentityProof> => {
  if (authenticated) return Effect.succeed(byApiKey)
  if (token === undefined) return Effect.succeed(notOffered)
  return Effect.map(verify(token, identity, now), (confirmed) => (confirmed ? byToken : notValid))
}
