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
import { cacheable, compressed, conditional, negotiated, permanent, sniffless } from "./Headers.js"
import { anyRoute, rooted, text, unchanged } from "./Parts.js"
import { pinnedTemplate, surfacesTemplate } from "../script/PinnedPath.js"

const JavaScript = HttpApiSchema.Text({ contentType: "text/javascript" })

/** With `script.backendURL` set, a script is the same for every client; without it, it depends on the request's `Host`. */
const scriptCaching: HeaderNotes = {
  ...cacheable,
  "cache-control": header(
    "Which caches may store it: shared ones as for `/manifest`; if `script.backendURL` is set, browsers for five minutes at most, too",
    "public, s-maxage=300, stale-while-revalidate=86400",
  ),
}

const host: HeaderNotes = { host: header("What the script calls back, unless script.backendURL is set") }

const scriptContent: HeaderNotes = {
  ...sniffless,
  "cross-origin-resource-policy": header("Pages of other sites may load it", "cross-origin"),
}

const policyParameter = text(
  "`embedded`: with the policy, where it is the same for every location; `requested`: without. Default: as `script.policy`",
)

const script = <Name extends string>(name: Name, path: string, summary: string, language: string) =>
  HttpApiEndpoint.get(name, rooted(path))
    .setUrlParams(Schema.Struct({ language: text(language), policy: policyParameter }))
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
          "nothing but a script element. By default, what draws is in a second file, which the script loads itself.",
        parameters: { language: "de", policy: "embedded" },
        requestHeaders: { ...conditional, ...negotiated, ...host },
        answerHeaders: {
          200: { ...scriptCaching, ...compressed, ...scriptContent },
          304: scriptCaching,
        },
      }),
    )

const Digest = Schema.String.pipe(Schema.pattern(/^[0-9a-f]{32}$/)).annotations({
  description: "As `script-tag` prints it",
})

const pinned = <Name extends string>(name: Name, path: string, language: string) =>
  HttpApiEndpoint.get(name, rooted(pinnedTemplate(path)))
    .setPath(Schema.Struct({ digest: Digest }))
    .setUrlParams(Schema.Struct({ language: text(language), policy: policyParameter }))
    .addSuccess(JavaScript)
    .addSuccess(unchanged)
    .addError(errorAnswer("HostUnusable"))
    .addError(errorAnswer("ScriptDigestUnknown"))
    .addError(errorAnswer("ScriptUnavailable"))
    .addError(anyRoute)
    .annotateContext(
      documented({
        summary: `\`${rooted(path)}\` for pages that pin it with \`integrity\``,
        description:
          "The digest is of the bytes of the script, configuration included: the first 32 hex digits of their SHA-256. " +
          "`consent-service script-tag` prints the tag. Once the configuration or the version has changed, the address is 404. " +
          "A script with an embedded policy is cached as `/manifest`, not permanently.",
        parameters: { digest: "5f0c1f6e6d0b4a0e9a0b0d6a3f3f9c11", language: "de", policy: "requested" },
        requestHeaders: { ...conditional, ...negotiated, ...host },
        answerHeaders: {
          200: { ...permanent, ...compressed, ...scriptContent },
          304: permanent,
        },
      }),
    )

const surfaces = <Name extends string>(name: Name, path: string) =>
  HttpApiEndpoint.get(name, rooted(surfacesTemplate(path)))
    .setPath(Schema.Struct({ digest: Digest.annotations({ description: "As the script names it" }) }))
    .addSuccess(JavaScript)
    .addSuccess(unchanged)
    .addError(errorAnswer("ScriptDigestUnknown"))
    .addError(anyRoute)
    .annotateContext(
      documented({
        summary: `What draws for \`${rooted(path)}\``,
        description:
          "A module that the script imports when a page shows banner, dialog, placeholder or button: one has what draws the " +
          "banner and the button, unless `script.surfaces` is `included`, another one the dialog and placeholders. Each " +
          "fits the script of its version only, which names its digest. Below the path of `/cs.js` is also the code of " +
          "`cs.receipt()` and `cs.debug()`, which every script imports when a page calls them.",
        parameters: { digest: "5f0c1f6e6d0b4a0e9a0b0d6a3f3f9c11" },
        requestHeaders: { ...conditional, ...negotiated },
        answerHeaders: {
          200: { ...permanent, ...compressed, ...scriptContent },
          304: permanent,
        },
      }),
    )

/** The paths of the scripts. */
export interface ScriptPaths {
  readonly path: string
  readonly headlessPath: string
  readonly iabPath: string
}

/** `GET /cs.js`, `/cs.headless.js` and `/cs.iab.js`, and each under the digest of its bytes. */
export const browserEndpoints = ({ headlessPath, iabPath, path }: ScriptPaths) => {
  const start = "The language the banner starts in"
  const slice = "Slices the manifest's translations to one language"
  return {
    full: script("script", path, "Banner and preference dialog", start),
    headless: script("headlessScript", headlessPath, "The runtime without a user interface", slice),
    iab: script("iabScript", iabPath, "IAB TCF banner and dialog", slice),
    pinned: {
      full: pinned("pinnedScript", path, start),
      headless: pinned("pinnedHeadlessScript", headlessPath, slice),
      iab: pinned("pinnedIabScript", iabPath, slice),
    },
    surfaces: { full: surfaces("scriptSurfaces", path), iab: surfaces("iabScriptSurfaces", iabPath) },
  }
}

/** These routes as a group. */
export const browserGroup = ({
  full,
  headless,
  iab,
  pinned: digests,
  surfaces: seconds,
}: ReturnType<typeof browserEndpoints>) =>
  HttpApiGroup.make("browser", { topLevel: true })
    .annotate(OpenApi.Description, "Scripts that pages load")
    .add(full)
    .add(headless)
    .add(iab)
    .add(digests.full)
    .add(digests.headless)
    .add(digests.iab)
    .add(seconds.full)
    .add(seconds.iab)
