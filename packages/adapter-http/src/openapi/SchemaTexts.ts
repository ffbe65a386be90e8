/**
 * Puts words to the fields of the document's schemas, and the constraints that a decoder has but no schema can derive.
 *
 * Not annotations of the schemas themselves: there a description takes the place of a decoder's own words in the
 * messages of its errors.
 *
 * @module
 */
import type { JsonSchema } from "./DocumentTypes.js"
import { mapMembers, tidied } from "./JsonSchemas.js"
import { answerTexts } from "./texts/AnswerTexts.js"
import { policyTexts } from "./texts/PolicyTexts.js"
import { requestTexts } from "./texts/RequestTexts.js"
import type { FieldText, SchemaText } from "./texts/SchemaText.js"

/** The words for each component, by its name. */
export const schemaTexts: Readonly<Record<string, SchemaText>> = { ...requestTexts, ...policyTexts, ...answerTexts }

const asSchema = (text: FieldText): JsonSchema => (typeof text === "string" ? { description: text } : text)

/** The text of a field by its dotted path, else by the longest end of it that has one. */
const textOf = (fields: SchemaText["fields"], path: ReadonlyArray<string>): FieldText | undefined => {
  const from = path.findIndex((_, at) => Object.hasOwn(fields, path.slice(at).join(".")))
  return from < 0 ? undefined : fields[path.slice(from).join(".")]
}

const withFields = (schema: JsonSchema, fields: SchemaText["fields"], path: ReadonlyArray<string>): JsonSchema =>
  mapMembers(schema, (member, keyword, name) => {
    if (keyword !== "properties" || name === null) return withFields(member, fields, path)
    const inner = [...path, name]
    const text = textOf(fields, inner)
    return { ...withFields(member, fields, inner), ...(text === undefined ? {} : asSchema(text)) }
  })

/** The components of a document, tidied and in words. */
export const withTexts = (components: Readonly<Record<string, object>>): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    Object.entries(components).map(([name, generated]) => {
      const schema = tidied({ ...generated })
      const text = schemaTexts[name]
      if (text === undefined) return [name, schema]
      const { also = {}, description, fields } = text
      return [name, { ...withFields(schema, fields, []), description, ...also }]
    }),
  )
