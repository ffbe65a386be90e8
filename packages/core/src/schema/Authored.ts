/**
 * Declares groups of options: one schema a group. Its encoded side is what an integrator writes, its type is the
 * settings that result, defaults included. A member's docstring is its text in editors and in the README's table.
 *
 * @module
 */
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"

type OptionalNames<Members> = {
  [Name in keyof Members]-?: Partial<Pick<Members, Name>> extends Pick<Members, Name> ? Name : never
}[keyof Members]

/** Maps over the declaration, since only such a type keeps the docstrings of its members. */
type Documented<Fields, Members> = {
  readonly [Name in keyof Fields]: Name extends keyof Members ? Members[Name] : never
}

type Named<Fields, Members> = Partial<Pick<Documented<Fields, Members>, OptionalNames<Members> & keyof Fields>> &
  Pick<Documented<Fields, Members>, Exclude<keyof Fields, OptionalNames<Members>>>

/** What an integrator writes for a group, with the docstrings of its declaration. Extend it by a named interface, and {@link OptionGroup}. */
export type Authored<Fields extends Schema.Struct.Fields> = Named<Fields, Schema.Struct.Encoded<Fields>>

/** The settings of a group: every default filled in. Extend it by a named interface. */
export type Resolved<Fields extends Schema.Struct.Fields> = Named<Fields, Schema.Struct.Type<Fields>>

/**
 * The second base of each group's interface. The compiler names an interface with a single base after that base, and
 * its errors would show the schemas.
 */
// oxlint-disable-next-line
export interface OptionGroup {}

/**
 * The message of a schema's annotations: it replaces the schema's own message, and those of what is inside.
 *
 * @example
 * ```ts
 * import { says } from "@consent-service/core/authored"
 * import * as Schema from "effect/Schema"
 *
 * const Port = Schema.Int.annotations(says("must be a port"))
 * ```
 */
export const says = (message: string) => ({ message: () => ({ message, override: true }) })

/**
 * An option with a default. `undefined` counts as missing.
 *
 * @param byDefault - the setting of a missing option
 *
 * @example
 * ```ts
 * import { Flag, withDefault } from "@consent-service/core/authored"
 * import * as Schema from "effect/Schema"
 *
 * const Options = Schema.Struct({ verifyOnSave: withDefault(Flag, false) })
 * Schema.decodeSync(Options)({}) // { verifyOnSave: false }
 * ```
 */
export const withDefault = <A, I>(schema: Schema.Schema<A, I>, byDefault: NoInfer<A>) =>
  Schema.optionalWith(schema, { default: () => byDefault })

/**
 * An option whose setting is null when it is missing. `undefined` counts as missing.
 *
 * @example
 * ```ts
 * import { orNull, Text } from "@consent-service/core/authored"
 * import * as Schema from "effect/Schema"
 *
 * const Options = Schema.Struct({ docsPath: orNull(Text) })
 * Schema.decodeSync(Options)({}) // { docsPath: null }
 * ```
 */
export const orNull = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optionalToRequired(Schema.UndefinedOr(schema), Schema.NullOr(Schema.typeSchema(schema)), {
    decode: (authored) => Option.getOrUndefined(authored) ?? null,
    encode: Option.fromNullable,
  })

/**
 * An option whose setting is absent when it is missing. `undefined` counts as missing.
 *
 * @example
 * ```ts
 * import { optional, Text } from "@consent-service/core/authored"
 * import * as Schema from "effect/Schema"
 *
 * const Options = Schema.Struct({ issuer: optional(Text) })
 * Schema.decodeSync(Options)({ issuer: undefined }) // {}
 * ```
 */
export const optional = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optionalToOptional(Schema.UndefinedOr(schema), Schema.typeSchema(schema), {
    decode: Option.flatMap(Option.fromNullable),
    encode: (setting) => setting,
  })

/**
 * A group with only optional members, which is itself optional: a missing group is decoded from `{}`.
 *
 * @example
 * ```ts
 * import { Flag, group, withDefault } from "@consent-service/core/authored"
 * import * as Schema from "effect/Schema"
 *
 * const Options = Schema.Struct({ openapi: group(Schema.Struct({ enabled: withDefault(Flag, true) })) })
 * Schema.decodeSync(Options)({}) // { openapi: { enabled: true } }
 * ```
 */
export const group = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optionalWith(schema, { default: () => Schema.decodeUnknownSync(schema)({}) })

/**
 * A value of any shape that another check validates: decoding passes it on unchanged.
 *
 * @example
 * ```ts
 * import { unjudged } from "@consent-service/core/authored"
 * import * as Schema from "effect/Schema"
 *
 * const Options = Schema.Struct({ headers: unjudged<Headers>() })
 * ```
 */
export const unjudged = <A>(): Schema.Schema<A> => Schema.declare((_value: unknown): _value is A => true)

/**
 * Names the type of a value that a schema checks only in part. Decoding gives the value as it is, not as the schema
 * decodes it.
 *
 * @example
 * ```ts
 * import { as } from "@consent-service/core/authored"
 * import * as Schema from "effect/Schema"
 *
 * type Texts = Readonly<Record<string, { readonly title?: string }>>
 * const Authored = as<Texts>()(Schema.Record({ key: Schema.String, value: Schema.Object }))
 * Schema.decodeSync(Authored)({ de: { title: "Einwilligung" } }) // { de: { title: "Einwilligung" } }
 * ```
 */
export const as =
  <A>() =>
  <B, I>(schema: Schema.Schema<B, I>): Schema.Schema<A> => {
    const check = ParseResult.decodeUnknownEither(schema)
    return Schema.transformOrFail(unjudged<A>(), unjudged<A>(), {
      strict: true,
      decode: (value, options) => Either.map(check(value, options), () => value),
      encode: (value) => ParseResult.succeed(value),
    })
  }

/**
 * Makes a setting of a checked option. Encoding is an error, because the authored value is lost.
 *
 * @example
 * ```ts
 * import { resolving, Text } from "@consent-service/core/authored"
 * import * as Schema from "effect/Schema"
 *
 * const BasePath = resolving(Text, (path) => path.replace(/\/$/, ""))
 * Schema.decodeSync(BasePath)("/consent/") // "/consent"
 * ```
 */
export const resolving = <A, I, B>(schema: Schema.Schema<A, I>, resolve: (option: A) => B): Schema.Schema<B, I> =>
  Schema.transformOrFail(schema, unjudged<B>(), {
    strict: true,
    decode: (authored) => ParseResult.succeed(resolve(authored)),
    encode: (setting, _, ast) => ParseResult.fail(new ParseResult.Forbidden(ast, setting, "settings only")),
  })

const passes = (test: (value: unknown) => boolean, value: unknown): boolean => {
  try {
    return test(value)
  } catch {
    // An object that throws when it is read, such as a revoked proxy.
    return false
  }
}

/**
 * A function, or an object of another library, that passes a test. A value for which the test throws does not pass.
 *
 * @param test - checks the parts that are used
 * @param message - what the value must be, for an error
 *
 * @example
 * ```ts
 * import { foreign } from "@consent-service/core/authored"
 * import * as Predicate from "effect/Predicate"
 *
 * const Logger = foreign<Pick<Console, "log">>(Predicate.hasProperty("log"), "must have a method log")
 * ```
 */
export const foreign = <A>(test: (value: unknown) => boolean, message: string): Schema.Schema<A> =>
  Schema.declare((value: unknown): value is A => passes(test, value)).annotations(says(message))

/**
 * A function of the given type; its parameters and its result are not checked.
 *
 * @example
 * ```ts
 * import { callback } from "@consent-service/core/authored"
 * import * as Schema from "effect/Schema"
 *
 * const Options = Schema.Struct({ onReport: callback<(report: string) => void>() })
 * ```
 */
export const callback = <F extends (...args: never) => unknown>(): Schema.Schema<F> =>
  foreign<F>((value) => typeof value === "function", "must be a function")

/** Any string, including the empty one. */
export const Text = Schema.String.annotations(says("must be a string"))

/** A boolean. */
export const Flag = Schema.Boolean.annotations(says("must be true or false"))

/** A string that is not blank. */
export const NonBlank = Schema.String.pipe(Schema.filter((text) => text.trim() !== "")).annotations(
  says("must be a string that is not blank"),
)

/** A list of strings, of any length. */
export const Texts = Schema.Array(Text).annotations(says("must be an array of strings"))

/**
 * A whole number within bounds, both inclusive.
 *
 * @param unit - of what, for the error message
 *
 * @example
 * ```ts
 * import { whole } from "@consent-service/core/authored"
 * import * as Schema from "effect/Schema"
 *
 * const TtlMs = whole("milliseconds", 1, 86_400_000)
 * Schema.is(TtlMs)(60_000) // true
 * Schema.is(TtlMs)(0.5) // false
 * ```
 */
export const whole = (unit: string, least: number, most: number) =>
  Schema.Int.pipe(Schema.between(least, most)).annotations(
    says(`must be a whole number of ${unit}, ${least} to ${most}`),
  )
