/**
 * The port that signs and verifies tokens. The default layer is pure: HMAC-SHA-256 with the keys of the instance, without
 * waiting. A layer over a key-management service builds on the same rules, those of `token/*`.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Instance, type TokenSettings } from "../instance/Instance.js"
import type { PolicyResolution } from "../policy/PolicyResolution.js"
import { Tenant, type TenantScoped } from "../tenant/Tenant.js"
import {
  documentClaims,
  documentTokenMissing,
  type DocumentVersion,
  judgeDocumentToken,
  type LegalDocumentVerdict,
} from "../token/DocumentToken.js"
import { type ClaimedIdentity, confirmsIdentity } from "../token/IdentityToken.js"
import { signToken, verifyTokenOf } from "../token/Jws.js"
import { policySigner, PolicyToken, type PolicyTokenInputs, policyVerifier } from "../token/PolicyToken.js"

/**
 * Signs and verifies the tokens of one tenant. Every `now` is in epoch milliseconds.
 *
 * @example
 * ```ts
 * import { Instance, noTokens, Tokens } from "@consent-service/core/ports"
 * import * as Layer from "effect/Layer"
 *
 * const settings = { ...noTokens, identityToken: { signingKey: "a key of at least 32 characters!" } }
 * const tokens = Tokens.layer().pipe(Layer.provide(Instance.layer({ tokens: settings })))
 * ```
 */
export class Tokens extends Context.Tag("@consent-service/core/ports/Tokens")<
  Tokens,
  TenantScoped & {
    /** Signs the policy that a visitor is shown; null where no key is configured and where no policy matched. */
    readonly signPolicy: (
      resolution: PolicyResolution,
      inputs: PolicyTokenInputs,
      now: number,
    ) => Effect.Effect<string | null>

    /** Verifies the policy token of a save; invalid where no key is configured. */
    readonly verifyPolicy: (token: string, now: number) => Effect.Effect<PolicyToken>

    /** Signs the version of a document that a visitor is shown; null where no key is configured. */
    readonly signDocument: (document: DocumentVersion, now: number) => Effect.Effect<string | null>

    /** Verifies a document token; missing where none was sent or no key is configured. */
    readonly verifyDocument: (token: string | undefined, now: number) => Effect.Effect<LegalDocumentVerdict>

    /** Whether an identity token confirms an identity; false where no key is configured. */
    readonly verifyIdentity: (token: string, identity: ClaimedIdentity, now: number) => Effect.Effect<boolean>
  }
>() {
  /** Tokens with the keys of the instance, for the tenant in context. Results are synchronous, without a fiber. */
  static readonly layer = (): Layer.Layer<Tokens, never, Instance> =>
    Layer.effect(
      Tokens,
      Effect.zipWith(Instance, Tenant, ({ tokens }, tenant) => makeTokens(tokens, tenant)),
    )
}

type TokensService = Context.Tag.Service<Tokens>

const none = Effect.succeed(null)
const invalid = Effect.succeed(PolicyToken.Invalid())
const missing = Effect.succeed(documentTokenMissing)
const unconfirmed = Effect.succeed(false)

type PolicyTokens = Pick<TokensService, "signPolicy" | "verifyPolicy">

const policyTokens = (settings: TokenSettings["policySnapshot"], tenant: string | null): PolicyTokens => {
  if (settings === null) return { signPolicy: () => none, verifyPolicy: () => invalid }
  const { signingKey } = settings
  const sign = policySigner(settings, tenant, (claims) => signToken(signingKey, claims))
  const verify = policyVerifier(settings, tenant, (token) => verifyTokenOf(settings, token))
  return {
    signPolicy: (resolution, inputs, now) => Effect.succeed(sign(resolution, inputs, now)),
    verifyPolicy: (token, now) => Effect.succeed(verify(token, now)),
  }
}

type DocumentTokens = Pick<TokensService, "signDocument" | "verifyDocument">

const documentTokens = (settings: TokenSettings["legalDocumentSnapshot"], tenant: string | null): DocumentTokens => {
  if (settings === null) return { signDocument: () => none, verifyDocument: () => missing }
  const { signingKey } = settings
  return {
    signDocument: (document, now) =>
      Effect.succeed(signToken(signingKey, documentClaims(settings, tenant, document, now))),
    verifyDocument: (token, now) =>
      token === undefined
        ? missing
        : Effect.succeed(judgeDocumentToken(settings, tenant, verifyTokenOf(settings, token), now)),
  }
}

const identityTokens = (settings: TokenSettings["identityToken"]): Pick<TokensService, "verifyIdentity"> =>
  settings === null
    ? { verifyIdentity: () => unconfirmed }
    : {
        verifyIdentity: (token, identity, now) =>
          Effect.succeed(confirmsIdentity(settings, verifyTokenOf(settings, token), identity, now)),
      }

/**
 * The tokens of a tenant under these settings, without a layer.
 *
 * @param tenant - null for the single-tenant scope
 *
 * @example
 * ```ts
 * import { makeTokens, noTokens } from "@consent-service/core/ports"
 * import * as Effect from "effect/Effect"
 *
 * const tokens = makeTokens(noTokens, null)
 * Effect.runSync(tokens.verifyPolicy("a.b.c", 1_767_225_600_000))._tag // "Invalid"
 * ```
 */
export const makeTokens = (settings: TokenSettings, tenant: string | null): TokensService => ({
  tenant,
  ...policyTokens(settings.policySnapshot, tenant),
  ...documentTokens(settings.legalDocumentSnapshot, tenant),
  ...identityTokens(settings.identityToken),
})
