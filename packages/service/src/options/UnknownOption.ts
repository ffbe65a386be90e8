/**
 * The message for a name that is not an option.
 *
 * @module
 */
import type * as SchemaAST from "effect/SchemaAST"
import { nearest } from "./Nearest.js"
import { optionMembers } from "./OptionMembers.js"

/** The names next to an unknown one. */
const siblings = (ast: SchemaAST.AST, groups: ReadonlyArray<string>): ReadonlyArray<string> =>
  groups
    .reduce(
      (members, group) => members.filter(({ name }) => name === group).flatMap((member) => optionMembers(member.ast)),
      optionMembers(ast),
    )
    .map(({ name }) => name)

/**
 * Explains names that are not options of a schema, with the option that was probably meant.
 *
 * @param prefix - the group that the schema is of, such as `server.`
 */
export const explainUnknown =
  (ast: SchemaAST.AST, prefix = "") =>
  (option: string): string => {
    const groups = option.split(".")
    const name = groups.pop() ?? ""
    const meant = nearest(name, siblings(ast, groups))
    return meant === null
      ? "is not an option"
      : `is not an option; did you mean ${prefix}${[...groups, meant].join(".")}?`
  }
