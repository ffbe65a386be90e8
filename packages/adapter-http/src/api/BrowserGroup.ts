/**
 * The routes that serve the browser's scripts, wherever the instance has them.
 *
 * @module
 */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as Schema from "effect/Schema"
import { errorAnswer } from "./ErrorAnswer.js"
import { anyRoute, rooted, text, unchanged } from "./Parts.js"
import { scriptNote } from "./notes/DeliveryNotes.js"

const JavaScript = HttpApiSchema.Text({ contentType: "text/javascript" })

const script = <Name extends string>(name: Name, path: string, summary: string, language: string) =>
  HttpApiEndpoint.get(name, rooted(path))
    .setUrlParams(Schema.Struct({ language: text(language) }))
    .addSuccess(JavaScript)
    .addSuccess(unchanged)
    .addError(errorAnswer("HostUnusable"))
    .addError(errorAnswer("ScriptUnavailable"))
    .addError(anyRoute)
    .annotateContext(scriptNote(summary))

/** Where the scripts are. */
export interface ScriptPaths {
  readonly path: string
  readonly headlessPath: string
  readonly iabPath: string
}

/** `GET /cs.js`, `/cs.headless.js` and `/cs.iab.js` (service.md, "Script routes"). */
export const browserEndpoints = ({ headlessPath, iabPath, path }: ScriptPaths) => {
  const slice = "Slices the manifest's translations to one language"
  return {
    full: script("script", path, "Banner and preference dialog", "The language the banner starts in"),
    headless: script("headlessScript", headlessPath, "The runtime without a user interface", slice),
    iab: script("iabScript", iabPath, "IAB TCF banner and dialog", slice),
  }
}

/** Them as a group. */
export const browserGroup = ({ full, headless, iab }: ReturnType<typeof browserEndpoints>) =>
  HttpApiGroup.make("browser", { topLevel: true }).add(full).add(headless).add(iab)
