/**
 * Constraints between the common options of a service and its edge, and inside a manifest, once each option is valid
 * by itself.
 *
 * @module
 */
import { endpointProblem } from "@consent-service/adapter-gvl/GvlOptions"
import { compileTranslator } from "@consent-service/core/translation"
import { authoredTranslations, type ManifestOptions } from "@consent-service/core/manifest"
import * as Either from "effect/Either"
import type { ConfigurationIssue } from "../configuration/ConsentConfigurationError.js"
import { checkSecurity } from "./OpenApiOptions.js"
import { checkRoutes, templatesOf } from "./RoutePaths.js"
import type { SharedSettings } from "./SharedOptions.js"

type Issues = ReadonlyArray<ConfigurationIssue>

/** A check of several options together. */
export interface Rule<Options> {
  /** The options that must be valid before the check makes sense. */
  readonly needs: ReadonlyArray<keyof Options & string>
  readonly check: (options: Options) => Issues
}

/** A tenant is named where one is required. */
export const tenant: Rule<SharedSettings> = {
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

/** Constraints inside a manifest. */
export const manifest: Rule<SharedSettings> = {
  needs: ["manifest"],
  check: (options) => checkManifest(options.manifest),
}

/** A template that is not a route would log nothing, or everything, without a word. */
const checkTemplates = ({ observability, openapi, script }: SharedSettings): Issues => {
  const { exclude } = observability
  const include = observability.include ?? new Set<string>()
  // The list of routes is made from the whole API declaration: only where a template is to be compared with it.
  if (exclude.size + include.size === 0) return []
  const known = templatesOf(openapi, script)
  return Object.entries({ include, exclude }).flatMap(([name, templates]) =>
    Array.from(templates).flatMap((template, i) =>
      known.includes(template)
        ? []
        : [
            {
              option: `observability.${name}.${i}`,
              message: `'${template}' is not a route; write it as /subjects/:id`,
            },
          ],
    ),
  )
}

/** Requests are logged by templates that exist. */
export const templates: Rule<SharedSettings> = { needs: ["observability", "openapi", "script"], check: checkTemplates }

/** No two routes are on the same path. */
export const surface: Rule<SharedSettings> = {
  needs: ["openapi", "script"],
  check: ({ openapi, script }) => [...checkRoutes(openapi.enabled ? openapi : null, script), ...checkSecurity(openapi)],
}

/** All constraints of the common options. */
export const sharedRules: ReadonlyArray<Rule<SharedSettings>> = [tenant, manifest, templates, surface]
