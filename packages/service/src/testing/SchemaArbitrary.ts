/**
 * Values for JSON Schemas: some that fit, and some that nearly do.
 */
import type { JsonSchema } from "@consent-service/adapter-http/openapi"
import * as fc from "effect/FastCheck"

/** The named schemas that `$ref` can mean. */
export type Components = Readonly<Record<string, JsonSchema>>

/** Additional values for fields of these names, whatever their schemas accept. */
export type Hints = Readonly<Record<string, fc.Arbitrary<unknown>>>

const isSchema = (value: unknown): value is JsonSchema => typeof value === "object" && value !== null

const schemasAt = (schema: JsonSchema, keyword: string): ReadonlyArray<JsonSchema> => {
  const members = schema[keyword]
  return Array.isArray(members) ? members.filter(isSchema) : []
}

const numberAt = (schema: JsonSchema, keyword: string): number | undefined => {
  const value = schema[keyword]
  return typeof value === "number" ? value : undefined
}

const text = (maxLength: number) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.string({ maxLength: Math.min(maxLength, 12) }) },
    { weight: 1, arbitrary: fc.fullUnicodeString({ maxLength: Math.min(maxLength, 12) }) },
    { weight: 1, arbitrary: fc.constantFrom("", "a".repeat(maxLength)) },
  )

const strings = (schema: JsonSchema): fc.Arbitrary<unknown> => {
  const { format, pattern } = schema
  const minLength = numberAt(schema, "minLength") ?? 0
  const maxLength = numberAt(schema, "maxLength") ?? 300
  if (typeof pattern === "string") {
    const matching = fc.stringMatching(new RegExp(pattern, "u"))
    return matching.filter((value) => Array.from(value).length <= maxLength)
  }
  if (format === "date-time") return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  return text(maxLength).filter((value) => Array.from(value).length >= minLength)
}

const numbers = (schema: JsonSchema): fc.Arbitrary<unknown> => {
  const min = numberAt(schema, "minimum") ?? 0
  const max = Math.min(numberAt(schema, "maximum") ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
  return fc.oneof(
    fc.integer({ min, max: Math.min(max, min + 1000) }),
    fc.maxSafeInteger().map((n) => Math.abs(n) % (max + 1)),
    fc.constantFrom(min, max),
  )
}

/** Makes the arbitraries of one document's schemas. */
export const schemaArbitraries = (components: Components, hints: Hints = {}) => {
  const known = new Map<string, fc.Arbitrary<unknown>>()

  const named = (name: string): fc.Arbitrary<unknown> => {
    const found = known.get(name)
    if (found !== undefined) return found
    // Known before it is made: a schema may refer to itself.
    const { tree } = fc.letrec<{ readonly tree: unknown }>((tie) => {
      known.set(name, tie("tree"))
      return { tree: ofSchema(components[name] ?? {}) }
    })
    known.set(name, tree)
    return tree
  }

  /** A hint for a list is one for its items. */
  const hinted = (name: string, schema: JsonSchema): fc.Arbitrary<unknown> | undefined => {
    const hint = hints[name]
    const members = [schema, ...schemasAt(schema, "anyOf")]
    if (hint === undefined || !members.some(({ type }) => type === "array")) return hint
    return fc.array(hint, { minLength: 1, maxLength: 3 })
  }

  const objects = (schema: JsonSchema): fc.Arbitrary<unknown> => {
    const properties = isSchema(schema["properties"]) ? Object.entries(schema["properties"]) : []
    const model: Readonly<Record<string, fc.Arbitrary<unknown>>> = Object.fromEntries(
      properties.map(([name, member]) => {
        const own = isSchema(member) ? member : {}
        return [name, hinted(name, own) ?? ofSchema(own)]
      }),
    )
    const required: ReadonlyArray<unknown> = Array.isArray(schema["required"]) ? schema["required"] : []
    const requiredKeys = Object.keys(model).filter((name) => required.includes(name))
    const listed: fc.Arbitrary<object> = fc.record(model, { requiredKeys })
    const { additionalProperties, propertyNames } = schema
    if (!isSchema(additionalProperties)) return listed
    const keys = isSchema(propertyNames) ? ofSchema({ type: "string", ...propertyNames }).map(String) : text(20)
    return fc
      .tuple(listed, fc.array(fc.tuple(keys, ofSchema(additionalProperties)), { maxLength: 5 }))
      .map(([fields, more]) => ({ ...Object.fromEntries(more), ...fields }))
  }

  const ofSchema = (schema: JsonSchema): fc.Arbitrary<unknown> => {
    const { $ref, enum: values, type } = schema
    if (typeof $ref === "string") return named($ref.replace(/^.*\//, ""))
    if (Array.isArray(values)) return fc.constantFrom(...values)
    const members = schemasAt(schema, "anyOf")
    // A schema with a type has members that are conditions only.
    if (members.length > 0 && type === undefined) return fc.oneof(...members.map(ofSchema))
    switch (type) {
      case "string":
        return strings(schema)
      case "integer":
      case "number":
        return numbers(schema)
      case "boolean":
        return fc.boolean()
      case "null":
        return fc.constant(null)
      case "array":
        return fc.array(ofSchema(isSchema(schema["items"]) ? schema["items"] : {}), {
          minLength: numberAt(schema, "minItems") ?? 0,
          maxLength: 4,
        })
      case "object":
        return objects(schema)
      default:
        return fc.jsonValue({ maxDepth: 2 })
    }
  }

  return ofSchema
}

/** A value within a value, by the keys that lead to it. */
type Path = ReadonlyArray<string>

const pathsOf = (value: unknown, path: Path = []): ReadonlyArray<Path> =>
  isSchema(value) ? [path, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))] : [path]

/** The change of a value at a path; `undefined` takes it out. */
const changed = (value: unknown, [key, ...rest]: Path, to: unknown): unknown => {
  if (key === undefined) return to
  if (Array.isArray(value)) return value.map((item, at) => (String(at) === key ? changed(item, rest, to) : item))
  const entries = Object.entries(isSchema(value) ? value : {}).map(
    ([name, inner]) => [name, name === key ? changed(inner, rest, to) : inner] as const,
  )
  return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined))
}

const oddValues = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    true,
    "",
    0,
    -1,
    1.5,
    1e21,
    Number.MAX_SAFE_INTEGER + 2,
    [],
    {},
    "x".repeat(256),
  ),
  fc.constantFrom<unknown>("1", "null", [[]], [null], { "": null }, " ", "\u{10ffff}".repeat(255), "\u0000", "\ud800"),
  fc.jsonValue({ maxDepth: 1 }),
)

/** A value with one thing changed, anywhere in it: something else, something taken out, or something put in. */
export const nearly = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.tuple(values, fc.nat(), oddValues, fc.option(fc.string({ maxLength: 8 }))).map(([value, at, odd, key]) => {
    const paths = pathsOf(value)
    const path = paths[at % paths.length] ?? []
    return changed(value, path, key === null ? odd : { [key]: odd })
  })
