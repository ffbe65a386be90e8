/**
 * The options of server-side vendor-list loading, their checks and defaults (contract decisions 31 and 34;
 * policy.md 7.1).
 *
 * @module
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { editionFromAuthored } from "./BundledLists.js"
import { gvlUrl } from "./GvlEndpoint.js"

/** How `/init` carries a vendor list: the list itself, or the address it can be had from. */
export const deliveries = ["inline", "reference"] as const
export type GvlDelivery = (typeof deliveries)[number]

/** A vendor list as IAB publishes it; its content is checked by what reads it. */
export type AuthoredVendorList = Readonly<Record<string, unknown>>

/** Server-side loading of the IAB Global Vendor List, as integrators write it; `Cache` is their form of a cache. */
export interface GvlOptions<Cache> {
  /** `false` declines: `/init` carries no list. Default `true`, as writing the block opts in. */
  readonly enabled?: boolean | undefined
  /**
   * Where lists are fetched from: `https:`, or `http:` on this machine; `{language}` in it stands for the primary
   * language. Default: `manifest.iab.endpoint`, else the official list.
   */
  readonly endpoint?: string | undefined
  /** Narrows fetched lists to these vendors. Default: all of them. */
  readonly vendorIds?: ReadonlyArray<number> | undefined
  /** Lists by language, like `{ en: … }`; taken before any is fetched. Default: none. */
  readonly bundled?: Readonly<Record<string, AuthoredVendorList>> | undefined
  /** Keeps fetched lists for all processes, beside each one's memory. Default: the instance's `cache`. */
  readonly cache?: Cache | undefined
  /** How long a fetched list is fresh, in milliseconds. Default 86400000, one day. */
  readonly ttlMs?: number | undefined
  /** How long a request waits for a first fetch, in milliseconds, before it gets no list. Default 2000. */
  readonly waitMs?: number | undefined
  /** `inline`, the default, puts the list into `/init`; `reference` puts its address there. */
  readonly delivery?: GvlDelivery | undefined
}

/** {@link GvlOptions} with every default filled in; read by the vendor-list adapter. */
export interface GvlSettings<Cache> {
  readonly endpoint: string
  /** Ascending and distinct; empty for all vendors. */
  readonly vendorIds: ReadonlyArray<number>
  /** By lower-case language tag. */
  readonly bundled: Readonly<Record<string, AuthoredVendorList>>
  readonly cache: Cache | null
  readonly ttlMs: number
  readonly waitMs: number
  readonly delivery: GvlDelivery
}

const says = (message: string) => ({ message: () => ({ message, override: true }) })

/** What is wrong with an address that vendor lists shall be fetched from. */
export const endpointProblem = (endpoint: string): string | undefined => {
  const url = gvlUrl(endpoint, "en")
  return Either.isLeft(url) ? url.left : undefined
}

const languageTag = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i

const milliseconds = (least: number, most: number) =>
  Schema.optional(
    Schema.Int.pipe(Schema.between(least, most)).annotations(
      says(`must be a whole number of milliseconds, ${least} to ${most}`),
    ),
  )

const VendorList = Schema.Record({ key: Schema.String, value: Schema.Unknown }).annotations(
  says("must be a vendor list as IAB publishes it, read from its JSON"),
)

/** What is wrong with lists by language: a site that brings its own finds out when it starts, not by its visitors. */
const bundledProblems = (lists: GvlSettings<never>["bundled"]): ReadonlyArray<Schema.FilterIssue> =>
  Object.entries(lists).flatMap(([language, list]) => {
    if (!languageTag.test(language)) return [{ path: [language], message: "is no language tag, like en" }]
    const edition = editionFromAuthored(list, language)
    const message = Either.isLeft(edition) ? `must be a vendor list as IAB publishes it; ${edition.left}` : null
    return message === null ? [] : [{ path: [language], message }]
  })

const Bundled = Schema.Record({ key: Schema.String, value: VendorList }).pipe(Schema.filter(bundledProblems))

/** The members of the block that are data; whoever knows what a cache is adds that one. */
export const gvlFields = {
  enabled: Schema.optional(Schema.Boolean.annotations(says("must be true or false"))),
  endpoint: Schema.optional(Schema.String.pipe(Schema.filter(endpointProblem))),
  vendorIds: Schema.optional(
    Schema.Array(Schema.Int.pipe(Schema.positive()).annotations(says("must be a vendor's id, a whole number from 1"))),
  ),
  bundled: Schema.optional(Bundled),
  // A list may be kept no longer than seven days, whatever becomes of its source.
  ttlMs: milliseconds(1_000, 7 * 86_400_000),
  waitMs: milliseconds(0, 60_000),
  delivery: Schema.optional(
    Schema.Literal(...deliveries).annotations(says(`must be ${deliveries.map((name) => `'${name}'`).join(" or ")}`)),
  ),
}

/**
 * Fills in the defaults of a checked block.
 *
 * @param endpoint - where lists are fetched from when the block does not say
 * @returns null when the block declines
 */
export const resolveGvl = <Cache>(options: GvlOptions<Cache>, endpoint: string): GvlSettings<Cache> | null => {
  if (options.enabled === false) return null
  const bundled = Object.entries(options.bundled ?? {})
  return {
    endpoint: options.endpoint ?? endpoint,
    vendorIds: Array.from(new Set(options.vendorIds)).sort((left, right) => left - right),
    bundled: Object.fromEntries(bundled.map(([language, list]) => [language.toLowerCase(), list])),
    cache: options.cache ?? null,
    ttlMs: options.ttlMs ?? 86_400_000,
    waitMs: options.waitMs ?? 2_000,
    delivery: options.delivery ?? "inline",
  }
}
