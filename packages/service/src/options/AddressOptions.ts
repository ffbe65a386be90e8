/**
 * The `ipAddress` and `trustedProxies` options: which address is a visitor's, and how it is stored.
 *
 * @module
 */
import { parseRange, type TrustedProxies as Proxies } from "@consent-service/adapter-http/request"
import {
  type Authored,
  Flag,
  foreign,
  type OptionGroup,
  orNull,
  type Resolved,
  resolving,
  withDefault,
} from "@consent-service/core/authored"
import type { ParseIssue } from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { shortened } from "./Shortened.js"

/** What came: a text as far as it is needed to find it, of anything else the kind. No secret is an address or a header. */
const shown = (value: unknown): string =>
  typeof value === "string" ? JSON.stringify(shortened(value, 60)) : typeof value

/** Names the entries of a list that are wrong; empty for what is no list, or cannot be read. */
const wrongEntries = (value: unknown, isRight: (entry: unknown) => boolean): string => {
  try {
    if (!Array.isArray(value)) return ""
    const wrong = value.flatMap((entry: unknown, at) => (isRight(entry) ? [] : [`entry ${at} is ${shown(entry)}`]))
    return wrong.length === 0 ? "" : `; ${wrong.slice(0, 3).join(", ")}`
  } catch {
    return ""
  }
}

const saysWhich = (message: string, isRight: (entry: unknown) => boolean) => ({
  message: ({ actual }: ParseIssue) => ({ message: message + wrongEntries(actual, isRight), override: true }),
})

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

const HeaderNames = Schema.Array(Schema.String.pipe(Schema.pattern(headerName))).annotations(
  saysWhich("must be an array of header names", (entry) => typeof entry === "string" && headerName.test(entry)),
)

const fields = {
  /**
   * `false` stores no address.
   *
   * @default `true`
   */
  tracking: withDefault(Flag, true),
  /**
   * Masks the last part of stored addresses: the last octet of IPv4, the last 80 bits of IPv6.
   *
   * @default `true`
   */
  masking: withDefault(Flag, true),
  /**
   * Header names in order; the first with a valid address is stored. With `trustedProxies`, the first that the request
   * has is read, and the default is `X-Forwarded-For`, `Forwarded`.
   *
   * @default those of common proxies
   */
  ipAddressHeaders: orNull(resolving(HeaderNames, (names) => names.map((name) => name.toLowerCase()))),
}

/** How visitors' addresses are stored. */
export interface AddressOptions extends Authored<typeof fields>, OptionGroup {}

/** {@link AddressOptions} with defaults; `ipAddressHeaders` is null where its default depends on `trustedProxies`. */
export interface AddressSettings extends Resolved<typeof fields> {}

export const AddressOptions: Schema.Schema<AddressSettings, AddressOptions> = Schema.Struct(fields)

const isHops = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 64

const isRange = (entry: unknown): boolean => typeof entry === "string" && parseRange(entry) !== null

const isRanges = (value: unknown): boolean => Array.isArray(value) && value.every(isRange)

const proxies =
  'must be the number of proxies (0 to 64), an array of their networks such as "10.0.0.0/8" or "2001:db8::1", or "private"'

/** The schema of `trustedProxies`. */
export const TrustedProxies = foreign<Proxies>(
  (value) => isHops(value) || isRanges(value) || value === "private",
  proxies,
).annotations(saysWhich(proxies, isRange))
