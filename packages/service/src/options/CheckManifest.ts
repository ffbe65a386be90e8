/**
 * What about a manifest of the right shape cannot be meant (contract decision 33). Policy rules are no part of it:
 * they never stop a service.
 *
 * @module
 */
import { gvlUrl } from "@consent-service/adapter-gvl/GvlEndpoint"
import type { ManifestConfig } from "@consent-service/core/manifest/ManifestConfig"
import { authoredTranslations } from "@consent-service/core/manifest/ManifestDocument"
import { compileTranslator } from "@consent-service/core/translation/SelectLanguage"
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

const endpointProblem = (endpoint: string | undefined): ReadonlyArray<ConfigurationIssue> => {
  const url = endpoint === undefined ? null : gvlUrl(endpoint, "en")
  return url !== null && Either.isLeft(url) ? [{ option: "manifest.iab.endpoint", message: url.left }] : []
}

/** Checks the content of a manifest whose fields have the right types. */
export const checkManifest = (manifest: ManifestConfig): ReadonlyArray<ConfigurationIssue> => {
  const translator = compileTranslator(authoredTranslations(manifest))
  const texts = Either.isLeft(translator) ? translator.left : []
  return [
    ...texts.map(({ message, path }) => ({ option: `manifest.${path}`, message })),
    ...repeatedIds("manifest.vendors", manifest.vendors ?? []),
    ...repeatedIds("manifest.iab.customVendors", manifest.iab?.customVendors ?? []),
    ...endpointProblem(manifest.iab?.endpoint),
  ]
}
