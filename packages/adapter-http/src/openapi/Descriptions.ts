/**
 * Descriptions of the document's schemas and their fields, from the annotations of the declared schemas.
 *
 * @module
 */
import { type Documentation, documentationOf, type FieldDocumentation } from "@consent-service/core/primitives"
import * as HttpApi from "@effect/platform/HttpApi"
import * as Option from "effect/Option"
import { ErrorBody } from "../api/ErrorAnswer.js"
import type { DeclaredApi, JsonSchema } from "./DocumentTypes.js"
import { mapMembers, tidied, unrolled } from "./JsonSchemas.js"

/** The documentation of components by name. */
export type Documentations = ReadonlyMap<string, Documentation>

/** Schemas of the library, which have an identifier but cannot be annotated. */
const librarySchemas: ReadonlyArray<readonly [string, Documentation]> = [
  ["UUID", { description: "A UUID of any version" }],
  ["Int", { description: "A whole number" }],
]

/** The documentation of every schema that a declaration refers to. */
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

/** The components of a document, tidied and described. */
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
