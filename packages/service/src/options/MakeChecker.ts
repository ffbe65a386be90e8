/**
 * Checks a set of options: each by its own schema, then their combination. Every issue is reported, those of the
 * rules too where the options they need are right.
 *
 * @module
 */
import * as Either from "effect/Either"
import * as Predicate from "effect/Predicate"
import type * as Schema from "effect/Schema"
import { type ConfigurationIssue, isAbout } from "../configuration/ConsentConfigurationError.js"
import { decodeOptions, type Explanations } from "../configuration/DecodeOptions.js"
import type { Rule } from "./SharedRules.js"

type Issues = ReadonlyArray<ConfigurationIssue>

type Members = Readonly<Record<string, unknown>>

/** A set of options. */
export interface Checkable<Settings, Options> {
  /** Decodes an object with a single option; null for an unknown option. */
  readonly member: (name: string) => ((authored: unknown) => Either.Either<unknown, Issues>) | null
  /** The schema of all of them. */
  readonly schema: Schema.Schema<Settings, Options>
  readonly explanations: Explanations
  /** The required options, each with a substitute for an invalid value. */
  readonly required: Members
  readonly rules: ReadonlyArray<Rule<Settings>>
}

/** Decodes options and applies the rules; `unreadable` lists options that could not be read, which are null. */
export type Checker<Settings> = (options: unknown, unreadable: Issues) => Either.Either<Settings, Issues>

/** Makes the checker of a set of options. */
export const makeChecker = <Settings, Options>(checkable: Checkable<Settings, Options>): Checker<Settings> => {
  const { explanations, member, required, rules, schema } = checkable
  const decodeAll = decodeOptions(schema, explanations)

  /** The issues of one option; also for an object that throws when it is read, which hides the issues of all others. */
  const issuesOfMember = (name: string, value: unknown): Issues => {
    const own = member(name)
    if (own === null) return [{ option: name, message: explanations.unknown(name) }]
    return Either.match(own({ [name]: value }), {
      onLeft: (issues) => issues.map((issue) => (isAbout(issue.option, name) ? issue : { ...issue, option: name })),
      onRight: () => [],
    })
  }

  const issuesOfMembers = (members: Members): Issues => [
    ...Object.keys(required).flatMap((option) =>
      option in members ? [] : [{ option, message: explanations.missing(option) }],
    ),
    ...Object.entries(members).flatMap(([name, value]) => issuesOfMember(name, value)),
  ]

  /** The options, with defaults for the invalid ones. */
  const withoutWrong = (members: Members, issues: Issues): Settings | null => {
    const right = Object.entries(members).filter(([name]) => !issues.some(({ option }) => isAbout(option, name)))
    return Either.getOrElse(decodeAll({ ...required, ...Object.fromEntries(right) }), () => null)
  }

  const ruleIssues = (settings: Settings, issues: Issues): Issues =>
    rules.flatMap(({ check, needs }) =>
      needs.some((name) => issues.some(({ option }) => isAbout(option, name))) ? [] : check(settings),
    )

  return (options, unreadable) => {
    const decoded = decodeAll(options)
    if (Either.isRight(decoded)) {
      const issues = [...unreadable, ...ruleIssues(decoded.right, unreadable)]
      return issues.length === 0 ? decoded : Either.left(issues)
    }
    const whole = decoded.left.some(({ option }) => option === "options")
    const members: Members | null = Predicate.isRecord(options) ? options : null
    const found = whole && members !== null ? issuesOfMembers(members) : decoded.left
    // A null from an unreadable option adds no further issue.
    const known = ({ option }: ConfigurationIssue): boolean => unreadable.some((other) => isAbout(option, other.option))
    const issues = [...unreadable, ...found.filter((issue) => !known(issue))]
    const rest = members === null ? null : withoutWrong(members, issues)
    return Either.left(rest === null ? issues : [...issues, ...ruleIssues(rest, issues)])
  }
}
