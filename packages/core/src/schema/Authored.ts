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

/** Replaces a schema's own message, and those of what is inside. */
export const says = (message: string) => ({ message: () => ({ message, override: true }) })

/** An option with a default. `undefined` counts as left out. */
export const withDefault = <A, I>(schema: Schema.Schema<A, I>, byDefault: NoInfer<A>) =>
  Schema.optionalWith(schema, { default: () => byDefault })

/** An option whose setting is null when it is left out. */
export const orNull = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optionalToRequired(Schema.UndefinedOr(schema), Schema.NullOr(Schema.typeSchema(schema)), {
    decode: (authored) => Option.getOrUndefined(authored) ?? null,
    encode: Option.fromNullable,
  })

/** An option whose setting is left out when it is left out. */
export const optional = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optionalToOptional(Schema.UndefinedOr(schema), Schema.typeSchema(schema), {
    decode: Option.flatMap(Option.fromNullable),
    encode: (setting) => setting,
  })

/** A group whose members can all be left out, and the group with them. */
export const group = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optionalWith(schema, { default: () => Schema.decodeUnknownSync(schema)({}) })

/** A value that another check judges. */
export const unjudged = <A>(): Schema.Schema<A> => Schema.declare((_value: unknown): _value is A => true)

/** Names the type of a value that a schema checks in part only. */
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

/** Makes a setting of a checked option. */
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

/** A function, or an object of another library, that passes a test. */
export const foreign = <A>(test: (value: unknown) => boolean, message: string): Schema.Schema<A> =>
  Schema.declare((value: unknown): value is A => passes(test, value)).annotations(says(message))

/** A function. */
export const callback = <F extends (...args: never) => unknown>(): Schema.Schema<F> =>
  foreign<F>((value) => typeof value === "function", "must be a function")

export const Text = Schema.String.annotations(says("must be a string"))

export const Flag = Schema.Boolean.annotations(says("must be true or false"))

export const NonBlank = Schema.String.pipe(Schema.filter((text) => text.trim() !== "")).annotations(
  says("must be a string that is not blank"),
)

export const Texts = Schema.Array(Text).annotations(says("must be an array of strings"))

/** A whole number within bounds, of some unit. */
export const whole = (unit: string, least: number, most: number) =>
  Schema.Int.pipe(Schema.between(least, most)).annotations(
    says(`must be a whole number of ${unit}, ${least} to ${most}`),
  )
