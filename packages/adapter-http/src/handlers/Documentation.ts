/**
 * The routes that describe the others.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { type Answer, jsonType, prepared } from "../answer/Answer.js"
import type { Problem } from "../answer/Problem.js"
import { inUtf8 } from "../answer/Utf8.js"
import type { documentationEndpoints } from "../api/DocumentationGroup.js"
import { type Call, type Handled, type Route, route, routeWithPath } from "../kernel/Route.js"
import { docsAssets, docsHeaders, docsPage } from "../openapi/DocsPage.js"
import type { OpenApiDocument } from "../openapi/OpenApiDocument.js"

/** What an instance's documentation is made of. */
export interface DocumentationSetting {
  readonly endpoints: ReturnType<typeof documentationEndpoints>
  /** The prefix the service is mounted under, as pages must write it. */
  readonly basePath: string
  readonly title: string
  /** A page of the integrator's own instead of ours. */
  readonly template: string | undefined
  /** Costs milliseconds the first time. */
  readonly document: () => OpenApiDocument
}

/** The page, as `GET /docs` answers it. */
export const documentationPage = ({ basePath, endpoints, template, title }: Omit<DocumentationSetting, "document">) =>
  docsPage({
    title,
    specUrl: `${basePath}${endpoints.spec.path}`,
    assetsUrl: `${basePath}${endpoints.docs.path}`,
    ...(template === undefined ? {} : { template }),
  })

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
export const documentationRoutes = (setting: DocumentationSetting): ReadonlyArray<Route> => {
  const { docs, docsFile, spec } = setting.endpoints
  let written: Answer<never> | null = null
  const document = (): Answer<never> =>
    (written ??= prepared(inUtf8(JSON.stringify(setting.document())), { ...jsonType, "cache-control": "no-store" }))
  const page = prepared(inUtf8(documentationPage(setting)), docsHeaders(setting.template !== undefined))
  return [route(spec, document), route(docs, () => page), routeWithPath(docsFile, handleFile)]
}
