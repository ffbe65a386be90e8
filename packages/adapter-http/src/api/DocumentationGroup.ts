/**
 * The routes of the API reference.
 *
 * @module
 */
import { described, JsonObject } from "@consent-service/core/primitives"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { documented, header } from "./Annotations.js"
import { errorAnswer } from "./ErrorAnswer.js"
import { compressed, negotiated, sniffless, uncached } from "./Headers.js"
import { anyRoute, rooted } from "./Parts.js"

const Html = HttpApiSchema.Text({ contentType: "text/html" })

const File = HttpApiSchema.Text({ contentType: "text/*" })

const OpenApiBody = Schema.Struct({ openapi: Schema.Literal("3.1.0") }, JsonObject).annotations({
  identifier: "OpenApiDocument",
  ...described({
    description: "This document",
    fields: { openapi: "The version of OpenAPI" },
    keywords: { additionalProperties: true },
  }),
})

/** The paths of the API reference. */
export interface DocumentationPaths {
  readonly specPath: string
  readonly docsPath: string
}

/** `GET /spec.json`, `GET /docs` and the files of that page. */
export const documentationEndpoints = ({ docsPath, specPath }: DocumentationPaths) => ({
  spec: HttpApiEndpoint.get("spec", rooted(specPath))
    .addSuccess(OpenApiBody)
    .addError(anyRoute)
    .annotateContext(
      documented({
        summary: "This document",
        requestHeaders: negotiated,
        answerHeaders: { 200: { ...uncached, ...compressed } },
      }),
    ),
  docs: HttpApiEndpoint.get("docs", rooted(docsPath))
    .addSuccess(Html)
    .addError(anyRoute)
    .annotateContext(
      documented({
        summary: "This document as an interactive page",
        description: "Loads nothing from other hosts, and runs under a strict content-security policy.",
        requestHeaders: negotiated,
        answerHeaders: {
          200: {
            ...uncached,
            ...compressed,
            ...sniffless,
            "content-security-policy": header("The page may load only its own files"),
            "referrer-policy": header("The page sends no referrer", "no-referrer"),
          },
        },
      }),
    ),
  docsFile: HttpApiEndpoint.get("docsFile", `${rooted(docsPath)}/:file`)
    .setPath(Schema.Struct({ file: Schema.String.annotations({ description: "A file that the page loads" }) }))
    .addSuccess(File)
    .addError(errorAnswer("RouteUnknown"))
    .addError(errorAnswer("DocsUnavailable"))
    .addError(anyRoute)
    .annotateContext(
      documented({
        summary: "A file of the interactive page",
        parameters: { file: "viewer.css" },
        requestHeaders: negotiated,
        answerHeaders: {
          200: {
            "cache-control": header("How long caches may store it", "public, max-age=3600"),
            ...compressed,
            ...sniffless,
          },
        },
      }),
    ),
})

/** These routes as a group. */
export const documentationGroup = ({ docs, docsFile, spec }: ReturnType<typeof documentationEndpoints>) =>
  HttpApiGroup.make("documentation", { topLevel: true })
    .annotate(OpenApi.Description, "This document, and a page that shows it")
    .add(spec)
    .add(docs)
    .add(docsFile)
