/**
 * The files the page of the API loads: the viewer, which the build puts into this package's `viewer/` folder, and the
 * few lines that start it (contract decision 23).
 *
 * @module
 */

/** A file of the page. */
export interface DocsAsset {
  /** What `docsPage` appends to `assetsUrl`. */
  readonly name: "viewer.js" | "viewer.css" | "start.js"
  readonly contentType: string
  /** Its text; null where there is no file system or no file. It never rejects. */
  readonly read: () => Promise<string | null>
}

/** Reads when first asked to and keeps what was read. A failure is null and not kept: the next call tries again. */
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

/** How a platform reads a text file; undefined on one that has no files. */
export type ReadFile = ((file: URL, encoding: "utf8") => Promise<string>) | undefined

/** The URL is made inside of what may fail: a module that was bundled may have none of its own. */
const viewerFile = (readFile: ReadFile, name: string): DocsAsset["read"] =>
  readFile === undefined
    ? () => Promise.resolve(null)
    : readOnce(async () => readFile(new URL(`../../viewer/${name}`, import.meta.url), "utf8"))

// `validatorUrl` would have the document judged by a server on the internet, and `queryConfigEnabled` would let a link
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

/** The files as a platform can read them. */
export const makeDocsAssets = (readFile: ReadFile): ReadonlyArray<DocsAsset> => [
  { name: "viewer.js", contentType: script, read: viewerFile(readFile, "swagger-ui-bundle.js") },
  { name: "viewer.css", contentType: "text/css; charset=utf-8", read: viewerFile(readFile, "swagger-ui.css") },
  { name: "start.js", contentType: script, read: () => Promise.resolve(start) },
]

/** Asked for at run time: an import of `node:fs` would keep the service from Workers and browsers. */
const fileSystem = globalThis.process?.getBuiltinModule?.("node:fs/promises")

/** The files as this platform can read them. */
export const docsAssets: ReadonlyArray<DocsAsset> = makeDocsAssets(fileSystem?.readFile)
