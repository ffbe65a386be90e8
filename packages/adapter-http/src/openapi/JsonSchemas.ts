/**
 * JSON Schemas of the document: those of request bodies, generated here and tidied, and their descriptions, from
 * the annotations of the declared schemas.
 *
 * @module
 */
import * as OpenApiJsonSchema from "@effect/platform/OpenApiJsonSchema"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import type { DeclaredApi, JsonSchema } from "./DocumentTypes.js"
import { type Documentation, documentationOf, type FieldDocumentation } from "@consent-service/core/primitives"
import * as HttpApi from "@effect/platform/HttpApi"
import { ErrorBody } from "../api/ErrorAnswer.js"

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

/**
 * A schema with every schema directly within it replaced.
 *
 * @param within - gets each schema with the keyword that holds it, and its name where the keyword has names
 *
 * @example
 * ```ts
 * import { mapMembers } from "@consent-service/adapter-http/openapi"
 *
 * const schema = { type: "object", properties: { id: { type: "string" } } }
 * mapMembers(schema, (member, _, name) => ({ ...member, description: `The ${name}` }))
 * // { type: "object", properties: { id: { type: "string", description: "The id" } } }
 * ```
 */
export const mapMembers = (schema: JsonSchema, within: Within): JsonSchema =>
  Object.fromEntries(Object.entries(schema).map(([keyword, member]) => [keyword, memberWith(keyword, member, within)]))

const isEmpty = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0

/** Keywords that the generator writes although they have no effect. */
const isNoise = (keyword: string, value: unknown): boolean => {
  switch (keyword) {
    // The generator's own names for types and filters; declared schemas have no titles.
    case "title":
    // The same for all unknown values; no validator accepts it twice.
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

/** Rewrites the generator's form of a map's keys in the usual one. */
const withPlainKeys = ({ patternProperties, ...schema }: JsonSchema): JsonSchema => {
  if (patternProperties === undefined) return schema
  const ofAnyKey = isObject(patternProperties) ? patternProperties[""] : undefined
  return { ...schema, ...(ofAnyKey === undefined ? { patternProperties } : { additionalProperties: ofAnyKey }) }
}

/**
 * A component whose references to itself are unrolled once: importers that follow every `$ref` never finish a recursive
 * schema. Below that depth any value fits, and the description says which form it has.
 *
 * @param reference - how other schemas refer to the component: `#/components/schemas/…`
 *
 * @example
 * ```ts
 * import { unrolled } from "@consent-service/adapter-http/openapi"
 *
 * const reference = "#/components/schemas/Tree"
 * unrolled({ type: "array", items: { $ref: reference } }, reference)
 * // { type: "array", items: { type: "array", items: { description: "Has the form of Tree; nests to any depth" } } }
 * ```
 */
export const unrolled = (component: JsonSchema, reference: string): JsonSchema => {
  const name = reference.replace(/^.*\//, "")
  const replaced = (schema: JsonSchema, inPlace: JsonSchema): JsonSchema =>
    mapMembers(schema, (member) => (member["$ref"] === reference ? inPlace : replaced(member, inPlace)))
  return replaced(component, replaced(component, { description: `Has the form of ${name}; nests to any depth` }))
}

/**
 * A generated schema without empty keywords: titles, empty lists, `additionalProperties: true`.
 *
 * @example
 * ```ts
 * import { tidied } from "@consent-service/adapter-http/openapi"
 *
 * tidied({ type: "object", title: "Place", required: [], additionalProperties: true }) // { type: "object" }
 * ```
 */
export const tidied = (schema: JsonSchema): JsonSchema => {
  const said = Object.entries(schema).filter(([keyword, value]) => !isNoise(keyword, value))
  return mapMembers(withPlainKeys(Object.fromEntries(said)), tidied)
}

const refusesUnknownKeys = (ast: AST.AST): boolean =>
  Option.exists(
    AST.getAnnotation<AST.ParseOptions>(AST.ParseOptionsAnnotationId)(ast),
    ({ onExcessProperty }) => onExcessProperty === "error",
  )

/** An object with fixed keys; a map has its own rule. */
const closedObject = (ast: AST.TypeLiteral, strict: boolean): AST.TypeLiteral => {
  const members = ast.propertySignatures.map(
    ({ annotations, isOptional, isReadonly, name, type }) =>
      new AST.PropertySignature(name, closed(type, strict), isOptional, isReadonly, annotations),
  )
  const closes = strict && ast.indexSignatures.length === 0
  const annotations = closes
    ? { ...ast.annotations, [AST.JSONSchemaAnnotationId]: { additionalProperties: false } }
    : ast.annotations
  return new AST.TypeLiteral(members, ast.indexSignatures, annotations)
}

/** The rule for unknown keys of a schema applies to every schema within it. */
const closed = (ast: AST.AST, inherited: boolean): AST.AST => {
  const strict = inherited || refusesUnknownKeys(ast)
  switch (ast._tag) {
    case "TypeLiteral":
      return closedObject(ast, strict)
    case "Refinement":
      return new AST.Refinement(closed(ast.from, strict), ast.filter, ast.annotations)
    case "Transformation":
      return new AST.Transformation(closed(ast.from, strict), ast.to, ast.transformation, ast.annotations)
    case "Union":
      return AST.Union.make(
        ast.types.map((type) => closed(type, strict)),
        ast.annotations,
      )
    case "TupleType":
      return new AST.TupleType(
        ast.elements.map((one) => new AST.OptionalType(closed(one.type, strict), one.isOptional, one.annotations)),
        ast.rest.map((one) => new AST.Type(closed(one.type, strict), one.annotations)),
        ast.isReadonly,
        ast.annotations,
      )
    default:
      return ast
  }
}

/** A schema for a body, and the components it refers to by name. */
export interface PayloadSchema {
  readonly schema: JsonSchema
  readonly components: Readonly<Record<string, JsonSchema>>
}

/**
 * The JSON Schema of a schema's input. Where decoding refuses unknown keys the schema closes its objects; elsewhere
 * unknown keys are ignored, and the objects stay open.
 *
 * @example
 * ```ts
 * import { payloadSchema } from "@consent-service/adapter-http/openapi"
 * import * as Schema from "effect/Schema"
 *
 * payloadSchema(Schema.Struct({ country: Schema.String }).ast).schema["required"] // ["country"]
 * ```
 */
export const payloadSchema = (ast: AST.AST): PayloadSchema => {
  const components: Record<string, JsonSchema> = {}
  const schema = OpenApiJsonSchema.makeWithDefs(Schema.make(closed(ast, false)), {
    defs: components,
    defsPath: "#/components/schemas/",
    additionalPropertiesStrategy: "allow",
  })
  return { schema: { ...schema }, components }
}

/** The documentation of components by name. */
export type Documentations = ReadonlyMap<string, Documentation>

/** Library schemas, which have an identifier but cannot be annotated. */
const librarySchemas: ReadonlyArray<readonly [string, Documentation]> = [
  ["UUID", { description: "A UUID of any version" }],
  ["Int", { description: "A whole number" }],
]

/**
 * The documentation of every schema that a declaration refers to.
 *
 * @example
 * ```ts
 * import { api } from "@consent-service/adapter-http/api"
 * import { documentationsOf } from "@consent-service/adapter-http/openapi"
 *
 * documentationsOf(api).get("Int")?.description // "A whole number"
 * ```
 */
export const documentationsOf = (declared: DeclaredApi): Documentations => {
  const roots = [ErrorBody.ast]
  HttpApi.reflect(declared, {
    onGroup: () => {},
    onEndpoint: ({ payloads, successes }) => {
      for (const { ast } of payloads.values()) roots.push(ast)
      for (const { ast } of successes.values()) roots.push(...Option.toArray(ast))
    },
  })
  return new Map([...librarySchemas, ...documentationOf(roots)])
}

const asSchema = (documentation: FieldDocumentation): JsonSchema =>
  typeof documentation === "string" ? { description: documentation } : documentation

type Fields = NonNullable<Documentation["fields"]>

/** The documentation of a field by its dotted path, else by the longest end of the path that has one. */
const ofField = (fields: Fields, path: ReadonlyArray<string>): FieldDocumentation | undefined => {
  const from = path.findIndex((_, at) => Object.hasOwn(fields, path.slice(at).join(".")))
  return from < 0 ? undefined : fields[path.slice(from).join(".")]
}

const withFields = (schema: JsonSchema, fields: Fields, path: ReadonlyArray<string>): JsonSchema =>
  mapMembers(schema, (member, keyword, name) => {
    if (keyword !== "properties" || name === null) return withFields(member, fields, path)
    const inner = [...path, name]
    const documentation = ofField(fields, inner)
    return { ...withFields(member, fields, inner), ...(documentation === undefined ? {} : asSchema(documentation)) }
  })

/**
 * The components of a document, tidied and described.
 *
 * @param components - by name
 * @param documentations - the descriptions, by the same names
 *
 * @example
 * ```ts
 * import { withDescriptions } from "@consent-service/adapter-http/openapi"
 *
 * const components = { Place: { type: "object", properties: { country: { type: "string" } } } }
 * const documentation = { description: "A place", fields: { country: "ISO 3166-1 code" } }
 * const { Place } = withDescriptions(components, new Map([["Place", documentation]]))
 * Place // { type: "object", properties: { country: { type: "string", description: "ISO 3166-1 code" } }, description: "A place" }
 * ```
 */
export const withDescriptions = (
  components: Readonly<Record<string, object>>,
  documentations: Documentations,
): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    Object.entries(components).map(([name, generated]) => {
      const schema = unrolled(tidied({ ...generated }), `#/components/schemas/${name}`)
      const documentation = documentations.get(name)
      if (documentation === undefined) return [name, schema]
      const { description, fields = {}, keywords = {} } = documentation
      return [name, { ...withFields(schema, fields, []), description, ...keywords }]
    }),
  )
