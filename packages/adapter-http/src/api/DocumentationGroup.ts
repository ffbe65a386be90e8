/**
 * The routes that describe the others, wherever the instance has them.
 *
 * @module
 */
import { JsonObject } from "@consent-service/core/consent/Submission"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as Schema from "effect/Schema"
import { errorAnswer } from "./ErrorAnswer.js"
import { anyRoute, rooted } from "./Parts.js"
import { docsFileNote, docsNote, specNote } from "./notes/DeliveryNotes.js"

const Html = HttpApiSchema.Text({ contentType: "text/html" })

const File = HttpApiSchema.Text({ contentType: "text/*" })

const OpenApiBody = Schema.Struct({ openapi: Schema.Literal("3.1.0") }, JsonObject).annotations({
  identifier: "OpenApiDocument",
  description: "An OpenAPI 3.1 document",
})

/** Where the description is. */
export interface DocumentationPaths {
  readonly specPath: string
  readonly docsPath: string
}

/** `GET /spec.json`, `GET /docs` and the files of the latter (service.md, "GET /spec.json and GET /docs"). */
export const documentationEndpoints = ({ docsPath, specPath }: DocumentationPaths) => ({
  spec: HttpApiEndpoint.get("spec", rooted(specPath))
    .addSuccess(OpenApiBody)
    .addError(anyRoute)
    .annotateContext(specNote),
  docs: HttpApiEndpoint.get("docs", rooted(docsPath)).addSuccess(Html).addError(anyRoute).annotateContext(docsNote),
  docsFile: HttpApiEndpoint.get("docsFile", `${rooted(docsPath)}/:file`)
    .setPath(Schema.Struct({ file: Schema.String.annotations({ description: "A file that the page loads" }) }))
    .addSuccess(File)
    .addError(errorAnswer("RouteUnknown"))
    .addError(errorAnswer("DocsUnavailable"))
    .addError(anyRoute)
    .annotateContext(docsFileNote),
})

/** Them as a group. */
export const documentationGroup = ({ docs, docsFile, spec }: ReturnType<typeof documentationEndpoints>) =>
  HttpApiGroup.make("documentation", { topLevel: true }).add(spec).add(docs).add(docsFile)
