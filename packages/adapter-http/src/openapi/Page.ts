/**
 * The interactive page of the API, its headers, and the files it loads: the viewer, which the build puts into this
 * package's `viewer/` folder, and the few lines that start it. The page has no inline script or style, so that its
 * content-security policy can refuse everything but our own files.
 *
 * @module
 */
import type { ContentHeaders } from "../answer/Answer.js"

/** What a page is made of. All of it is text; nothing is trusted to be safe in HTML. */
export interface DocsPageOptions {
  readonly title: string
  /** Where the page finds the OpenAPI document: a path, or a URL on the page's own origin. */
  readonly specUrl: string
  /** What the names of `docsAssets` are appended to, after a `/`: a path, or a URL on the page's own origin. */
  readonly assetsUrl: string
  /** The integrator's own page (option `openapi.customUiTemplate`), in which `{{title}}` and `{{specUrl}}` are replaced. */
  readonly template?: string
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (char) => entities[char] ?? char)

/** In one pass, so that a title that looks like a placeholder stays a title. */
const fill = (template: string, title: string, specUrl: string): string =>
  template.replace(/\{\{(title|specUrl)\}\}/g, (_, name: string) => (name === "title" ? title : specUrl))

/**
 * Renders the page as complete HTML. The viewer takes the place of the link to the document, which is what a reader has
 * where scripts are off or the viewer's files are missing.
 */
export const docsPage = (options: DocsPageOptions): string => {
  const [title, specUrl, assetsUrl] = [escape(options.title), escape(options.specUrl), escape(options.assetsUrl)]
  if (options.template !== undefined) return fill(options.template, title, specUrl)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${assetsUrl}/viewer.css">
<script src="${assetsUrl}/viewer.js" defer></script>
<script src="${assetsUrl}/start.js" defer></script>
</head>
<body>
<div id="docs" data-spec-url="${specUrl}">
<h1>${title}</h1>
<p>The viewer is not running. The OpenAPI document itself is <a href="${specUrl}">here</a>.</p>
</div>
</body>
</html>
`
}

// `data:` is for the viewer's icons, which its stylesheet holds, and for the page's empty one.
const securityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ")

const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
}

/** The headers of the page. A template is the integrator's own page with unknown needs: it gets no policy. */
export const docsHeaders = (hasTemplate: boolean): ContentHeaders =>
  hasTemplate ? pageHeaders : { ...pageHeaders, "content-security-policy": securityPolicy }

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
