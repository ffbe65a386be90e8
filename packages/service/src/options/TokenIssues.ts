/**
 * What the signing options mean together (reliability.md M8; RFC 8725 sections 2.8 and 3.5).
 *
 * @module
 */
import type { ConfigurationIssue } from "./ConsentConfigurationError.js"
import type { OptionNotice } from "./OlderOptions.js"
import { keyBytes, leastKeyBytes, type SigningOptions, type TokenOptions } from "./TokenOptions.js"

const kinds = ["policySnapshot", "legalDocumentSnapshot", "identityToken"] as const

/** Whether a token of the one kind would be taken for one of the other. */
const agree = (one: SigningOptions, other: SigningOptions): boolean =>
  one.signingKey === other.signingKey &&
  (one.issuer ?? "cs").trim() === (other.issuer ?? "cs").trim() &&
  one.audience !== undefined &&
  one.audience.trim() === other.audience?.trim()

/** Kinds of token that one key, issuer and audience would make one kind of. */
export const crossedTokens = (options: TokenOptions): ReadonlyArray<ConfigurationIssue> =>
  kinds.flatMap((kind, i) => {
    const own = options[kind]
    const twin = kinds.slice(0, i).find((earlier) => {
      const other = options[earlier]
      return own !== undefined && other !== undefined && agree(own, other)
    })
    return twin === undefined
      ? []
      : [
          {
            option: `${kind}.audience`,
            message: `is that of ${twin}, under the same key: leave both out, or tell them apart`,
          },
        ]
  })

/** Tells of checked keys that can be guessed. */
export const noticeWeakSigningKeys = (options: TokenOptions): ReadonlyArray<OptionNotice> =>
  kinds.flatMap((kind) => {
    const key = options[kind]?.signingKey
    return key === undefined || keyBytes(key) >= leastKeyBytes
      ? []
      : [
          {
            option: `${kind}.signingKey`,
            message: `has ${keyBytes(key)} bytes and can be guessed; use ${leastKeyBytes} or more random ones, like openssl rand -hex 32`,
          },
        ]
  })
