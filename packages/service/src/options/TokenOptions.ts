/**
 * How tokens are signed and verified (contract decision 31; service.md, "Authentication" 4 and 5).
 *
 * @module
 */
import type { TokenSettings } from "@consent-service/core/consent/Consents"
import * as Schema from "effect/Schema"
import { field, Flag, NonBlank, says } from "./Shape.js"

/** How tokens of one kind are signed. */
export interface SigningOptions {
  /** Its UTF-8 bytes are the key. Belongs in the environment, never in code. */
  readonly signingKey: string
  /** Default `cs`. */
  readonly issuer?: string
  /** Default: a name of the kind, and of the tenant where the kind knows tenants. */
  readonly audience?: string
}

export interface TokenOptions {
  /**
   * Signs what `/init` decided, so that a save is judged by what was shown. `ttlSeconds` 1800 by default;
   * `replayWindowSeconds`, for saves that arrive after that, 604800, and 0 refuses every late one. Default: unsigned.
   */
  readonly policySnapshot?: SigningOptions & { readonly ttlSeconds?: number; readonly replayWindowSeconds?: number }
  /**
   * Signs which version of a legal document was shown. `ttlSeconds` 86400 by default; `verifyOnSave`, false by
   * default, refuses saves of legal documents without a valid one. Default: unsigned.
   */
  readonly legalDocumentSnapshot?: SigningOptions & { readonly ttlSeconds?: number; readonly verifyOnSave?: boolean }
  /**
   * Verifies that a visitor is the user a save or link claims. The key has at least 32 bytes; one a tenant. Default:
   * only requests with an API key verify links.
   */
  readonly identityToken?: SigningOptions
}

const Seconds = (least: number) =>
  Schema.Int.pipe(Schema.between(least, 2 ** 31)).annotations(
    says(`must be a whole number of seconds, at least ${least}`),
  )

const Signing = { signingKey: NonBlank, issuer: field(NonBlank), audience: field(NonBlank) }

/** As many bytes as the digest has: a token goes to every visitor, who can try keys on it for as long as he likes. */
export const leastKeyBytes = 32

/** How long a key is, in bytes. */
export const keyBytes = (key: string): number => new TextEncoder().encode(key).length

const IdentityKey = Schema.String.pipe(Schema.filter((key) => keyBytes(key) >= leastKeyBytes)).annotations(
  says(`must be a string of at least ${leastKeyBytes} bytes`),
)

export const tokenFields = {
  policySnapshot: field(
    Schema.Struct({ ...Signing, ttlSeconds: field(Seconds(1)), replayWindowSeconds: field(Seconds(0)) }),
  ),
  legalDocumentSnapshot: field(Schema.Struct({ ...Signing, ttlSeconds: field(Seconds(1)), verifyOnSave: field(Flag) })),
  identityToken: field(Schema.Struct({ ...Signing, signingKey: IdentityKey })),
}

/** Fills in the defaults of checked options. */
export const resolveTokens = (options: TokenOptions): TokenSettings => {
  const { identityToken = null, legalDocumentSnapshot: legal, policySnapshot: policy } = options
  return {
    policySnapshot:
      policy === undefined
        ? null
        : {
            ...policy,
            ttlSeconds: policy.ttlSeconds ?? 1_800,
            replayWindowSeconds: policy.replayWindowSeconds ?? 604_800,
          },
    legalDocumentSnapshot:
      legal === undefined
        ? null
        : { ...legal, ttlSeconds: legal.ttlSeconds ?? 86_400, verifyOnSave: legal.verifyOnSave ?? false },
    identityToken,
  }
}
