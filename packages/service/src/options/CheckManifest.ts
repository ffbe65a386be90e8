/**
 * What about a manifest of the right shape cannot be meant (contract decision 33). Policy rules are no part of it:
 * they never stop a service.
 *
 * @module
 */
import { endpointProblem } from "@consent-service/adapter-gvl/GvlOptions"
import type { ManifestConfig } from "@consent-service/core/manifest/ManifestConfig"
import { authoredTranslations } from "@consent-service/core/manifest/ManifestDocument"
import { compileTranslator } from "@consent-service/core/translation/CompileTranslator"
import * as Either from "effect/Either"
import type { ConfigurationIssue } from "./ConsentConfigurationError.js"

const repeatedIds = (
  option: string,
  items: ReadonlyArray<{ readonly id: string }>,
): ReadonlyArray<ConfigurationIssue> =>
  items.flatMap(({ id }, i) =>
    items.findIndex((other) => other.id === id) === i
      ? []
      : [{ option: `${option}.${i}.id`, message: `'${id}' is the id of an earlier vendor` }],
  )

const endpointIssues = (endpoint: string | undefined): ReadonlyArray<ConfigurationIssue> => {
  const message = endpoint === undefined ? undefined : endpointProblem(endpoint)
  return message === undefined ? [] : [{ option: "manifest.iab.endpoint", message }]
}

/** Checks the content of a manifest whose fields have the right types. */
export const checkManifest = (manifest: ManifestConfig): ReadonlyArray<ConfigurationIssue> => {
  const translator = compileTranslator(authoredTranslations(manifest))
  const texts = Either.isLeft(translator) ? translator.left : []
  return [
    ...texts.map(({ message, path }) => ({ option: `manifest.${path}`, message })),
    ...repeatedIds("manifest.vendors", manifest.vendors ?? []),
    ...repeatedIds("manifest.iab.customVendors", manifest.iab?.customVendors ?? []),
    ...endpointIssues(manifest.iab?.endpoint),
  ]
}
