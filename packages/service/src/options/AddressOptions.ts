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
  says,
  withDefault,
} from "@consent-service/core/authored"
import * as Schema from "effect/Schema"

const HeaderNames = Schema.Array(Schema.String.pipe(Schema.pattern(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/))).annotations(
  says("must be an array of header names"),
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

const isRanges = (value: unknown): boolean =>
  Array.isArray(value) && value.every((range) => typeof range === "string" && parseRange(range) !== null)

/** The schema of `trustedProxies`. */
export const TrustedProxies = foreign<Proxies>(
  (value) => isHops(value) || isRanges(value) || value === "private",
  'must be the number of proxies (0 to 64), an array of their networks such as "10.0.0.0/8" or "2001:db8::1", or "private"',
)
