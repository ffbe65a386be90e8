/**
 * Checks the options of an edge. Every issue is reported.
 *
 * @module
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { type ConfigurationIssue, ConsentConfigurationError } from "../configuration/ConsentConfigurationError.js"
import { decodeOptions, type Explanations } from "../configuration/DecodeOptions.js"
import { makeChecker } from "../options/MakeChecker.js"
import { missingKeys } from "../options/TokenOptions.js"
import { readOptions } from "../options/ReadOptions.js"
import { type Rule, sharedRules } from "../options/SharedRules.js"
import { ConsentEdgeOptions, edgeFields, type EdgeSettings } from "./EdgeOptions.js"

/** The options of a service that an edge has no use for, and why. */
const ofServices = new Map([
  ["database", "is not an option of an edge; set it on the service at origin.url"],
  ["tablePrefix", "is not an option of an edge; set it on the service at origin.url"],
  ["apiKeys", "the service at origin.url checks API keys"],
  ["edgeKeys", "is an option of the service; an edge has origin.key"],
  ["rateLimit", "the service at origin.url limits requests"],
  ["identityToken", "the service at origin.url verifies identity tokens"],
  ["legalDocumentSnapshot", "the service at origin.url verifies tokens of legal documents"],
])

const explanations: Explanations = {
  missing: (option) => (option === "origin" ? "is required; it must be { url, key }" : "is required"),
  unknown: (option) => ofServices.get(option) ?? "is not an option of an edge",
}

/** Nothing here outlives a request: one must wait for a list that another one needs, too. */
const waiting: Rule<EdgeSettings> = {
  needs: ["gvl"],
  check: ({ gvl }): ReadonlyArray<ConfigurationIssue> =>
    gvl?.waitMs === 0
      ? [{ option: "gvl.waitMs", message: "must be above 0: an edge fetches lists within requests" }]
      : [],
}

const decode = makeChecker({
  member: (name) => {
    const field = Object.entries(edgeFields).find(([known]) => known === name)?.[1]
    return field === undefined ? null : decodeOptions(Schema.Struct({ [name]: field }), explanations)
  },
  schema: ConsentEdgeOptions,
  explanations,
  required: { origin: { url: "https://origin.invalid", key: "0".repeat(16) } },
  rules: [...sharedRules, waiting],
})

/**
 * Checks options.
 *
 * @throws ConsentConfigurationError with every invalid option
 */
export const checkEdgeOptions = (authored: ConsentEdgeOptions): EdgeSettings => {
  const { issues: unreadable, options } = readOptions(authored)
  const missing = missingKeys(options)
  const issues = [...unreadable, ...missing]
  return Either.getOrThrowWith(decode(options, issues), (found) => new ConsentConfigurationError(found))
}
