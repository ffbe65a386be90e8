/**
 * The routes that describe the others.
 *
 * @module
 */
import { recent } from "@consent-service/core/primitives"
import * as Effect from "effect/Effect"
import { type Answer, inUtf8, jsonType, prepared } from "../answer/Answer.js"
import type { Problem } from "../answer/Problem.js"
import type { documentationEndpoints } from "../api/DocumentationGroup.js"
import { type Call, type Handled, type Route, route, routeWithPath } from "../kernel/Route.js"
import { publicPrefix } from "../request/Target.js"
import { docsAssets } from "../openapi/Assets.js"
import { docsHeaders, docsPage } from "../openapi/Page.js"
import type { OpenApiDocument } from "../openapi/Document.js"

/** What an instance's documentation is made of. */
export interface DocumentationSettings {
  readonly endpoints: ReturnType<typeof documentationEndpoints>
  /** The prefix the service is mounted under, as pages must write it. */
  readonly basePath: string
  readonly title: string
  /** A custom page in place of the built-in one. */
  readonly template: string | undefined
  /** The document of the service under a mount's prefix. Costs milliseconds the first time. */
  readonly document: (mount: string) => OpenApiDocument
}

/** The page, as `GET /docs` answers it. */
export const documentationPage = (
  { basePath, endpoints, template, title }: Omit<DocumentationSettings, "document">,
  mount = "",
) => {
  const prefix = publicPrefix(basePath, mount)
  return docsPage({
    title,
    specUrl: `${prefix}${endpoints.spec.path}`,
    assetsUrl: `${prefix}${endpoints.docs.path}`,
    ...(template === undefined ? {} : { template }),
  })
}

/** How many mounts' documents are kept ready, and the longest prefix of one: a path with parameters is a prefix, too. */
const maxMounts = 8
const longestMount = 256

const handleFile = (_: Call, { file }: { readonly file: string }): Handled<string> | Problem => {
  const asset = docsAssets.find(({ name }) => name === file)
  if (asset === undefined) return { _tag: "RouteUnknown" }
  const headers = {
    "content-type": asset.contentType,
    "x-content-type-options": "nosniff",
    "cache-control": "public, max-age=3600",
  }
  return Effect.flatMap(Effect.promise(asset.read), (text) =>
    text === null ? Effect.fail<Problem>({ _tag: "DocsUnavailable" }) : Effect.succeed(prepared(text, headers)),
  )
}

/** The routes of `api/DocumentationGroup`. */
export const documentationRoutes = (settings: DocumentationSettings): ReadonlyArray<Route> => {
  const { docs, docsFile, spec } = settings.endpoints
  const documents = recent<Answer<never>>({ bound: maxMounts, longestKey: longestMount })
  const document = ({ exchange: { mount } }: Call): Answer<never> =>
    documents.findOrMake(mount, () =>
      prepared(inUtf8(JSON.stringify(settings.document(mount))), { ...jsonType, "cache-control": "no-store" }),
    )
  const pages = recent<Answer<never>>({ bound: maxMounts, longestKey: longestMount })
  const page = ({ exchange: { mount } }: Call): Answer<never> =>
    pages.findOrMake(mount, () =>
      prepared(inUtf8(documentationPage(settings, mount)), docsHeaders(settings.template !== undefined)),
    )
  return [route(spec, document), route(docs, page), routeWithPath(docsFile, handleFile)]
}
