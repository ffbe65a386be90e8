/**
 * The members of a group of options, found in its schema: what the variables of a server and the tables of the
 * documentation are made of.
 *
 * @module
 */
import * as Option from "effect/Option"
import type * as SchemaAST from "effect/SchemaAST"

/** A member of a group. */
export interface OptionMember {
  readonly name: string
  /** The schema of the authored value. */
  readonly ast: SchemaAST.AST
  /** The default from the group's schema; null where the member is null without a value, or has no default. */
  readonly byDefault: unknown
}

const withDefaults = (
  members: ReadonlyArray<OptionMember>,
  transformation: SchemaAST.TransformationKind,
): ReadonlyArray<OptionMember> => {
  if (transformation._tag !== "TypeLiteralTransformation") return members
  const filled = new Map(
    transformation.propertySignatureTransformations.map(({ decode, from }) => [
      String(from),
      Option.getOrNull(decode(Option.none())),
    ]),
  )
  return members.map((member) => ({ ...member, byDefault: filled.get(member.name) ?? member.byDefault }))
}

/** The members of a group's schema; none for other schemas. */
export const optionMembers = (ast: SchemaAST.AST): ReadonlyArray<OptionMember> => {
  switch (ast._tag) {
    case "TypeLiteral":
      return ast.propertySignatures.map(({ name, type }) => ({ name: String(name), ast: type, byDefault: null }))
    case "Union":
      return ast.types.flatMap(optionMembers)
    case "Refinement":
      return optionMembers(ast.from)
    case "Transformation":
      return withDefaults(optionMembers(ast.from), ast.transformation)
    default:
      return []
  }
}
