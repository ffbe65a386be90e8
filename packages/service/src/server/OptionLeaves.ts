/**
 * The options that a string can express, and so an environment variable can set. Found in the schemas of the
 * options, so that a new option has its variable without more being written.
 *
 * @module
 */
import * as SchemaAST from "effect/SchemaAST"
import { optionMembers } from "../options/OptionMembers.js"
import { optionFields } from "../options/Options.js"
import { ServerOptions } from "../options/ServerOptions.js"
import { group } from "@consent-service/core/authored"
import * as Schema from "effect/Schema"

/** How a text becomes a value. */
export type LeafForm = "text" | "number" | "flag" | "texts" | "numbers"

/** An option without members. */
export interface OptionLeaf {
  readonly path: ReadonlyArray<string>
  /** The possible types, the stricter first: a string is a flag or a number if it is valid as one. */
  readonly forms: ReadonlyArray<LeafForm>
  /** The only valid strings; empty where any string is valid. */
  readonly words: ReadonlyArray<string>
}

/** Options whose schemas do not show their type, and those that strings express only in part. */
const declared: Readonly<Record<string, ReadonlyArray<LeafForm>>> = {
  database: ["text"],
  "replica.url": ["text"],
  "server.port": ["number"],
  "server.metrics.port": ["number"],
  trustedProxies: ["number", "texts"],
  "manifestCache.sMaxAge": ["number"],
  "manifestCache.staleWhileRevalidate": ["number"],
  "script.bundles.full": ["text"],
  "script.bundles.headless": ["text"],
  "script.bundles.iab": ["text"],
  "script.bundles.fullFirst": ["text"],
  "script.bundles.fullSurfaces": ["text"],
  "script.bundles.fullRest": ["text"],
  "script.bundles.iabFirst": ["text"],
  "script.bundles.iabSurfaces": ["text"],
  "script.bundles.iabRest": ["text"],
  "script.bundles.tools": ["text"],
  "script.bundles.declaration": ["text"],
}

const scalarForms: Readonly<Partial<Record<SchemaAST.AST["_tag"], LeafForm>>> = {
  StringKeyword: "text",
  NumberKeyword: "number",
  BooleanKeyword: "flag",
}

const literalForm = (literal: SchemaAST.LiteralValue): ReadonlyArray<LeafForm> => {
  if (typeof literal === "string") return ["text"]
  if (typeof literal === "boolean") return ["flag"]
  return typeof literal === "number" ? ["number"] : []
}

const listForm = (ast: SchemaAST.TupleType): ReadonlyArray<LeafForm> => {
  const [item] = formsOf(ast.rest[0]?.type ?? SchemaAST.neverKeyword)
  if (item === "text") return ["texts"]
  return item === "number" ? ["numbers"] : []
}

const formsOf = (ast: SchemaAST.AST): ReadonlyArray<LeafForm> => {
  const scalar = scalarForms[ast._tag]
  if (scalar !== undefined) return [scalar]
  switch (ast._tag) {
    case "Literal":
      return literalForm(ast.literal)
    case "Union":
      return Array.from(new Set(ast.types.flatMap(formsOf)))
    case "TupleType":
      return listForm(ast)
    case "Refinement":
    case "Transformation":
      return formsOf(ast.from)
    default:
      return []
  }
}

const wordsOf = (ast: SchemaAST.AST): ReadonlyArray<string> => {
  switch (ast._tag) {
    case "Literal":
      return typeof ast.literal === "string" ? [ast.literal] : []
    case "Union":
      return Array.from(new Set(ast.types.flatMap(wordsOf)))
    case "Refinement":
    case "Transformation":
      return wordsOf(ast.from)
    default:
      return []
  }
}

const leavesOf = (ast: SchemaAST.AST, path: ReadonlyArray<string>): ReadonlyArray<OptionLeaf> => {
  const forms = declared[path.join(".")] ?? formsOf(ast)
  return [
    ...(forms.length === 0 ? [] : [{ path, forms, words: wordsOf(ast) }]),
    ...optionMembers(ast).flatMap((member) => leavesOf(member.ast, [...path, member.name])),
  ]
}

/** Every option of a server that a string can express, in the order of the documentation. */
export const optionLeaves: ReadonlyArray<OptionLeaf> = leavesOf(
  Schema.Struct({ ...optionFields, server: group(ServerOptions) }).ast,
  [],
)
