/**
 * Checks quickly whether decoding would leave a value unchanged. `effect/Schema` rebuilds the value and
 * tracks paths for issues that almost no input has: ten times the work of a check.
 *
 * @module
 */
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { isPlainObject } from "./PlainValue.js"
import { strict } from "./Member.js"

/** `same`: decodes to an equal value. `refused`: does not decode. `unsure`: only decoding can show it. */
type Verdict = "same" | "refused" | "unsure"

type Check = (input: unknown) => Verdict

const unsure: Check = () => "unsure"

const same: Check = () => "same"

const sameIf =
  (holds: (input: unknown) => boolean): Check =>
  (input) =>
    holds(input) ? "same" : "refused"

const checkRefinement = (ast: AST.Refinement): Check => {
  const from = checkOf(ast.from)
  return (input) => {
    const verdict = from(input)
    if (verdict !== "same") return verdict
    return Option.isNone(ast.filter(input, AST.defaultParseOption, ast)) ? "same" : "refused"
  }
}

/** Decoding chooses the member of a union, so no member may change the input. */
const checkUnion = (ast: AST.Union): Check => {
  const members = ast.types.map(checkOf)
  return (input) => {
    let verdict: Verdict = "refused"
    for (const member of members) {
      const one = member(input)
      if (one === "unsure") return one
      if (one === "same") verdict = one
    }
    return verdict
  }
}

const checkTuple = (ast: AST.TupleType): Check => {
  const [rest, ...others] = ast.rest
  if (ast.elements.length > 0 || rest === undefined || others.length > 0) return unsure
  const item = checkOf(rest.type)
  return (input) => {
    if (!Array.isArray(input)) return "refused"
    let verdict: Verdict = "same"
    for (const value of input) {
      const one = item(value)
      if (one === "refused") return one
      if (one === "unsure") verdict = one
    }
    return verdict
  }
}

/** For keys without a declared property; a key that matches none would be dropped, or is an issue. */
const checkOthers = (ast: AST.TypeLiteral): ((key: string, value: unknown) => Verdict) => {
  const [signature, ...others] = ast.indexSignatures
  if (signature === undefined || others.length > 0) return unsure
  const [parameter, type] = [checkOf(signature.parameter), checkOf(signature.type)]
  return (key, value) => (parameter(key) === "same" ? type(value) : "unsure")
}

const checkObject = (ast: AST.TypeLiteral): Check => {
  const properties = new Map(ast.propertySignatures.map(({ name, type }) => [name, checkOf(type)] as const))
  const required = ast.propertySignatures.filter(({ isOptional }) => !isOptional).map(({ name }) => name)
  // `{}` accepts anything but null. With both kinds of keys, a value must pass both.
  if (properties.size === 0 && ast.indexSignatures.length === 0) return unsure
  if (properties.size > 0 && ast.indexSignatures.length > 0) return unsure
  const others = checkOthers(ast)
  return (input) => {
    if (!isPlainObject(input)) return typeof input === "object" && input !== null ? "unsure" : "refused"
    let verdict: Verdict = "same"
    // Avoids a list of keys; a plain object has only its own.
    for (const key in input) {
      const property = properties.get(key)
      const one = property === undefined ? others(key, input[key]) : property(input[key])
      if (one === "refused") return one
      if (one === "unsure") verdict = one
    }
    for (const name of required) if (!Object.hasOwn(input, name)) return "unsure"
    return verdict
  }
}

/** Whether each property is unchanged, including absent ones. */
const leavesProperties =
  ({ propertySignatureTransformations }: AST.TypeLiteralTransformation) =>
  (input: unknown): boolean =>
    isPlainObject(input) &&
    propertySignatureTransformations.every(({ decode, from, to }) => {
      if (from !== to) return false
      if (!Object.hasOwn(input, from)) return Option.isNone(decode(Option.none()))
      const decoded = decode(Option.some(input[from]))
      return Option.isSome(decoded) && Object.is(decoded.value, input[from])
    })

const checkTransformed = (ast: AST.Transformation): Check => {
  const { transformation } = ast
  switch (transformation._tag) {
    case "ComposeTransformation":
      return same
    case "TypeLiteralTransformation": {
      const leaves = leavesProperties(transformation)
      return (input) => (leaves(input) ? "same" : "unsure")
    }
    case "FinalTransformation":
      return (input) => {
        const decoded = transformation.decode(input, AST.defaultParseOption, ast, input)
        if (!Either.isEither(decoded)) return "unsure"
        if (Either.isLeft(decoded)) return "refused"
        return Object.is(decoded.right, input) ? "same" : "unsure"
      }
  }
}

const checkTransformation = (ast: AST.Transformation): Check => {
  const steps = [checkOf(ast.from), checkTransformed(ast), checkOf(ast.to)]
  return (input) => {
    for (const step of steps) {
      const verdict = step(input)
      if (verdict !== "same") return verdict
    }
    return "same"
  }
}

/** A recursive schema would otherwise be compiled endlessly. */
const checkSuspended = (ast: AST.Suspend): Check => {
  let check: Check | undefined
  return (input) => {
    check ??= checkOf(ast.f())
    return check(input)
  }
}

const checkOf = (ast: AST.AST): Check => {
  if (Option.isSome(AST.getDecodingFallbackAnnotation(ast))) return unsure
  switch (ast._tag) {
    case "UndefinedKeyword":
      return sameIf((input) => input === undefined)
    case "StringKeyword":
      return sameIf((input) => typeof input === "string")
    case "NumberKeyword":
      return sameIf((input) => typeof input === "number")
    case "BooleanKeyword":
      return sameIf((input) => typeof input === "boolean")
    case "Literal":
      return sameIf((input) => input === ast.literal)
    case "UnknownKeyword":
      return same
    case "Refinement":
      return checkRefinement(ast)
    case "Union":
      return checkUnion(ast)
    case "TupleType":
      return checkTuple(ast)
    case "TypeLiteral":
      return checkObject(ast)
    case "Transformation":
      return checkTransformation(ast)
    case "Suspend":
      return checkSuspended(ast)
    default:
      return unsure
  }
}

/**
 * Makes the check of a schema.
 *
 * @returns whether decoding would give a value equal to the input, including excess keys. False is inconclusive: the
 *   input may decode to something else, not at all, or have a form that only decoding knows. The order of keys stays as
 *   it is, where decoding would bring it into the schema's.
 *
 * @example
 * ```ts
 * import { decodesToItself } from "@consent-service/core/primitives"
 * import * as Schema from "effect/Schema"
 *
 * const isPlace = decodesToItself(Schema.Struct({ country: Schema.String }))
 * isPlace({ country: "FR" }) // true
 * isPlace({ country: "FR", extra: 1 }) // false
 * ```
 */
export const decodesToItself = <A, I>(schema: Schema.Schema<A, I>): ((input: unknown) => input is A) => {
  const check = checkOf(schema.ast)
  return (input): input is A => check(input) === "same"
}

/**
 * `Schema.is` where no excess key is allowed; quick for inputs that pass.
 *
 * @example
 * ```ts
 * import { isExactly } from "@consent-service/core/primitives"
 * import * as Schema from "effect/Schema"
 *
 * const isPlace = isExactly(Schema.Struct({ country: Schema.String }))
 * isPlace({ country: "FR" }) // true
 * isPlace({ country: "FR", extra: 1 }) // false
 * ```
 */
export const isExactly = <A, I>(schema: Schema.Schema<A, I>): ((input: unknown) => input is A) => {
  const [passes, is] = [decodesToItself(schema), Schema.is(schema, strict.parseOptions)]
  return (input): input is A => passes(input) || is(input)
}
