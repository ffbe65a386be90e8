/**
 * The options of server-side vendor-list loading, their checks and defaults.
 *
 * @module
 */
import {
  type Authored,
  Flag,
  foreign,
  type OptionGroup,
  orNull,
  type Resolved,
  resolving,
  says,
  unjudged,
  whole,
  withDefault,
} from "@consent-service/core/authored"
import type { VendorListEdition } from "@consent-service/core/vendor"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import type * as AST from "effect/SchemaAST"
import { editionFromAuthored, rememberEditions } from "./BundledLists.js"
import { gvlUrl } from "./GvlEndpoint.js"

/** How `/init` carries a vendor list: the list itself, or its address. */
export const deliveries = ["inline", "reference"] as const
/** How `/init` carries a vendor list: `inline`, or by `reference`. */
export type GvlDelivery = (typeof deliveries)[number]

/** A vendor list as IAB publishes it; its content is checked by its reader. */
export type AuthoredVendorList = Readonly<Record<string, unknown>>

/**
 * What is wrong with an address that vendor lists are to be fetched from; undefined for a usable one.
 *
 * @example
 * ```ts
 * import { endpointProblem } from "@consent-service/adapter-gvl/GvlOptions"
 *
 * endpointProblem("https://lists.example/v3/vendor-list.json") // undefined
 * endpointProblem("ftp://lists.example") // "endpoint must be https:, or http: on localhost"
 * ```
 */
export const endpointProblem = (endpoint: string): string | undefined => {
  const url = gvlUrl(endpoint, "en")
  return Either.isLeft(url) ? url.left : undefined
}

const languageTag = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i

/** What is inside is read once, as JSON. */
const VendorList = foreign<AuthoredVendorList>(
  Predicate.isRecord,
  "must be a vendor list as IAB publishes it, read from its JSON",
)

type AuthoredLists = Readonly<Record<string, AuthoredVendorList>>

const readLanguage = (language: string, list: AuthoredVendorList): Either.Either<VendorListEdition, string> =>
  languageTag.test(language)
    ? Either.mapLeft(
        editionFromAuthored(list, language.toLowerCase()),
        (problem) => `must be a vendor list as IAB publishes it; ${problem}`,
      )
    : Either.left("is not a language tag, such as en")

/** Lists by lower-case language, or every one that is wrong: errors show at startup, not when visitors arrive. */
const checkLists = (authored: AuthoredLists, ast: AST.AST): Either.Either<AuthoredLists, ParseResult.ParseIssue> => {
  const editions = new Map<string, VendorListEdition>()
  const issues: Array<ParseResult.ParseIssue> = []
  for (const [language, list] of Object.entries(authored)) {
    const read = readLanguage(language, list)
    if (Either.isRight(read)) editions.set(read.right.language, read.right)
    else issues.push(new ParseResult.Pointer(language, authored, new ParseResult.Type(ast, list, read.left)))
  }
  const [first, ...others] = issues
  if (first !== undefined) return Either.left(new ParseResult.Composite(ast, authored, [first, ...others]))
  const lists = Object.fromEntries(Object.entries(authored).map(([language, list]) => [language.toLowerCase(), list]))
  rememberEditions(lists, editions)
  return Either.right(lists)
}

const Bundled: Schema.Schema<AuthoredLists> = Schema.transformOrFail(
  Schema.Record({ key: Schema.String, value: VendorList }),
  unjudged<AuthoredLists>(),
  {
    strict: true,
    decode: (lists, _, ast) => checkLists(lists, ast),
    encode: (lists, _, ast) => ParseResult.fail(new ParseResult.Forbidden(ast, lists, "settings only")),
  },
)

const VendorIds = resolving(
  Schema.Array(Schema.Int.pipe(Schema.positive()).annotations(says("must be a vendor's id, a whole number from 1"))),
  (ids): ReadonlyArray<number> => Array.from(new Set(ids)).sort((left, right) => left - right),
)

const Delivery = Schema.Literal(...deliveries).annotations(
  says(`must be ${deliveries.map((name) => `'${name}'`).join(" or ")}`),
)

/** The members of `gvl`, without the cache. */
export const gvlFields = {
  /**
   * `false` opts out: `/init` carries no list. A block opts in.
   *
   * @default `true`
   */
  enabled: withDefault(Flag, true),
  /**
   * Where the server fetches vendor lists: `https:`, or `http:` on this machine. `{language}` in it is replaced by the
   * primary language.
   *
   * @default `manifest.iab.endpoint`, else the official list
   */
  endpoint: orNull(Schema.String.pipe(Schema.filter(endpointProblem))),
  /**
   * Narrows fetched lists to these vendors.
   *
   * @default all
   */
  vendorIds: withDefault(VendorIds, []),
  /**
   * Lists by language, like `{ en: … }`, used before any is fetched.
   *
   * @default none
   */
  bundled: withDefault(Bundled, {}),
  /**
   * How long a fetched list is fresh, in milliseconds.
   *
   * @default `86400000`
   */
  // A list may be kept no longer than seven days, even while its source is unavailable.
  ttlMs: withDefault(whole("milliseconds", 1_000, 7 * 86_400_000), 86_400_000),
  /**
   * How long a request waits for a first fetch, in milliseconds, before the response is sent without a list.
   *
   * @default `2000`
   */
  waitMs: withDefault(whole("milliseconds", 0, 60_000), 2_000),
  /**
   * `inline` puts the list into `/init`, `reference` its address.
   *
   * @default `inline`
   */
  delivery: withDefault(Delivery, "inline"),
}

/** Loads IAB vendor lists on the server. */
export interface GvlOptions extends Authored<typeof gvlFields>, OptionGroup {}

/** {@link GvlOptions} with defaults, as decoded. */
export interface GvlResolved extends Resolved<typeof gvlFields> {}

export const GvlOptions: Schema.Schema<GvlResolved, GvlOptions> = Schema.Struct(gvlFields)

/** The settings of vendor-list loading; `vendorIds` is empty for all vendors, `bundled` is by lower-case language. */
export interface GvlSettings<Cache> extends Omit<GvlResolved, "enabled" | "endpoint"> {
  readonly endpoint: string
  readonly cache: Cache | null
}

/**
 * Makes settings of a decoded block.
 *
 * @param endpoint - where lists are fetched when the block has no `endpoint`
 * @returns null when the block opts out
 *
 * @example
 * ```ts
 * import { GvlOptions, gvlSettings } from "@consent-service/adapter-gvl/GvlOptions"
 * import * as Schema from "effect/Schema"
 *
 * const block = Schema.decodeSync(GvlOptions)({ vendorIds: [25, 755] })
 * gvlSettings(block, "https://lists.example", null)?.vendorIds // [25, 755]
 * ```
 */
export const gvlSettings = <Cache>(
  { enabled, endpoint: own, ...settings }: GvlResolved,
  endpoint: string,
  cache: Cache | null,
): GvlSettings<Cache> | null => (enabled ? { ...settings, endpoint: own ?? endpoint, cache } : null)

/**
 * Makes settings of an authored block; see {@link gvlSettings}.
 *
 * @throws ParseError for a block with a wrong option
 *
 * @example
 * ```ts
 * import { resolveGvl } from "@consent-service/adapter-gvl/GvlOptions"
 *
 * const settings = resolveGvl({ ttlMs: 3_600_000 }, "https://lists.example")
 * settings?.endpoint // "https://lists.example"
 * ```
 */
export const resolveGvl = <Cache>(
  { cache, ...options }: GvlOptions & { readonly cache?: Cache },
  endpoint: string,
): GvlSettings<Cache> | null => gvlSettings(Schema.decodeSync(GvlOptions)(options), endpoint, cache ?? null)
