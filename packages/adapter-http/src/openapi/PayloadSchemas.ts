/**
 * The JSON Schema of what a route takes. Where decoding refuses unknown keys the schema closes its objects; elsewhere
 * unknown keys are ignored, and it says so by leaving them open.
 *
 * @module
 */
import * as OpenApiJsonSchema from "@effect/platform/OpenApiJsonSchema"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import type { JsonSchema } from "./DocumentTypes.js"

const refusesUnknownKeys = (ast: AST.AST): boolean =>
  Option.exists(
    AST.getAnnotation<AST.ParseOptions>(AST.ParseOptionsAnnotationId)(ast),
    ({ onExcessProperty }) => onExcessProperty === "error",
  )

/** An object without keys of its own choosing; one with them says itself which. */
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

/** What holds for a schema in decoding holds for everything within it. */
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

/** The JSON Schema of what a schema decodes. */
export const payloadSchema = (ast: AST.AST): PayloadSchema => {
  const components: Record<string, JsonSchema> = {}
  const schema = OpenApiJsonSchema.makeWithDefs(Schema.make(closed(ast, false)), {
    defs: components,
    defsPath: "#/components/schemas/",
    additionalPropertiesStrategy: "allow",
  })
  return { schema: { ...schema }, components }
}
