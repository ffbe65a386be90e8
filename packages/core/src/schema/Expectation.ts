/**
 * Describes what a schema expects and what it received. A received value is never repeated where it could
 * be secret or long: strings are described, not quoted.
 *
 * @module
 */
import * as Option from "effect/Option"
import * as AST from "effect/SchemaAST"
import { isPlainObject } from "./PlainValue.js"
import { charactersIn } from "./Text.js"

const joined = (parts: ReadonlyArray<string>): string => {
  const unique = Array.from(new Set(parts))
  const last = unique.at(-1) ?? ""
  return unique.length < 2 ? last : `${unique.slice(0, -1).join(", ")} or ${last}`
}

/** Whether a member of a union only allows a missing value. */
export const isNothing = (ast: AST.AST): boolean =>
  AST.isUndefinedKeyword(ast) || (AST.isLiteral(ast) && ast.literal === null)

/** The library's own descriptions of its filters in JSON Schema. */
const limitsOf = (ast: AST.Refinement): Readonly<Record<string, unknown>> => {
  const described = Option.getOrUndefined(AST.getJSONSchemaAnnotation(ast))
  return isPlainObject(described) ? described : {}
}

const inBounds = ({ exclusiveMinimum, maximum, minimum }: Readonly<Record<string, unknown>>): string | null => {
  if (typeof exclusiveMinimum === "number") return `a number greater than ${exclusiveMinimum}`
  if (typeof minimum === "number" && typeof maximum === "number") return `a number from ${minimum} to ${maximum}`
  if (typeof minimum === "number") return `a number of at least ${minimum}`
  return typeof maximum === "number" ? `a number of at most ${maximum}` : null
}

const inLength = ({ maxLength, minLength }: Readonly<Record<string, unknown>>): string | null => {
  if (minLength === 1 && maxLength === undefined) return "a string that is not empty"
  if (typeof minLength === "number") return `a string of at least ${minLength} characters`
  return typeof maxLength === "number" ? `a string of at most ${maxLength} characters` : null
}

const refined = (ast: AST.Refinement): string => {
  const limits = limitsOf(ast)
  if (limits["type"] === "integer") return "a whole number"
  if (limits["format"] === "uuid") return "a UUID"
  const { pattern } = limits
  if (typeof pattern === "string" && pattern.startsWith("^[0-9a-fA-F]{8}-")) return "a UUID"
  return inBounds(limits) ?? inLength(limits) ?? expectationOf(ast.from)
}

const ofUnion = (ast: AST.Union): string => joined(ast.types.filter((type) => !isNothing(type)).map(expectationOf))

/** The expectation of a schema, in a form that follows `must be`. */
export const expectationOf = (ast: AST.AST): string => {
  switch (ast._tag) {
    case "StringKeyword":
    case "TemplateLiteral":
      return "a string"
    case "NumberKeyword":
      return "a number"
    case "BooleanKeyword":
      return "true or false"
    case "Literal":
      return JSON.stringify(ast.literal)
    case "TypeLiteral":
    case "ObjectKeyword":
      return "an object"
    case "TupleType":
      return "a list"
    case "Union":
      return ofUnion(ast)
    case "Refinement":
      return refined(ast)
    case "Transformation":
      return expectationOf(ast.from)
    case "Suspend":
      return expectationOf(ast.f())
    case "UndefinedKeyword":
      return "absent"
    default:
      return "a value of another kind"
  }
}

/** Longer than any misspelled name. */
const maxEcho = 32

const isName = (text: string): boolean => text.length <= maxEcho && /^[A-Za-z][A-Za-z0-9_-]*$/.test(text)

const expectsNames = (ast: AST.AST): boolean =>
  AST.isLiteral(ast) ? typeof ast.literal === "string" : AST.isUnion(ast) && ast.types.some(expectsNames)

const ofString = (text: string, ast: AST.AST): string => {
  // One of a few names was probably meant: it is no secret, and seeing it explains the problem.
  if (expectsNames(ast) && isName(text)) return JSON.stringify(text)
  return text === "" ? "an empty string" : "a string"
}

/** Where a string is expected, YAML may have made the number of a key. */
const ofNumber = (actual: number, expectation: string): string =>
  expectation.includes("a string") ? "a number" : `the number ${actual}`

/** The received value, in a form that follows `got`; bounded in length. */
export const arrivalOf = (actual: unknown, ast: AST.AST): string => {
  if (actual === null || actual === undefined || typeof actual === "boolean") return String(actual)
  if (typeof actual === "string") return ofString(actual, ast)
  if (typeof actual === "number") return ofNumber(actual, expectationOf(ast))
  if (Array.isArray(actual)) return actual.length === 0 ? "an empty list" : `a list of ${actual.length}`
  return typeof actual === "object" ? "an object" : `a ${typeof actual}`
}

/** A received string or number of the wrong form or size. */
export const sizedArrivalOf = (actual: string | number, expectation: string): string => {
  if (typeof actual === "number") return ofNumber(actual, expectation)
  const characters = charactersIn(actual)
  if (characters === 0) return "an empty string"
  return characters === 1 ? "a string of 1 character" : `a string of ${characters} characters`
}
