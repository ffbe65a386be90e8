/**
 * The expected shape of an answer, checked before its type is relied on. Unnamed members are ignored,
 * so that a newer service may add more.
 *
 * @module
 */

/** A check whether a JSON value is a `Value`. */
export interface Shape<Value> {
  /**
   * @param at - the path of the value, such as `subjects.0.createdAt`; empty for the whole body
   * @returns the path and the reason; null for a valid value
   */
  readonly problem: (value: unknown, at: string) => string | null
  /** Never set: it carries the type. */
  readonly value?: Value
}

/** The type that a shape describes. */
export type ValueOf<S> = S extends Shape<infer Value> ? Value : never

/** Whether a value has a shape. */
export const isOf = <Value>(shape: Shape<Value>, value: unknown): value is Value => shape.problem(value, "") === null

type JsonObject = { readonly [key: string]: unknown }

/** Whether a JSON value is an object. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const wrong = (at: string, expected: string): string => `${at === "" ? "the body" : at} must be ${expected}`

const where = (expected: string, test: (value: unknown) => boolean) => ({
  problem: (value: unknown, at: string) => (test(value) ? null : wrong(at, expected)),
})

const firstOf = (problems: Iterable<string | null>): string | null => {
  for (const problem of problems) if (problem !== null) return problem
  return null
}

const under = (at: string, key: string | number): string => (at === "" ? String(key) : `${at}.${key}`)

export const text: Shape<string> = where("a string", (value) => typeof value === "string")

export const flag: Shape<boolean> = where("a boolean", (value) => typeof value === "boolean")

export const number: Shape<number> = where("a number", (value) => typeof value === "number")

/** A whole number, not negative. */
export const count: Shape<number> = where(
  "a whole number",
  (value) => Number.isSafeInteger(value) && Number(value) >= 0,
)

/** A time as ISO 8601, or as epoch milliseconds. */
export const time: Shape<string | number> = where(
  "a time",
  (value) => (typeof value === "string" || typeof value === "number") && !Number.isNaN(new Date(value).getTime()),
)

export const literal = <const Value extends string | number | boolean>(...values: ReadonlyArray<Value>): Shape<Value> =>
  where(values.map((one) => JSON.stringify(one)).join(" or "), (value) => values.some((one) => one === value))

/** Any JSON value, or none. */
export const anything: Shape<unknown> = where("any value", () => true)

/** Any JSON object. */
export const anyObject: Shape<JsonObject> = where("an object", isObject)

export const nullOr = <Value>(shape: Shape<Value>): Shape<Value | null> => ({
  problem: (value, at) => (value === null ? null : shape.problem(value, at)),
})

export const either = <A, B>(one: Shape<A>, other: Shape<B>): Shape<A | B> => ({
  problem: (value, at) => (one.problem(value, at) === null ? null : other.problem(value, at)),
})

export const list = <Value>(shape: Shape<Value>): Shape<ReadonlyArray<Value>> => ({
  problem: (value, at) =>
    Array.isArray(value)
      ? firstOf(value.map((item, index) => shape.problem(item, under(at, index))))
      : wrong(at, "a list"),
})

export const record = <Value>(shape: Shape<Value>): Shape<{ readonly [key: string]: Value }> => ({
  problem: (value, at) =>
    isObject(value)
      ? firstOf(Object.entries(value).map(([key, one]) => shape.problem(one, under(at, key))))
      : wrong(at, "an object"),
})

type Members = { readonly [key: string]: Shape<unknown> }

/** The checked type of members. */
type Checked<Fields extends Members> = { readonly [Key in keyof Fields]: ValueOf<Fields[Key]> }

type Join<Fields> = { readonly [Key in keyof Fields]: Fields[Key] }

/**
 * An object.
 *
 * @param required - required members
 * @param optional - optional members
 */
export const object = <const Fields extends Members, const Others extends Members = Record<never, never>>(
  required: Fields,
  optional?: Others,
): Shape<Join<Checked<Fields> & Partial<Checked<Others>>>> => ({
  problem: (value, at) => {
    if (!isObject(value)) return wrong(at, "an object")
    const present = Object.entries(optional ?? {}).filter(([key]) => Object.hasOwn(value, key))
    return firstOf(
      [...Object.entries(required), ...present].map(([key, shape]) =>
        shape.problem(Object.hasOwn(value, key) ? value[key] : undefined, under(at, key)),
      ),
    )
  },
})
