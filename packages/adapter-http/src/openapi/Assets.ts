/**
 * The files that the page of the API loads: the viewer, and the few lines that start it.
 *
 * @module
 */
import type { docsFileNames } from "./Page.js"
import { viewerFiles } from "./Viewer.js"

/** A file of the page. */
export interface DocsAsset {
  /** What `docsPage` appends to `assetsUrl`. */
  readonly name: (typeof docsFileNames)[number]
  readonly contentType: string
  /** Its text; null where it cannot be loaded. It never rejects. */
  readonly read: () => Promise<string | null>
}

/** Loads on first use and caches the result. A failure is null and not cached: the next call tries again. */
const readOnce = (read: () => Promise<string>): (() => Promise<string | null>) => {
  let kept: Promise<string | null> | null = null
  return () => {
    kept ??= read().catch(() => {
      kept = null
      return null
    })
    return kept
  }
}

// `validatorUrl` would send the document to a public server, and `queryConfigEnabled` would let a link
// choose another document to show.
const start = `"use strict"
const place = document.getElementById("docs")
const specUrl = new URL(place.dataset.specUrl, location.href).href
const withoutPrefills = (response) => {
  if (response.url !== specUrl || !response.ok) return response
  const spec = JSON.parse(response.text)
  for (const operation of Object.values(spec.paths).flatMap((item) => Object.values(item)))
    for (const parameter of operation.parameters ?? []) if (!parameter.required) delete parameter.example
  response.text = JSON.stringify(spec)
  return response
}
if (typeof SwaggerUIBundle === "function") {
  SwaggerUIBundle({
    domNode: place,
    url: place.dataset.specUrl,
    responseInterceptor: withoutPrefills,
    deepLinking: true,
    validatorUrl: null,
    queryConfigEnabled: false,
    persistAuthorization: false,
  })
}
`

const script = "text/javascript; charset=utf-8"

/**
 * The files of the page. Those of the viewer are loaded by `viewer` when they are first read.
 *
 * @example
 * ```ts
 * import { makeDocsAssets } from "@consent-service/adapter-http/openapi"
 *
 * const assets = makeDocsAssets({ script: async () => "start()", style: async () => "" })
 * assets.map(({ name }) => name) // ["viewer.js", "viewer.css", "start.js"]
 * ```
 */
export const makeDocsAssets = (viewer: typeof viewerFiles): ReadonlyArray<DocsAsset> => [
  { name: "viewer.js", contentType: script, read: readOnce(viewer.script) },
  { name: "viewer.css", contentType: "text/css; charset=utf-8", read: readOnce(viewer.style) },
  { name: "start.js", contentType: script, read: () => Promise.resolve(start) },
]

/** The files of the page. */
export const docsAssets: ReadonlyArray<DocsAsset> = makeDocsAssets(viewerFiles)
