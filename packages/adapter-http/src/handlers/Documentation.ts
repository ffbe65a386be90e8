/**
 * The routes of the API reference.
 *
 * @module
 */
import { recent } from "@consent-service/core/primitives"
import * as Effect from "effect/Effect"
import { inUtf8, jsonType } from "../answer/Answer.js"
import type { Problem } from "../answer/Problem.js"
import type { documentationEndpoints } from "../api/DocumentationGroup.js"
import type { Compression, Entity } from "../compression/Compression.js"
import { type Call, type Handled, type Route, route, routeWithPath } from "../kernel/Route.js"
import { publicPrefix } from "../request/Target.js"
import { type DocsAsset, docsAssets } from "../openapi/Assets.js"
import { docsHeaders, docsPage } from "../openapi/Page.js"
import type { OpenApiDocument } from "../openapi/Document.js"

/** The parts of an instance's documentation. */
export interface DocumentationSettings {
  readonly compression: Compression
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
  { basePath, endpoints, template, title }: Omit<DocumentationSettings, "compression" | "document">,
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

/** How many mounts' documents are cached, and the longest prefix: a path with parameters is a prefix, too. */
const maxMounts = 8
const longestMount = 256

/** The files as they are sent, made on first request. */
const makeFiles = (compression: Compression) => {
  const made = new Map<string, { readonly text: string; readonly entity: Entity }>()
  return ({ contentType, name }: DocsAsset, text: string): Entity => {
    const before = made.get(name)
    if (before?.text === text) return before.entity
    const caching = { "cache-control": "public, max-age=3600" }
    const content = { "content-type": contentType, "x-content-type-options": "nosniff" }
    const entity = compression.entity(inUtf8(text), { caching, content }, "quick")
    made.set(name, { text, entity })
    return entity
  }
}

const handleFile = (compression: Compression) => {
  const fileOf = makeFiles(compression)
  return ({ exchange }: Call, { file }: { readonly file: string }): Handled<string> | Problem => {
    const asset = docsAssets.find(({ name }) => name === file)
    if (asset === undefined) return { _tag: "RouteUnknown" }
    return Effect.flatMap(Effect.promise(asset.read), (text) => {
      if (text === null) return Effect.fail<Problem>({ _tag: "DocsUnavailable" })
      const sent = compression.answer(exchange.header, fileOf(asset, text))
      return Effect.isEffect(sent) ? sent : Effect.succeed(sent)
    })
  }
}

/** The routes of `api/DocumentationGroup`. */
export const documentationRoutes = (settings: DocumentationSettings): ReadonlyArray<Route> => {
  const { compression } = settings
  const { docs, docsFile, spec } = settings.endpoints
  const documents = recent<Entity>({ bound: maxMounts, longestKey: longestMount })
  const document = ({ exchange: { header, mount } }: Call): Handled<never> => {
    const make = () => {
      const content = { ...jsonType, "cache-control": "no-store" }
      return compression.entity(inUtf8(JSON.stringify(settings.document(mount))), { caching: {}, content }, "quick")
    }
    return compression.answer(header, documents.findOrMake(mount, make))
  }
  const pages = recent<Entity>({ bound: maxMounts, longestKey: longestMount })
  const page = ({ exchange: { header, mount } }: Call): Handled<never> => {
    const make = () => {
      const content = docsHeaders(settings.template !== undefined)
      return compression.entity(inUtf8(documentationPage(settings, mount)), { caching: {}, content }, "quick")
    }
    return compression.answer(header, pages.findOrMake(mount, make))
  }
  return [route(spec, document), route(docs, page), routeWithPath(docsFile, handleFile(compression))]
}
