/**
 * Checks options: older names become today's, each option is checked by itself, then what they mean together. Every
 * issue is reported.
 *
 * @module
 */
import * as Either from "effect/Either"
import * as Function from "effect/Function"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { explainUnknown, foldOlderOptions } from "../compat/OlderOptions.js"
import {
  type ConfigurationIssue,
  ConsentConfigurationError,
  isAbout,
} from "../configuration/ConsentConfigurationError.js"
import { decodeOptions, type Explanations } from "../configuration/DecodeOptions.js"
import { ConsentServiceOptions, optionFields, type ResolvedOptions } from "./Options.js"
import { readOptions } from "./ReadOptions.js"
import { rules } from "./Rules.js"
import { combineSettings, type ServiceSettings } from "./Settings.js"
import { noticeAnyOrigin, noticeWeakKeys, noticeWeakSigningKeys, type StartNotice } from "./StartNotices.js"

type Issues = ReadonlyArray<ConfigurationIssue>

type Members = Readonly<Record<string, unknown>>

const explanations: Explanations = {
  missing: () => "is required",
  unknown: explainUnknown,
}

const decodeAll = decodeOptions(ConsentServiceOptions, explanations)

/** The issues of one option; also for an object that throws when it is read, which hides the issues of all others. */
const issuesOfMember = (name: string, value: unknown): Issues => {
  const field = Object.entries(optionFields).find(([known]) => known === name)?.[1]
  if (field === undefined) return [{ option: name, message: explainUnknown(name) }]
  const decoded = decodeOptions(Schema.Struct({ [name]: field }), explanations)({ [name]: value })
  return Either.match(decoded, {
    onLeft: (issues) => issues.map((issue) => (isAbout(issue.option, name) ? issue : { ...issue, option: name })),
    onRight: () => [],
  })
}

const issuesOfMembers = (members: Members): Issues =>
  Object.entries(members).flatMap(([name, value]) => issuesOfMember(name, value))

/** The options without those that are wrong, which have their defaults instead. */
const withoutWrong = (members: Members, issues: Issues): ResolvedOptions | null => {
  const right = Object.entries(members).filter(([name]) => !issues.some(({ option }) => isAbout(option, name)))
  return Either.getOrElse(decodeAll(Object.fromEntries(right)), () => null)
}

const ruleIssues = (options: ResolvedOptions, issues: Issues): Issues =>
  rules.flatMap(({ check, needs }) =>
    needs.some((name) => issues.some(({ option }) => isAbout(option, name))) ? [] : check(options),
  )

/** Decodes and applies the rules; `unreadable` has what could not be read, which is null in the options. */
const decode = (options: unknown, unreadable: Issues): Either.Either<ResolvedOptions, Issues> => {
  const decoded = decodeAll(options)
  if (Either.isRight(decoded)) {
    const issues = [...unreadable, ...ruleIssues(decoded.right, unreadable)]
    return issues.length === 0 ? decoded : Either.left(issues)
  }
  const whole = decoded.left.some(({ option }) => option === "options")
  const members: Members | null = Predicate.isRecord(options) ? options : null
  const found = whole && members !== null ? issuesOfMembers(members) : decoded.left
  // That null is wrong where something could not be read adds nothing.
  const known = ({ option }: ConfigurationIssue): boolean => unreadable.some((other) => isAbout(option, other.option))
  const issues = [...unreadable, ...found.filter((issue) => !known(issue))]
  const rest = members === null ? null : withoutWrong(members, issues)
  return Either.left(rest === null ? issues : [...issues, ...ruleIssues(rest, issues)])
}

/** An issue is about the option that was written, whatever it is called today. */
const asWritten =
  (written: ReadonlyMap<string, string>) =>
  ({ message, option }: ConfigurationIssue): ConfigurationIssue => {
    const moved = Array.from(written).find(([today]) => isAbout(option, today))
    return moved === undefined ? { message, option } : { message, option: moved[1] + option.slice(moved[0].length) }
  }

/** Options that an instance can run with. */
export interface CheckedOptions {
  /** With every default filled in. */
  readonly options: ServiceSettings
  /** What works and the operator should look at. */
  readonly notices: ReadonlyArray<StartNotice>
}

/** The tenant in context counts as `tenantId`; beside a different one nobody could say whose records these are. */
const forTenant = (options: unknown, tenant: string | null): { readonly options: unknown; readonly issues: Issues } => {
  if (tenant === null || !Predicate.isRecord(options)) return { options, issues: [] }
  if (!Object.hasOwn(options, "tenantId")) return { options: { ...options, tenantId: tenant }, issues: [] }
  const isSame = options["tenantId"] === tenant
  return {
    options,
    issues: isSame ? [] : [{ option: "tenantId", message: "is not the Tenant in context; give the tenant once" }],
  }
}

/**
 * Checks options.
 *
 * @param tenant - the `Tenant` in context
 * @returns the settings, or an error naming every wrong option
 */
export const inspectOptions = (
  authored: ConsentServiceOptions,
  tenant: string | null = null,
): Either.Either<CheckedOptions, ConsentConfigurationError> => {
  const read = readOptions(authored)
  const { issues: conflicts, notices, options: folded, written } = foldOlderOptions(read.options)
  const { issues: foreign, options } = forTenant(folded, tenant)
  const decoded = Either.mapLeft(decode(options, [...read.issues, ...foreign]), (issues) =>
    issues.map(asWritten(written)),
  )
  if (Either.isLeft(decoded)) return Either.left(new ConsentConfigurationError([...conflicts, ...decoded.left]))
  if (conflicts.length > 0) return Either.left(new ConsentConfigurationError(conflicts))
  const { apiKeys, trustedOrigins } = decoded.right
  return Either.right({
    options: combineSettings(decoded.right),
    notices: [
      ...notices.map((notice) => ({ _tag: "OptionDeprecated" as const, ...notice })),
      ...noticeWeakKeys(apiKeys),
      ...noticeWeakSigningKeys(decoded.right),
      ...noticeAnyOrigin(trustedOrigins),
    ],
  })
}

/**
 * Checks options.
 *
 * @throws ConsentConfigurationError naming every wrong option
 */
export const checkOptions = (authored: ConsentServiceOptions): CheckedOptions =>
  Either.getOrThrowWith(inspectOptions(authored), Function.identity)
