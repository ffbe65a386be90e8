/**
 * Where the movable routes can be put: paths of plain segments, no two routes on the same one.
 *
 * @module
 */
import { covers, scriptOptionProblems, type ScriptSettings } from "@consent-service/adapter-http/script"
import { docsFileNames } from "@consent-service/adapter-http/openapi"
import { apiOf, endpointsOf, type InstanceApi } from "@consent-service/adapter-http/api"
import { says } from "@consent-service/core/authored"
import * as Schema from "effect/Schema"
import type { ConfigurationIssue } from "../configuration/ConsentConfigurationError.js"

const segment = /^[A-Za-z0-9._~-]+$/

/** Dot segments never reach a server: clients resolve them. */
const isPath = (path: string): boolean =>
  path.startsWith("/") &&
  path
    .slice(1)
    .split("/")
    .every((part) => segment.test(part) && part !== "." && part !== "..")

/** The path of a route that can be moved. */
export const RoutePath = Schema.String.pipe(Schema.filter(isPath)).annotations(
  says("must be a path like /spec.json: it starts with /, and each segment is of letters, digits and . _ ~ -"),
)

const pathsOf = (instance: InstanceApi): ReadonlyArray<string> => endpointsOf(instance).map(({ path }) => path)

/** The paths that no option moves. */
const fixed = pathsOf(apiOf({ vendorLists: true, scripts: null, documentation: null }))

/** The templates of all routes that an instance has, wherever it has put them. */
export const templatesOf = (documentation: DescriptionPaths, scripts: ScriptSettings): ReadonlyArray<string> =>
  pathsOf(apiOf({ vendorLists: true, scripts, documentation }))

/** A prefix to be mounted under: as `RoutePath`, with or without the slashes around it; `""` and `/` are none. */
export const BasePath = Schema.String.pipe(
  Schema.filter((path) => ["", "/"].includes(path) || isPath(`/${path.replace(/^\/|\/+$/g, "")}`)),
).annotations(says("must be a path like /consent: each segment is of letters, digits and . _ ~ -"))

/** Where an instance describes itself. */
export interface DescriptionPaths {
  readonly specPath: string
  readonly docsPath: string
}

/** The reference page's own path, and those of the files it loads. */
const pagePaths = (docsPath: string): ReadonlyArray<string> => [
  docsPath,
  ...docsFileNames.map((name) => `${docsPath}/${name}`),
]

const takenBy = (templates: ReadonlyArray<string>, option: string, path: string): ReadonlyArray<ConfigurationIssue> => {
  const template = templates.find((each) => covers(each, path))
  return template === undefined ? [] : [{ option, message: `is the path of another route, ${template}` }]
}

/**
 * Finds movable routes with conflicting paths, and the other problems of the scripts.
 *
 * @param description - null when the instance does not describe itself
 */
export const checkRoutes = (
  description: DescriptionPaths | null,
  script: ScriptSettings,
): ReadonlyArray<ConfigurationIssue> => {
  const described = description === null ? [] : [description.specPath, ...pagePaths(description.docsPath)]
  const scripts = scriptOptionProblems(script, [...fixed, ...described])
  if (description === null) return scripts
  const { docsPath, specPath } = description
  return [
    ...takenBy(fixed, "openapi.specPath", specPath),
    ...takenBy([...fixed, specPath], "openapi.docsPath", docsPath),
    ...(pagePaths(docsPath).includes(specPath) && specPath !== docsPath
      ? [{ option: "openapi.specPath", message: `is the path of a file of the page at ${docsPath}` }]
      : []),
    ...scripts,
  ]
}
