/**
 * Notices about valid options that the operator should review, reported at startup.
 *
 * @module
 */
import { matchesSomeOrigin, trustsAnyOrigin } from "@consent-service/adapter-http/request"
import type { AnyOriginTrusted, OptionDeprecated, OptionIneffective, WeakSecret } from "@consent-service/core/ports"
import { keyBytes, leastKeyBytes, type SigningByKind, tokenKinds } from "./TokenOptions.js"

/** One notice, observed and logged. */
export type StartNotice = OptionDeprecated | OptionIneffective | WeakSecret | AnyOriginTrusted

/** At a million guesses a second, this many random letters and digits take more than a thousand years. */
const leastKeyLength = 16

const makesGoodKey = "`openssl rand -base64 32` prints a good one"

/** What the keys of examples contain, which are to be replaced. */
const placeholder = /change[-_ ]?me|replace[-_ ]?me|placeholder|password|example|your[-_ ]/i

const leastDifferent = 6

/** Whether a key is one part, written twice or more. */
const isRepetition = (key: string): boolean => {
  const half = Math.floor(key.length / 2)
  return Array.from({ length: half }, (_, i) => i + 1).some((length) => key.startsWith(key.slice(length)))
}

/** A measure for the length of keys, with its noun. */
interface KeyLength {
  readonly of: (key: string) => number
  readonly noun: string
  readonly least: number
}

const characters: KeyLength = { of: (key) => key.length, noun: "character", least: leastKeyLength }
const bytes: KeyLength = { of: keyBytes, noun: "byte", least: leastKeyBytes }

/** Why a key can be guessed; null for one that cannot, as far as can be seen. */
const weakness = (key: string, { least, noun, of }: KeyLength): string | null => {
  const length = of(key)
  if (length < least) return `has ${length} ${noun}${length === 1 ? "" : "s"} and can be guessed`
  if (placeholder.test(key)) return "contains the words of a placeholder and can be guessed"
  if (new Set(key).size < leastDifferent || isRepetition(key)) return "repeats the same characters and can be guessed"
  return null
}

const noticeWeak = (option: string, key: string, length: KeyLength): ReadonlyArray<StartNotice> => {
  const weak = weakness(key, length)
  if (weak === null) return []
  const message = `${weak}; use at least ${length.least} random ${length.noun}s: ${makesGoodKey}`
  return [{ _tag: "WeakSecret", option, message }]
}

/** Reports keys of an option that can be guessed. */
export const noticeWeakKeys = (option: string, keys: ReadonlyArray<string | null>): ReadonlyArray<StartNotice> =>
  keys.flatMap((key, i) => (key === null ? [] : noticeWeak(`${option}.${i}`, key, characters)))

/** Reports signing keys of one kind of token that can be guessed. */
export const noticeWeakBlock = (
  kind: string,
  key: string | null,
  keys: ReadonlyArray<string | null>,
): ReadonlyArray<StartNotice> => [
  ...(key === null ? [] : noticeWeak(`${kind}.signingKey`, key, bytes)),
  ...keys.flatMap((each, at) => (each === null ? [] : noticeWeak(`${kind}.signingKeys.${at}`, each, bytes))),
]

/** Reports signing keys that can be guessed. */
export const noticeWeakSigningKeys = (options: SigningByKind): ReadonlyArray<StartNotice> =>
  tokenKinds.flatMap((kind) => {
    const { signingKey = null, signingKeys = [] } = options[kind] ?? {}
    return noticeWeakBlock(kind, signingKey, signingKeys)
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
