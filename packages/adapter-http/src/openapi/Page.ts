/**
 * The interactive page of the API, its headers, and the names of the files it loads (`Assets.ts`). The page has no inline
 * script or style, so that its content-security policy can refuse everything but our own files.
 *
 * @module
 */
import type { ContentHeaders } from "../answer/Answer.js"

/** The files that the page loads. */
export const docsFileNames = ["viewer.js", "viewer.css", "start.js"] as const

/** The content of a page, as plain text. It is escaped, never trusted as HTML. */
export interface DocsPageOptions {
  readonly title: string
  /** Where the page finds the OpenAPI document: a path, or a URL on the page's own origin. */
  readonly specUrl: string
  /** The base URL of `docsFileNames`, without a trailing slash: a path, or a URL on the page's own origin. */
  readonly assetsUrl: string
  /** A custom page (option `openapi.customUiTemplate`), in which `{{title}}` and `{{specUrl}}` are replaced. */
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

/** In one pass, so that a title that looks like a placeholder is not replaced again. */
const fill = (template: string, title: string, specUrl: string): string =>
  template.replace(/\{\{(title|specUrl)\}\}/g, (_, name: string) => (name === "title" ? title : specUrl))

/**
 * Renders the page as complete HTML. The viewer replaces the link to the document, which readers see
 * where scripts are off or the viewer's files are missing.
 *
 * @example
 * ```ts
 * import { docsPage } from "@consent-service/adapter-http/openapi"
 *
 * const page = docsPage({ title: "Consent", specUrl: "/spec.json", assetsUrl: "/docs" })
 * page.includes("<h1>Consent</h1>") // true
 * docsPage({ title: "A & B", specUrl: "/s.json", assetsUrl: "/docs", template: "<h1>{{title}}</h1>" }) // "<h1>A &amp; B</h1>"
 * ```
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

// `data:` is for the icons in the viewer's stylesheet, and for the page's empty icon.
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

/**
 * The headers of the page. A custom template has unknown needs, so it gets no policy.
 *
 * @example
 * ```ts
 * import { docsHeaders } from "@consent-service/adapter-http/openapi"
 *
 * docsHeaders(false)["cache-control"] // "no-store"
 * "content-security-policy" in docsHeaders(true) // false
 * ```
 */
export const docsHeaders = (hasTemplate: boolean): ContentHeaders =>
  hasTemplate ? pageHeaders : { ...pageHeaders, "content-security-policy": securityPolicy }
