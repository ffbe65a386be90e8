/**
 * What a schema says of options, as issues with a fix. An issue never repeats a value: it can be a key or a password.
 *
 * @module
 */
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import type { ConfigurationIssue } from "./ConsentConfigurationError.js"
import { databaseForms } from "./DatabaseOption.js"
import { OptionsShape } from "./OptionsShape.js"

const decode = Schema.decodeUnknownEither(OptionsShape, { errors: "all", onExcessProperty: "error" })

/** Fixes for options that people write elsewhere or by an older name. */
const knownMistakes: Readonly<Record<string, string>> = {
  "manifest.tenantId": "is not accepted; set tenantId beside manifest",
  "manifest.hosting": "is not accepted; set hosting beside manifest",
  policyRules: "belongs under manifest: manifest.policyRules",
  vendors: "belongs under manifest: manifest.vendors",
  "openapi.version": "belongs at the top: version",
  "openapi.info.version": "belongs at the top: version",
  "openapi.info.title": "belongs beside info: openapi.title",
}

const excess = (option: string): string => {
  if (/(^|\.)policyPacks$/.test(option)) return "is no longer an option; write the rules as manifest.policyRules"
  return knownMistakes[option] ?? "is not an option"
}

/** A schema without words of its own says `Expected <type>, actual <value>`. */
const withoutValue = (message: string): string => {
  const expected = /^Expected ([\s\S]*?), actual /.exec(message)?.[1]
  if (expected === undefined) return message
  return expected.startsWith("{") ? "must be an object" : `must be ${expected}`
}

const toIssue = ({ message, path }: ParseResult.ArrayFormatterIssue): ConfigurationIssue => {
  const option = path.map(String).join(".")
  if (option === "") return { option: "options", message: "must be an object" }
  if (message.startsWith("is unexpected")) return { option, message: excess(option) }
  if (message === "is missing")
    return { option, message: option === "database" ? `is required; it ${databaseForms}` : "is required" }
  return { option, message: withoutValue(message) }
}

/** An option that may be left out has an issue of its own when a member of it is wrong; the member's says more. */
const innermost = (issues: ReadonlyArray<ConfigurationIssue>): ReadonlyArray<ConfigurationIssue> =>
  issues.filter(({ option }) => !issues.some((other) => other.option.startsWith(`${option}.`)))

const uniqueByOption = (issues: ReadonlyArray<ConfigurationIssue>): ReadonlyArray<ConfigurationIssue> =>
  issues.filter(({ option }, i) => issues.findIndex((other) => other.option === option) === i)

/** Every option that is unknown or has the wrong shape. */
export const shapeIssues = (options: unknown): ReadonlyArray<ConfigurationIssue> => {
  const decoded = decode(options)
  return Either.isRight(decoded)
    ? []
    : uniqueByOption(innermost(ParseResult.ArrayFormatter.formatErrorSync(decoded.left).map(toIssue)))
}
