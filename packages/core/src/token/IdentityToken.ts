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
