/**
 * Descriptions of a schema and its fields, as an annotation of the schema. Generated documents read them.
 *
 * @module
 */
import * as Option from "effect/Option"
import * as AST from "effect/SchemaAST"

/** Keywords of JSON Schema. */
export type Keywords = Readonly<Record<string, unknown>>

/** The description of a field, or keywords with a description among them. */
export type FieldDocumentation = string | (Keywords & { readonly description: string })

/** The documentation of a schema that has an identifier. */
export interface Documentation {
  readonly description: string
  /**
   * By dotted path, or by the end of the path where it has the same meaning everywhere: `basis.kind`, `confirmedAt`.
   */
  readonly fields?: Readonly<Record<string, FieldDocumentation>>
  /** Keywords of the schema itself that cannot be derived from it. */
  readonly keywords?: Keywords
}

const key: unique symbol = Symbol.for("@consent-service/core/schema/Documentation")

/**
 * Documentation as annotations of a schema. It never appears in the messages of decoding errors.
 *
 * @example
 * ```ts
 * import { described } from "@consent-service/core/primitives"
 * import * as Schema from "effect/Schema"
 *
 * const Place = Schema.Struct({ country: Schema.String }).annotations({
 *   identifier: "Place",
 *   ...described({ description: "A place", fields: { country: "ISO 3166-1 code" } }),
 * })
 * ```
 */
export const described = (documentation: Documentation): { readonly [key]: Documentation } => ({ [key]: documentation })

/** The schemas directly within a schema. */
const within = (ast: AST.AST): ReadonlyArray<AST.AST> => {
  switch (ast._tag) {
    case "TypeLiteral":
      return [...ast.propertySignatures, ...ast.indexSignatures].map(({ type }) => type)
    case "TupleType":
      return [...ast.elements, ...ast.rest].map(({ type }) => type)
    case "Union":
      return ast.types
    case "Refinement":
      return [ast.from]
    case "Transformation":
      return [ast.from, ast.to]
    case "Suspend":
      return [ast.f()]
    default:
      return []
  }
}

/**
 * The documentation of every documented schema within some schemas, by identifier.
 *
 * @example
 * ```ts
 * import { described, documentationOf } from "@consent-service/core/primitives"
 * import * as Schema from "effect/Schema"
 *
 * const Place = Schema.Struct({ country: Schema.String }).annotations({
 *   identifier: "Place",
 *   ...described({ description: "A place" }),
 * })
 * documentationOf([Schema.Array(Place).ast]).get("Place") // { description: "A place" }
 * ```
 */
export const documentationOf = (roots: ReadonlyArray<AST.AST>): ReadonlyMap<string, Documentation> => {
  const found = new Map<string, Documentation>()
  const seen = new Set<AST.AST>()
  const look = (ast: AST.AST): void => {
    if (seen.has(ast)) return
    seen.add(ast)
    const documentation = Option.getOrUndefined(AST.getAnnotation<Documentation>(key)(ast))
    const identifier = Option.getOrUndefined(AST.getIdentifierAnnotation(ast))
    if (documentation !== undefined && identifier !== undefined) found.set(identifier, documentation)
    within(ast).forEach(look)
  }
  roots.forEach(look)
  return found
}
