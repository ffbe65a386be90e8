/**
 * The API reference as one static page: the document rendered on the server, no script, nothing loaded from elsewhere.
 *
 * @module
 */
import type { OpenApiDocument } from "./OpenApiDocument.js"

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (char) => entities[char] ?? char)

const code = (value: unknown): string => `<pre>${escape(JSON.stringify(value, null, 2))}</pre>`

const fold = (title: string, content: string): string =>
  `<details><summary>${escape(title)}</summary>${content}</details>`

type PathItem = OpenApiDocument["paths"][string]
type Operation = NonNullable<PathItem["get"]>

const methods = ["get", "post", "put", "patch", "delete"] as const

const renderOperation = (method: string, path: string, operation: Operation): string => {
  const parameters = operation.parameters.map(
    ({ description, in: place, name, required }) =>
      `<li><code>${escape(name)}</code> in ${place}${required ? ", required" : ""}${description ? `: ${escape(description)}` : ""}</li>`,
  )
  const responses = Object.entries(operation.responses).map(([status, response]) =>
    fold(`${status}: ${response.description}`, code(response.content ?? {})),
  )
  return [
    `<article><h2><b>${method.toUpperCase()}</b> <code>${escape(path)}</code></h2>`,
    `<p>${escape(operation.summary ?? "")}</p>`,
    parameters.length > 0 ? `<ul>${parameters.join("")}</ul>` : "",
    operation.requestBody === undefined ? "" : fold("Request body", code(operation.requestBody.content)),
    ...responses,
    "</article>",
  ].join("")
}

const style =
  "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}" +
  "pre{background:#f4f4f4;padding:1rem;overflow:auto}article{border-top:1px solid #ccc}h2{font-size:1.1rem}"

/** Renders the document as a complete HTML page. */
export const renderDocsPage = (document: OpenApiDocument): string => {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      return operation === undefined ? [] : [renderOperation(method, path, operation)]
    }),
  )
  const title = escape(document.info.title)
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>`,
    `<meta name="viewport" content="width=device-width"><style>${style}</style></head>`,
    `<body><h1>${title} <small>${escape(document.info.version)}</small></h1>`,
    ...operations,
    fold("Schemas", code(document.components.schemas)),
    "</body></html>",
  ].join("")
}
