/**
 * What is wrong with an input that a schema refused, in words for its sender: the field, what was expected, what
 * was received. The schema library's own messages describe types, and repeat values that may be secret.
 *
 * @module
 */
import * as Option from "effect/Option"
import type * as ParseResult from "effect/ParseResult"
import * as AST from "effect/SchemaAST"
import { arrivalOf, expectationOf, isNothing, sizedArrivalOf } from "./Expectation.js"

/** One thing that is wrong with one field. */
export interface SchemaIssue {
  /** The keys that lead to the field; empty for the input itself. */
  readonly path: ReadonlyArray<PropertyKey>
  /** `missing`: required and not there. `unexpected`: a key that has no place there. */
  readonly kind: "missing" | "unexpected" | "invalid"
  readonly message: string
}

type Path = ReadonlyArray<PropertyKey>

type Found = ReadonlyArray<SchemaIssue>

const invalid = (path: Path, message: string): Found => [{ path, kind: "invalid", message }]

const unlike = (path: Path, ast: AST.AST, actual: unknown): Found =>
  invalid(path, `must be ${expectationOf(ast)}, got ${arrivalOf(actual, ast)}`)

interface Said {
  readonly message: string
  /** Whether it is said in place of what is wrong further inside. */
  readonly override: boolean
}

/** What the author of a schema says of inputs that it refuses. */
const saidBy = (
  issue: Exclude<ParseResult.ParseIssue, ParseResult.Pointer | ParseResult.Unexpected | ParseResult.Missing>,
): Said | null => {
  const said = Option.getOrUndefined(AST.getMessageAnnotation(issue.ast))?.(issue)
  if (said === undefined) return null
  if (typeof said === "string") return { message: said, override: false }
  return "message" in said && typeof said.message === "string"
    ? { message: said.message, override: said.override }
    : null
}

/**
 * Adds what came to a message that says what was expected: "must …". Of text it says only how long it is.
 *
 * @param message - another message is returned as it is
 *
 * @example
 * ```ts
 * import { withArrival } from "@consent-service/core/primitives"
 *
 * withArrival("must be a country", "deu") // "must be a country, got a string of 3 characters"
 * ```
 */
export const withArrival = (message: string, actual: unknown): string => {
  const told = message.startsWith("must ") && !message.includes(", got ")
  if (!told || (typeof actual !== "string" && typeof actual !== "number")) return message
  return `${message}, got ${sizedArrivalOf(actual, message)}`
}

const issuesIn = (
  issues: ParseResult.SingleOrNonEmpty<ParseResult.ParseIssue>,
): ReadonlyArray<ParseResult.ParseIssue> => ("_tag" in issues ? [issues] : issues)

const isOuter = (issue: ParseResult.ParseIssue): boolean =>
  issue._tag === "Composite" ||
  (issue._tag === "Refinement" && issue.kind === "From") ||
  (issue._tag === "Transformation" && issue.kind !== "Transformation")

/** How far an input got with a schema: 0 for one of another kind, then one more for each step inside. */
const closeness = (issue: ParseResult.ParseIssue): number => {
  switch (issue._tag) {
    case "Pointer":
      return 1 + closeness(issue.issue)
    case "Composite":
      if (AST.isTypeLiteral(issue.ast) && Array.isArray(issue.actual)) return 0
      return Math.max(...issuesIn(issue.issues).map(closeness))
    case "Refinement":
      return issue.kind === "From" ? closeness(issue.issue) : 1
    case "Transformation":
      return issue.kind === "Transformation" ? 1 : closeness(issue.issue)
    default:
      return 0
  }
}

/** Of a union the member that the input is nearest to, or what all of them expect where it is none of their kind. */
const inUnion = (ast: AST.Union, actual: unknown, issues: ReadonlyArray<ParseResult.ParseIssue>, path: Path): Found => {
  const telling = issues.filter((issue) => issue._tag !== "Type" || !isNothing(issue.ast))
  const [only, ...others] = telling
  if (only !== undefined && others.length === 0) return find(only, path)
  const [nearest] = telling
    .map((issue) => ({ closeness: closeness(issue), found: find(issue, path) }))
    .toSorted((a, b) => b.closeness - a.closeness || a.found.length - b.found.length)
  return nearest === undefined || nearest.closeness === 0 ? unlike(path, ast, actual) : nearest.found
}

/** What a map says of its keys. */
const keyRule = (ast: AST.AST): string | null => {
  const [signature] = AST.isTypeLiteral(ast) ? ast.indexSignatures : []
  if (signature === undefined) return null
  return Option.getOrNull(AST.getTitleAnnotation(signature.parameter))
}

const unexpected = (path: Path, within: AST.AST): Found => {
  const rule = keyRule(within)
  return [
    { path, kind: "unexpected", message: rule === null ? "is unexpected: there is no such field" : `must be ${rule}` },
  ]
}

const inComposite = ({ actual, ast, issues }: ParseResult.Composite, path: Path): Found => {
  const inner = issuesIn(issues)
  if (AST.isUnion(ast)) return inUnion(ast, actual, inner, path)
  // The library looks for the members of an object in a list, too.
  if (AST.isTypeLiteral(ast) && Array.isArray(actual)) return unlike(path, ast, actual)
  return inner.flatMap((issue) =>
    issue._tag === "Pointer" && issue.issue._tag === "Unexpected"
      ? unexpected([...path, ...keysOf(issue)], ast)
      : find(issue, path),
  )
}

const keysOf = ({ path }: ParseResult.Pointer): Path => (typeof path === "object" ? path : [path])

const find = (issue: ParseResult.ParseIssue, path: Path): Found => {
  if (issue._tag === "Pointer") return find(issue.issue, [...path, ...keysOf(issue)])
  if (issue._tag === "Unexpected") return unexpected(path, AST.unknownKeyword)
  if (issue._tag === "Missing") return [{ path, kind: "missing", message: "is missing" }]
  const said = saidBy(issue)
  if (said !== null && (said.override || !isOuter(issue))) return invalid(path, withArrival(said.message, issue.actual))
  switch (issue._tag) {
    case "Composite":
      return inComposite(issue, path)
    case "Refinement":
    case "Transformation":
      return find(issue.issue, path)
    case "Type":
    case "Forbidden":
      return issue.message === undefined
        ? unlike(path, issue.ast, issue.actual)
        : invalid(path, withArrival(issue.message, issue.actual))
  }
}

/**
 * Everything that is wrong with an input, outermost first, each thing once.
 *
 * @param issue - of a `ParseError` of `effect/ParseResult`
 *
 * @example
 * ```ts
 * import { issueLine, schemaIssues } from "@consent-service/core/primitives"
 * import * as Either from "effect/Either"
 * import * as Schema from "effect/Schema"
 *
 * const decode = Schema.decodeUnknownEither(Schema.Struct({ country: Schema.String }))
 * Either.mapLeft(decode({}), ({ issue }) => schemaIssues(issue).map(issueLine)).pipe(Either.flip, Either.getOrNull)
 * // ["country: is missing"]
 * ```
 */
export const schemaIssues = (issue: ParseResult.ParseIssue): ReadonlyArray<SchemaIssue> => {
  const found = find(issue, [])
  const nameOf = ({ message, path }: SchemaIssue): string => JSON.stringify([path.map(String), message])
  return Array.from(new Map(found.map((one) => [nameOf(one), one])).values())
}

/**
 * An issue in one line: `categories.marketing: must be true or false, got a number`.
 *
 * @example
 * ```ts
 * import { issueLine } from "@consent-service/core/primitives"
 *
 * issueLine({ path: ["categories", "marketing"], kind: "missing", message: "is missing" }) // "categories.marketing: is missing"
 * ```
 */
export const issueLine = ({ message, path }: SchemaIssue): string =>
  path.length === 0 ? message : `${dottedPath(path)}: ${message}`

/** Longer than any known key. Longer ones are cut in a path. */
const maxKey = 64

/**
 * A path with dots; a key of more than 64 characters is cut.
 *
 * @example
 * ```ts
 * import { dottedPath } from "@consent-service/core/primitives"
 *
 * dottedPath(["choice", "categories", 0]) // "choice.categories.0"
 * ```
 */
export const dottedPath = (path: Path): string =>
  path
    .map(String)
    .map((key) => (key.length > maxKey ? `${key.slice(0, maxKey).toWellFormed()}…` : key))
    .join(".")
