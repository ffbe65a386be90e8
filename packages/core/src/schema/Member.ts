/**
 * How members of objects on the wire are declared.
 *
 * @module
 */
import * as Schema from "effect/Schema"

/**
 * A member that may be absent, but not `undefined`: JSON knows no such value.
 *
 * @example
 * ```ts
 * import { optional } from "@consent-service/core/primitives"
 * import * as Schema from "effect/Schema"
 *
 * const Vendor = Schema.Struct({ name: Schema.String, legalName: optional(Schema.String) })
 * Schema.is(Vendor)({ name: "Maps" }) // true
 * Schema.is(Vendor)({ name: "Maps", legalName: undefined }) // false
 * ```
 */
export const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/**
 * A member that may be absent, where null says the same: {@link withoutNulls} leaves it out.
 *
 * @example
 * ```ts
 * import { omissible } from "@consent-service/core/primitives"
 * import * as Schema from "effect/Schema"
 *
 * const Place = Schema.Struct({ country: Schema.String, region: omissible(Schema.String) })
 * Schema.is(Place)({ country: "FR", region: null }) // true
 * ```
 */
export const omissible = <A, I>(schema: Schema.Schema<A, I>) => optional(Schema.NullOr(schema))

/** An object whose members are not null, but for those whose null has a meaning. */
export type WithoutNulls<A, Kept extends keyof A = never> = {
  [Name in keyof A]: Name extends Kept ? A[Name] : Exclude<A[Name], null>
}

const hasNoNulls = <A extends object, Kept extends keyof A>(
  value: A,
  kept: ReadonlyArray<PropertyKey>,
): value is A & WithoutNulls<A, Kept> => {
  for (const name in value) if (value[name] === null && !kept.includes(name)) return false
  return true
}

/**
 * Leaves out the members that are null, but for those whose null has a meaning.
 *
 * @returns the object as it is when there is nothing to leave out, else a copy
 *
 * @example
 * ```ts
 * import { withoutNulls } from "@consent-service/core/primitives"
 *
 * withoutNulls({ country: "FR", region: null, policy: null }, ["policy"]) // { country: "FR", policy: null }
 * ```
 */
export const withoutNulls = <A extends object, const Kept extends keyof A = never>(
  value: A,
  kept: ReadonlyArray<Kept> = [],
): WithoutNulls<A, Kept> => {
  if (hasNoNulls<A, Kept>(value, kept)) return value
  const rest = { ...value }
  for (const name of Object.keys(rest)) {
    if (Reflect.get(rest, name) === null && !kept.some((one) => one === name)) Reflect.deleteProperty(rest, name)
  }
  return withoutNulls(rest, kept)
}

/** As an annotation: a key that has no place is an issue. Without it decoding drops such a key and says nothing. */
export const strict = { parseOptions: { onExcessProperty: "error" } } as const
