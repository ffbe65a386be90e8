/**
 * Checks options: renames older names, checks each option, then their combination. Every
 * issue is reported.
 *
 * @module
 */
import * as Either from "effect/Either"
import * as Function from "effect/Function"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { explainMisplaced, foldOlderOptions } from "../compat/OlderOptions.js"
import {
  type ConfigurationIssue,
  ConsentConfigurationError,
  isAbout,
} from "../configuration/ConsentConfigurationError.js"
import { decodeOptions, type Explanations } from "../configuration/DecodeOptions.js"
import { makeChecker } from "./MakeChecker.js"
import { ConsentServiceOptions, optionFields } from "./Options.js"
import { readOptions } from "./ReadOptions.js"
import { rules } from "./Rules.js"
import { combineSettings, type ServiceSettings } from "./Settings.js"
import { missingKeys, tokenKinds } from "./TokenOptions.js"
import { explainUnknown } from "./UnknownOption.js"
import {
  noticeOrigins,
  noticeWeakBlock,
  noticeWeakKeys,
  noticeWeakSigningKeys,
  type StartNotice,
} from "./StartNotices.js"

type Issues = ReadonlyArray<ConfigurationIssue>

const unknown = explainUnknown(ConsentServiceOptions.ast)

const explanations: Explanations = {
  missing: () => "is required",
  unknown: (option) => explainMisplaced(option) ?? unknown(option),
}

const decode = makeChecker({
  member: (name) => {
    const field = Object.entries(optionFields).find(([known]) => known === name)?.[1]
    return field === undefined ? null : decodeOptions(Schema.Struct({ [name]: field }), explanations)
  },
  schema: ConsentServiceOptions,
  explanations,
  required: {},
  rules,
})

/** An issue names the option as it was written, even under an older name. */
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
  /** Valid settings that the operator should review. */
  readonly notices: ReadonlyArray<StartNotice>
}

/** The tenant in context counts as `tenantId`; a different `tenantId` would be ambiguous. */
const forTenant = (options: unknown, tenant: string | null): { readonly options: unknown; readonly issues: Issues } => {
  if (tenant === null || !Predicate.isRecord(options)) return { options, issues: [] }
  if (!Object.hasOwn(options, "tenantId")) return { options: { ...options, tenantId: tenant }, issues: [] }
  const isSame = options["tenantId"] === tenant
  return {
    options,
    issues: isSame ? [] : [{ option: "tenantId", message: "is not the Tenant in context; give the tenant once" }],
  }
}

/** Policy rules as they were authored, of any shape. */
export interface AuthoredRules {
  readonly rules: unknown
  /** Whether IAB support is on; undefined when its option is invalid. */
  readonly iabEnabled: boolean | undefined
}

const memberOf = (value: unknown, name: string): unknown => (Predicate.isRecord(value) ? value[name] : undefined)

/** Options under today's names, of which some may be invalid. */
const authoredOptions = (authored: unknown): unknown => foldOlderOptions(readOptions(authored).options).options

/** The policy rules in options, of which others may be invalid. */
export const authoredRules = (authored: unknown): AuthoredRules => {
  const manifest = memberOf(authoredOptions(authored), "manifest")
  const iab = memberOf(memberOf(manifest, "iab"), "enabled")
  return {
    rules: memberOf(manifest, "policyRules") ?? [],
    iabEnabled: iab === undefined || typeof iab === "boolean" ? iab === true : undefined,
  }
}

/** A key of another type has no strength, and is an issue. */
const textIn = (value: unknown): string | null => (typeof value === "string" ? value : null)

const textsIn = (value: unknown): ReadonlyArray<string | null> => (Array.isArray(value) ? value.map(textIn) : [])

/** The keys in options that can be guessed, of which other options may be invalid. */
export const authoredWeakKeys = (authored: unknown): ReadonlyArray<StartNotice> => {
  const options = authoredOptions(authored)
  const lists = ["apiKeys", "edgeKeys"].flatMap((name) => noticeWeakKeys(name, textsIn(memberOf(options, name))))
  const signing = tokenKinds.flatMap((kind) => {
    const block = memberOf(options, kind)
    return noticeWeakBlock(kind, textIn(memberOf(block, "signingKey")), textsIn(memberOf(block, "signingKeys")))
  })
  return [...lists, ...signing]
}

/**
 * Checks options.
 *
 * @param tenant - the `Tenant` in context
 * @returns the settings, or an error with every invalid option
 */
export const inspectOptions = (
  authored: unknown,
  tenant: string | null = null,
): Either.Either<CheckedOptions, ConsentConfigurationError> => {
  const read = readOptions(authored)
  const { issues: olderNames, notices, options: folded, written } = foldOlderOptions(read.options)
  const conflicts = [...olderNames, ...missingKeys(folded)]
  const { issues: foreign, options } = forTenant(folded, tenant)
  const decoded = Either.mapLeft(decode(options, [...read.issues, ...foreign]), (issues) =>
    issues.map(asWritten(written)),
  )
  if (Either.isLeft(decoded)) return Either.left(new ConsentConfigurationError([...conflicts, ...decoded.left]))
  if (conflicts.length > 0) return Either.left(new ConsentConfigurationError(conflicts))
  const { apiKeys, edgeKeys, trustedOrigins } = decoded.right
  return Either.right({
    options: combineSettings(decoded.right),
    notices: [
      ...notices.map((notice) => ({ _tag: "OptionDeprecated" as const, ...notice })),
      ...noticeWeakKeys("apiKeys", apiKeys),
      ...noticeWeakKeys("edgeKeys", edgeKeys),
      ...noticeWeakSigningKeys(decoded.right),
      ...noticeOrigins(trustedOrigins),
    ],
  })
}

/**
 * Checks options.
 *
 * @throws ConsentConfigurationError with every invalid option
 */
export const checkOptions = (authored: ConsentServiceOptions): CheckedOptions =>
  Either.getOrThrowWith(inspectOptions(authored), Function.identity)
