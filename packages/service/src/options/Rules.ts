/**
 * What must hold between options, and inside a manifest, once each option is valid by itself.
 *
 * @module
 */
import { endpointProblem } from "@consent-service/adapter-gvl/GvlOptions"
import { compileTranslator } from "@consent-service/core/translation"
import { authoredTranslations, type ManifestOptions } from "@consent-service/core/manifest"
import * as Either from "effect/Either"
import type { ConfigurationIssue } from "../configuration/ConsentConfigurationError.js"
import { databaseForms } from "./DatabaseOptions.js"
import { checkSecurity } from "./OpenApiOptions.js"
import type { ResolvedOptions } from "./Options.js"
import { checkRoutes, templatesOf } from "./RoutePaths.js"
import { crossedTokens, tokenKinds } from "./TokenOptions.js"

type Issues = ReadonlyArray<ConfigurationIssue>

/** A check of several options together. */
export interface Rule {
  /** The options that must be valid before the check makes sense. */
  readonly needs: ReadonlyArray<keyof ResolvedOptions>
  readonly check: (options: ResolvedOptions) => Issues
}

/** Records are kept in one place. */
const storage: Rule = {
  needs: ["database", "stores"],
  check: ({ database, stores }) => {
    if (database === null && stores === null) {
      return [{ option: "database", message: `is required, unless stores is given; it ${databaseForms}` }]
    }
    if (database === null || stores === null) return []
    return [{ option: "stores", message: "cannot be given beside database; keep one of the two" }]
  },
}

const tables: Rule = {
  needs: ["stores", "tablePrefix"],
  check: ({ stores, tablePrefix }) =>
    stores === null || tablePrefix === null
      ? []
      : [{ option: "tablePrefix", message: "names the tables of database; leave it out with stores" }],
}

const tenant: Rule = {
  needs: ["requireTenantId", "tenantId"],
  check: ({ requireTenantId, tenantId }) =>
    requireTenantId && tenantId === null
      ? [{ option: "tenantId", message: "is required, because requireTenantId is true" }]
      : [],
}

const repeatedIds = (option: string, items: ReadonlyArray<{ readonly id: string }>): Issues =>
  items.flatMap(({ id }, i) =>
    items.findIndex((other) => other.id === id) === i
      ? []
      : [{ option: `${option}.${i}.id`, message: `'${id}' is the id of an earlier vendor` }],
  )

const endpointIssues = (endpoint: string | undefined): Issues => {
  const message = endpoint === undefined ? undefined : endpointProblem(endpoint)
  return message === undefined ? [] : [{ option: "manifest.iab.endpoint", message }]
}

/** Policy rules are no part of it: they never stop a service. */
const checkManifest = (manifest: ManifestOptions): Issues => {
  const translator = compileTranslator(authoredTranslations(manifest))
  const texts = Either.isLeft(translator) ? translator.left : []
  return [
    ...texts.map(({ message, path }) => ({ option: `manifest.${path}`, message })),
    ...repeatedIds("manifest.vendors", manifest.vendors ?? []),
    ...repeatedIds("manifest.iab.customVendors", manifest.iab?.customVendors ?? []),
    ...endpointIssues(manifest.iab?.endpoint),
  ]
}

const sessions: Rule = {
  needs: ["apiKeys", "sessions"],
  check: ({ apiKeys, sessions: reports }) => {
    if (reports === null) return []
    if (reports.onReport === undefined && !reports.apiKey) {
      return [{ option: "sessions.onReport", message: "is missing" }]
    }
    return reports.apiKey && apiKeys.length === 0
      ? [{ option: "sessions.apiKey", message: "needs apiKeys; without any, no server could send a report" }]
      : []
  },
}

/** A template that is no route would log nothing, or everything, without a word. */
const checkTemplates = ({ observability, openapi, script }: ResolvedOptions): Issues => {
  const { exclude } = observability
  const include = observability.include ?? new Set<string>()
  // The list of routes is made from the whole API declaration: only where a template is to be compared with it.
  if (exclude.size + include.size === 0) return []
  const known = templatesOf(openapi, script)
  return Object.entries({ include, exclude }).flatMap(([name, templates]) =>
    Array.from(templates).flatMap((template, i) =>
      known.includes(template)
        ? []
        : [{ option: `observability.${name}.${i}`, message: `'${template}' is no route; write it as /subjects/:id` }],
    ),
  )
}

const surface: Rule = {
  needs: ["openapi", "script"],
  check: ({ openapi, script }) => [...checkRoutes(openapi.enabled ? openapi : null, script), ...checkSecurity(openapi)],
}

/** Every rule, in the order in which issues are reported. */
export const rules: ReadonlyArray<Rule> = [
  storage,
  tables,
  tenant,
  { needs: ["manifest"], check: ({ manifest }) => checkManifest(manifest) },
  { needs: tokenKinds, check: crossedTokens },
  sessions,
  { needs: ["observability", "openapi", "script"], check: checkTemplates },
  surface,
]
