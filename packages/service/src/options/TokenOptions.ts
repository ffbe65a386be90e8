/**
 * The options of signed tokens: `policySnapshot`, `legalDocumentSnapshot` and `identityToken`.
 *
 * @module
 */
import {
  type Authored,
  Flag,
  NonBlank,
  optional,
  type OptionGroup,
  type Resolved,
  says,
  withDefault,
} from "@consent-service/core/authored"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import type { ConfigurationIssue } from "../configuration/ConsentConfigurationError.js"

const Seconds = (least: number) =>
  Schema.Int.pipe(Schema.between(least, 2 ** 31)).annotations(
    says(`must be a whole number of seconds, at least ${least}`),
  )

const claims = {
  /**
   * The issuer of the token, its `iss` claim.
   *
   * @default `cs`
   */
  issuer: optional(NonBlank),
  /**
   * The audience of the token, its `aud` claim.
   *
   * @default one of the kind, and of the tenant where the kind has tenants
   */
  audience: optional(NonBlank),
}

/** More keys than a rotation needs would only make refusing a token slow. */
const mostKeys = 4

const keyList = (key: Schema.Schema<string>) =>
  Schema.Array(key).pipe(
    Schema.minItems(1, { message: () => "must have a key" }),
    Schema.maxItems(mostKeys, { message: () => `must have at most ${mostKeys} keys` }),
    Schema.filter((keys) =>
      new Set(keys).size === keys.length ? undefined : { path: [keys.length - 1], message: "repeats a key" },
    ),
  )

/** The keys of a kind of token, as they are written. */
interface WrittenKeys {
  readonly signingKey?: string | undefined
  readonly signingKeys?: ReadonlyArray<string> | undefined
}

/** The keys of a kind of token: the first one signs. */
export const keysOf = ({ signingKey, signingKeys = [] }: WrittenKeys): ReadonlyArray<string> =>
  signingKey === undefined ? signingKeys : [signingKey, ...signingKeys]

const oneOfBoth = ({ signingKey, signingKeys }: WrittenKeys) =>
  signingKey !== undefined && signingKeys !== undefined
    ? { path: ["signingKey"], message: "cannot be combined with signingKeys; put it first in there" }
    : undefined

/** How tokens of a kind are signed, as core has it; null for a block without a key, which signs nothing. */
export const withKeys = <Options extends WrittenKeys>(options: Options) => {
  const [signingKey, ...olderKeys] = keysOf(options)
  return signingKey === undefined ? null : { ...options, signingKey, olderKeys }
}

const policySnapshotFields = {
  /**
   * Signs what `/init` decided, so that a save is validated against the policy that was shown. Its UTF-8 bytes are the key; keep it in the
   * environment, never in code.
   *
   * @default unsigned
   */
  signingKey: optional(NonBlank),
  /**
   * Instead of `signingKey`, while a key is replaced: the current one first. It signs, and tokens of each of them are
   * valid.
   *
   * @default none
   */
  signingKeys: optional(keyList(NonBlank)),
  /**
   * The lifetime of the token, in seconds.
   *
   * @default `1800`
   */
  ttlSeconds: withDefault(Seconds(1), 1_800),
  /**
   * How late a save may arrive after that, in seconds; `0` refuses every late one.
   *
   * @default `604800`
   */
  replayWindowSeconds: withDefault(Seconds(0), 604_800),
}

/** The lifetime of a document token where none is given, in seconds. */
export const documentTokenSeconds = 86_400

const legalDocumentSnapshotFields = {
  /**
   * Signs which version of a legal document was shown. Its UTF-8 bytes are the key; keep it in the environment, never in
   * code.
   *
   * @default unsigned
   */
  signingKey: optional(NonBlank),
  /**
   * Instead of `signingKey`, while a key is replaced: the current one first. It signs, and tokens of each of them are
   * valid.
   *
   * @default none
   */
  signingKeys: optional(keyList(NonBlank)),
  /**
   * The lifetime of the token, in seconds.
   *
   * @default `86400`
   */
  ttlSeconds: withDefault(Seconds(1), documentTokenSeconds),
  /**
   * Refuses saves of legal documents without a valid token.
   *
   * @default `false`
   */
  verifyOnSave: withDefault(Flag, false),
}

/** The digest's size in bytes. Every visitor gets a token, and can try keys on it offline. */
export const leastKeyBytes = 32

/** How long a key is, in bytes. */
export const keyBytes = (key: string): number => new TextEncoder().encode(key).length

const IdentityKey = Schema.String.pipe(Schema.filter((key) => keyBytes(key) >= leastKeyBytes)).annotations(
  says(`must be a string of at least ${leastKeyBytes} bytes`),
)

const identityTokenFields = {
  /**
   * Verifies that a visitor is the user they claim to be; at least 32 bytes, one per tenant. Without it, only requests
   * with an API key verify links.
   *
   * @default none
   */
  signingKey: optional(IdentityKey),
  /**
   * Instead of `signingKey`, while a key is replaced: tokens of each of them are valid.
   *
   * @default none
   */
  signingKeys: optional(keyList(IdentityKey)),
}

/** How the snapshots that `/init` returns are signed. */
export interface PolicyTokenOptions
  extends Authored<typeof policySnapshotFields>,
    Authored<typeof claims>,
    OptionGroup {}

/** {@link PolicyTokenOptions} with defaults. */
export interface PolicyTokenSettings extends Resolved<typeof policySnapshotFields>, Resolved<typeof claims> {}

export const PolicyTokenOptions: Schema.Schema<PolicyTokenSettings, PolicyTokenOptions> = Schema.Struct({
  ...policySnapshotFields,
  ...claims,
}).pipe(Schema.filter(oneOfBoth))

/** How snapshots of legal documents are signed, and whether saves need one. */
export interface DocumentTokenOptions
  extends Authored<typeof legalDocumentSnapshotFields>,
    Authored<typeof claims>,
    OptionGroup {}

/** {@link DocumentTokenOptions} with defaults. */
export interface DocumentTokenSettings extends Resolved<typeof legalDocumentSnapshotFields>, Resolved<typeof claims> {}

export const DocumentTokenOptions: Schema.Schema<DocumentTokenSettings, DocumentTokenOptions> = Schema.Struct({
  ...legalDocumentSnapshotFields,
  ...claims,
}).pipe(Schema.filter(oneOfBoth))

/** How identity tokens are verified. */
export interface IdentityTokenOptions
  extends Authored<typeof identityTokenFields>,
    Authored<typeof claims>,
    OptionGroup {}

/** {@link IdentityTokenOptions} with defaults. */
export interface IdentityTokenSettings extends Resolved<typeof identityTokenFields>, Resolved<typeof claims> {}

export const IdentityTokenOptions: Schema.Schema<IdentityTokenSettings, IdentityTokenOptions> = Schema.Struct({
  ...identityTokenFields,
  ...claims,
}).pipe(Schema.filter(oneOfBoth))

/** How tokens of one kind are signed. */
export interface SigningOptions extends IdentityTokenOptions {}

/** The options that hold a signing key. */
export const tokenKinds = ["policySnapshot", "legalDocumentSnapshot", "identityToken"] as const

/** The signing options of each kind; null or left out where it is not configured. */
export type SigningByKind = { readonly [kind in (typeof tokenKinds)[number]]?: SigningOptions | null }

/** Whether a token of the one kind would be taken for one of the other. */
const agree = (one: SigningOptions, other: SigningOptions): boolean =>
  keysOf(one).some((key) => keysOf(other).includes(key)) &&
  (one.issuer ?? "cs").trim() === (other.issuer ?? "cs").trim() &&
  one.audience !== undefined &&
  one.audience.trim() === other.audience?.trim()

/** Finds kinds of token that one key, issuer and audience would make one kind of (RFC 8725, sections 2.8 and 3.5). */
export const crossedTokens = (options: SigningByKind): ReadonlyArray<ConfigurationIssue> =>
  tokenKinds.flatMap((kind, i) => {
    const own = options[kind] ?? null
    const twin = tokenKinds.slice(0, i).find((earlier) => {
      const other = options[earlier] ?? null
      return own !== null && other !== null && agree(own, other)
    })
    return twin === undefined
      ? []
      : [
          {
            option: `${kind}.audience`,
            message: `must differ from ${twin}.audience while both use the same signing key; change one, or leave both out`,
          },
        ]
  })

const hasKey = (block: object): boolean => {
  try {
    return Reflect.get(block, "signingKey") !== undefined || Reflect.get(block, "signingKeys") !== undefined
  } catch {
    // It cannot be read, which is another issue.
    return true
  }
}

/** Finds blocks without a key. Before they are decoded, so that it is reported together with what else is wrong. */
export const missingKeys = (options: unknown): ReadonlyArray<ConfigurationIssue> =>
  tokenKinds.flatMap((kind) => {
    const block = Predicate.isRecord(options) ? options[kind] : null
    return Predicate.isRecord(block) && !hasKey(block)
      ? [{ option: `${kind}.signingKey`, message: "is required, or signingKeys" }]
      : []
  })
