/**
 * Checks options: older names are brought to today's, each option is checked by itself, then what they mean together
 * (contract decisions 28, 31 and 33; wire.md 3). Everything wrong is told at once.
 *
 * @module
 */
import * as Predicate from "effect/Predicate"
import { noticeWeakKeys } from "./ApiKeyOptions.js"
import { checkManifest } from "./CheckManifest.js"
import { type ConfigurationIssue, ConsentConfigurationError } from "./ConsentConfigurationError.js"
import { foldOlderOptions, type OptionNotice } from "./OlderOptions.js"
import type { ConsentServiceOptions, ResolvedOptions } from "./Options.js"
import { type FoldedInstanceOptions, resolveOptions } from "./ResolveOptions.js"
import { checkRoutes, templatesOf } from "./RoutePaths.js"
import { shapeIssues } from "./ShapeIssues.js"
import { checkSecurity, resolveOpenApi, resolveScript } from "./SurfaceOptions.js"
import { crossedTokens, noticeWeakSigningKeys } from "./TokenIssues.js"

type Issues = ReadonlyArray<ConfigurationIssue>

const isAbout = (option: string, name: string): boolean => option === name || option.startsWith(`${name}.`)

/** Whether these options have their shapes, so that more can be said of them. */
const have = <Name extends keyof FoldedInstanceOptions>(
  options: unknown,
  issues: Issues,
  ...names: ReadonlyArray<Name>
): options is Pick<FoldedInstanceOptions, Name> =>
  Predicate.isRecord(options) && names.every((name) => !issues.some(({ option }) => isAbout(option, name)))

const tenantIssues = (options: unknown): Issues =>
  Predicate.isRecord(options) && options["requireTenantId"] === true && !Object.hasOwn(options, "tenantId")
    ? [{ option: "tenantId", message: "is required, because requireTenantId is true" }]
    : []

const surfaceIssues = (options: Pick<FoldedInstanceOptions, "openapi" | "script">): Issues => {
  const openapi = resolveOpenApi(options.openapi, "")
  return [...checkRoutes(openapi.enabled ? openapi : null, resolveScript(options.script)), ...checkSecurity(openapi)]
}

/** A template that is none would log nothing, or everything, without a word. */
const templateIssues = (options: Pick<FoldedInstanceOptions, "observability" | "openapi" | "script">): Issues => {
  const { exclude = [], include = [] } = options.observability ?? {}
  // The list of routes is made from the whole declaration: not for those who ask for none.
  if (exclude.length + include.length === 0) return []
  const known = templatesOf(resolveOpenApi(options.openapi, ""), resolveScript(options.script))
  return Object.entries({ include, exclude }).flatMap(([name, templates]) =>
    templates.flatMap((template, i) =>
      known.includes(template)
        ? []
        : [{ option: `observability.${name}.${i}`, message: `'${template}' is no route; write it as /subjects/:id` }],
    ),
  )
}

const issuesOf = (options: unknown): Issues => {
  const shape = shapeIssues(options)
  return [
    ...shape,
    ...tenantIssues(options),
    ...(have(options, shape, "manifest") ? checkManifest(options.manifest ?? {}) : []),
    ...(have(options, shape, "policySnapshot", "legalDocumentSnapshot", "identityToken") ? crossedTokens(options) : []),
    ...(have(options, shape, "observability", "openapi", "script") ? templateIssues(options) : []),
    ...(have(options, shape, "openapi", "script") ? surfaceIssues(options) : []),
  ]
}

const areChecked = (_options: unknown, issues: Issues): _options is FoldedInstanceOptions => issues.length === 0

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
  readonly options: ResolvedOptions
  /** What works and should be changed: older names, and keys that can be guessed. */
  readonly notices: ReadonlyArray<OptionNotice>
}

/**
 * Checks options.
 *
 * @throws ConsentConfigurationError naming every wrong option
 */
export const checkOptions = (authored: ConsentServiceOptions): CheckedOptions => {
  const { issues: conflicts, notices, options, written } = foldOlderOptions(authored)
  const issues = [...conflicts, ...issuesOf(options).map(asWritten(written))]
  if (!areChecked(options, issues)) throw new ConsentConfigurationError(issues)
  return {
    options: resolveOptions(options),
    notices: [...notices, ...noticeWeakKeys(options.apiKeys ?? []), ...noticeWeakSigningKeys(options)],
  }
}
