/**
 * Whom a token is from and for: what keeps tokens of different kinds, services and tenants apart.
 *
 * @module
 */
import type { Claims } from "./Jws.js"

/** How tokens of one kind are signed, as it is configured. */
export interface SigningSettings {
  readonly signingKey: string
  /** Default `cs`. */
  readonly issuer?: string | undefined
  /** Overrides the kind's own audience, the tenant's part of it included. */
  readonly audience?: string | undefined
}

/** Issuer and audience of a token. */
export interface TokenScope {
  readonly iss: string
  readonly aud: string
}

/**
 * The scope of a kind of token.
 *
 * @param kind - the audience where none is configured, such as `cs-policy-snapshot`
 * @param tenant - told apart by its own audience; null in the single-tenant scope, and for kinds that know no tenants
 */
export const tokenScope = (settings: SigningSettings, kind: string, tenant: string | null): TokenScope => ({
  iss: settings.issuer?.trim() || "cs",
  aud: settings.audience?.trim() || (tenant === null ? kind : `${kind}:${tenant}`),
})

/** Whether claims are of this scope; an audience must be one text, not a list. */
export const isInScope = (claims: Claims, { aud, iss }: TokenScope): boolean =>
  claims["iss"] === iss && claims["aud"] === aud

/** Whole seconds since 1970, as tokens count time. */
export const toSeconds = (ms: number): number => Math.floor(ms / 1000)

/** A time in a token is a safe integer: others compare as what they are not. */
const isSeconds = (claim: unknown): claim is number => Number.isSafeInteger(claim)

/** Whether a token may be used already: `nbf`, where it is there, is a time that has come. */
export const hasBegun = (claims: Claims, now: number): boolean => {
  const notBefore = claims["nbf"]
  return notBefore === undefined || (isSeconds(notBefore) && notBefore * 1000 <= now)
}
