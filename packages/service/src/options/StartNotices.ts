/**
 * Notices about valid options that the operator should review, reported at startup.
 *
 * @module
 */
import { matchesSomeOrigin, trustsAnyOrigin } from "@consent-service/adapter-http/request"
import type { AnyOriginTrusted, OptionDeprecated, OptionIneffective, WeakSecret } from "@consent-service/core/ports"
import { keyBytes, keysOf, leastKeyBytes, type SigningByKind, tokenKinds } from "./TokenOptions.js"

/** One notice, observed and logged. */
export type StartNotice = OptionDeprecated | OptionIneffective | WeakSecret | AnyOriginTrusted

/** At a million guesses a second, this many random letters and digits take more than a thousand years. */
const leastKeyLength = 16

const makesGoodKey = "`openssl rand -base64 32` prints a good one"

const weakSecret = (option: string, length: string, least: number): WeakSecret => ({
  _tag: "WeakSecret",
  option,
  message: `has ${length} and can be guessed; use at least ${least} random ones: ${makesGoodKey}`,
})

/** Reports keys of an option that can be guessed. */
export const noticeWeakKeys = (option: string, keys: ReadonlyArray<string>): ReadonlyArray<StartNotice> =>
  keys.flatMap((key, i) =>
    key.length < leastKeyLength ? [weakSecret(`${option}.${i}`, `${key.length} characters`, leastKeyLength)] : [],
  )

/** Reports signing keys that can be guessed. */
export const noticeWeakSigningKeys = (options: SigningByKind): ReadonlyArray<StartNotice> =>
  tokenKinds.flatMap((kind) => {
    const written = options[kind] ?? {}
    return keysOf(written).flatMap((key, at) => {
      const option = written.signingKey === undefined ? `${kind}.signingKeys.${at}` : `${kind}.signingKey`
      return keyBytes(key) < leastKeyBytes ? [weakSecret(option, `${keyBytes(key)} bytes`, leastKeyBytes)] : []
    })
  })

/** Reports an entry that allows pages of every origin. */
const noticeAnyOrigin = (origins: ReadonlyArray<string>): ReadonlyArray<StartNotice> =>
  origins.flatMap((entry, i) =>
    trustsAnyOrigin(entry)
      ? [
          {
            _tag: "AnyOriginTrusted",
            option: `trustedOrigins.${i}`,
            message:
              "lets the pages of every site read answers and save consent; list your own hosts, such as shop.example",
          },
        ]
      : [],
  )

const matchesNone =
  "names no origin, so it trusts none; write a host such as shop.example, *.shop.example, or localhost:3000"

/** Reports an entry that allows pages of every origin, and each that allows none. */
export const noticeOrigins = (origins: ReadonlyArray<string>): ReadonlyArray<StartNotice> => [
  ...noticeAnyOrigin(origins),
  ...origins.flatMap((entry, i) =>
    matchesSomeOrigin(entry)
      ? []
      : [{ _tag: "OptionIneffective" as const, option: `trustedOrigins.${i}`, message: matchesNone }],
  ),
]
