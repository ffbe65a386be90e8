/**
 * JSON Schemas as trees: a change to each schema within a schema, from the outside in.
 *
 * @module
 */
import type { JsonSchema } from "./DocumentTypes.js"

/** Keywords that hold one schema. */
const single = ["additionalProperties", "propertyNames", "items", "not", "if", "then", "else"]

/** Keywords that hold a list of schemas. */
const lists = ["anyOf", "allOf", "oneOf", "prefixItems"]

/** Keywords that hold schemas by name. */
const maps = ["properties", "patternProperties"]

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value)

type Within = (schema: JsonSchema, keyword: string, name: string | null) => JsonSchema

const memberWith = (keyword: string, member: unknown, within: Within): unknown => {
  if (single.includes(keyword)) return isObject(member) ? within(member, keyword, null) : member
  if (lists.includes(keyword) && Array.isArray(member)) {
    return member.map((one: unknown) => (isObject(one) ? within(one, keyword, null) : one))
  }
  if (!maps.includes(keyword) || !isObject(member)) return member
  return Object.fromEntries(
    Object.entries(member).map(([name, one]) => [name, isObject(one) ? within(one, keyword, name) : one]),
  )
}

/** A schema with every schema directly within it replaced. */
export const mapMembers = (schema: JsonSchema, within: Within): JsonSchema =>
  Object.fromEntries(Object.entries(schema).map(([keyword, member]) => [keyword, memberWith(keyword, member, within)]))

const isEmpty = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0

/** What the generator writes although it says nothing. */
const isNoise = (keyword: string, value: unknown): boolean => {
  switch (keyword) {
    // The generator's own names for types and filters; none of ours has a title.
    case "title":
    // One and the same for all unknown values, which no validator accepts twice.
    case "$id":
      return true
    case "required":
    case "properties":
      return isEmpty(value)
    case "additionalProperties":
      return value === true
    default:
      return false
  }
}

/** The generator's way of writing the keys that a map may have, in the usual one. */
const withPlainKeys = ({ patternProperties, ...schema }: JsonSchema): JsonSchema => {
  if (patternProperties === undefined) return schema
  const ofAnyKey = isObject(patternProperties) ? patternProperties[""] : undefined
  return { ...schema, ...(ofAnyKey === undefined ? { patternProperties } : { additionalProperties: ofAnyKey }) }
}

/** A generated schema without what says nothing. */
export const tidied = (schema: JsonSchema): JsonSchema => {
  const said = Object.entries(schema).filter(([keyword, value]) => !isNoise(keyword, value))
  return mapMembers(withPlainKeys(Object.fromEntries(said)), tidied)
}
