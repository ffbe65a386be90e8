/**
 * The routes that serve the browser's scripts, wherever the instance has them.
 *
 * @module
 */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { documented, header, type HeaderNotes } from "./Annotations.js"
import { errorAnswer } from "./ErrorAnswer.js"
import { cacheable, conditional, sniffless } from "./Headers.js"
import { anyRoute, rooted, text, unchanged } from "./Parts.js"

const JavaScript = HttpApiSchema.Text({ contentType: "text/javascript" })

/** With `script.backendURL` set, a script is the same for every client; without it, it depends on the request's `Host`. */
const scriptCaching: HeaderNotes = {
  ...cacheable,
  "cache-control": header(
    "Which caches may store it: as for `/manifest` if `script.backendURL` is set, else only the client, which revalidates it",
    "private, no-cache",
  ),
  "cdn-cache-control": header("As `cache-control` if `script.backendURL` is set, else `no-store`", "no-store"),
}

const script = <Name extends string>(name: Name, path: string, summary: string, language: string) =>
  HttpApiEndpoint.get(name, rooted(path))
    .setUrlParams(Schema.Struct({ language: text(language) }))
    .addSuccess(JavaScript)
    .addSuccess(unchanged)
    .addError(errorAnswer("HostUnusable"))
    .addError(errorAnswer("ScriptUnavailable"))
    .addError(anyRoute)
    .annotateContext(
      documented({
        summary,
        description:
          "One classic script: a line that hands over this instance's configuration, then the bundle. A page needs " +
          "nothing but a script element.",
        parameters: { language: "de" },
        requestHeaders: { ...conditional, host: header("What the script calls back, unless script.backendURL is set") },
        answerHeaders: {
          200: {
            ...scriptCaching,
            ...sniffless,
            "cross-origin-resource-policy": header("Pages of other sites may load it", "cross-origin"),
          },
          304: scriptCaching,
        },
      }),
    )

/** Where the scripts are. */
export interface ScriptPaths {
  readonly path: string
  readonly headlessPath: string
  readonly iabPath: string
}

/** `GET /cs.js`, `/cs.headless.js` and `/cs.iab.js`. */
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
  HttpApiGroup.make("browser", { topLevel: true })
    .annotate(OpenApi.Description, "Scripts that pages load")
    .add(full)
    .add(headless)
    .add(iab)
