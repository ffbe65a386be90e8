/**
 * The page API for bundlers: one function for each of the three scripts. A bundler leaves out what is not imported.
 *
 * @module
 */
import type { PageOptions } from "../config/PageOptions.js"
import rest from "../entry/full.rest.js"
import iabRest from "../entry/iab.rest.js"
import makeIabDrawing from "../entry/iab.ui.js"
import { page } from "../env/Globals.js"
import { makeRestGates } from "../gate/RestGates.js"
import { armOf } from "../experiment/Experiment.js"
import { install } from "../page/Install.js"
import { isApi, type PageApi } from "../page/PageApi.js"
import { makeDrawing } from "../runtime/Drawing.js"
import type { FurtherFiles, LoadFile } from "../runtime/FurtherFiles.js"
import { manifestPart } from "../runtime/ManifestPart.js"
import type { Parts } from "../runtime/Parts.js"
import { screenWith } from "../runtime/Screen.js"
import { makeIab } from "../tcf/Iab.js"
import { makeServerApi } from "./ServerApi.js"

/** Each in a chunk of its own. */
const files: { readonly [Name in keyof FurtherFiles]: () => Promise<FurtherFiles[Name]> } = {
  tools: () => import("../entry/tools.js"),
  declaration: () => import("../entry/declaration.js"),
}

const loadFile: LoadFile = (name) => files[name]()

/** The API that `window.cs` already holds, else a new one. */
const create = (parts: Parts, options: PageOptions): PageApi => {
  if (page === undefined) return makeServerApi(parts.pkg)
  const nonce = (options.ui && options.ui.nonce) || ""
  if (!isApi(window.cs)) install(parts, { config: options, src: "", nonce })
  return isApi(window.cs) ? window.cs : makeServerApi(parts.pkg)
}

/**
 * Starts consent on a page with banner, notice and preference dialog, as `/cs.js` does, and returns the page API, which is
 * `window.cs` too. On a page that has one, whether from a script tag or an earlier call, it returns that one.
 *
 * On a server it does nothing: reads allow nothing optional, and actions resolve to `{ ok: false, reason: "no-page" }`.
 *
 * @param options - the configuration of the page; `backendURL` is the address of the service, without which it is the page's
 * own origin. Calls of `config` that the page queued win
 *
 * @example
 * ```ts
 * import { createConsent } from "@consent-service/browser"
 *
 * const consent = createConsent({ backendURL: "https://consent.shop.example" })
 * consent.subscribe(({ permissions }) => {
 *   if (permissions.measurement) console.log("load analytics")
 * })
 * ```
 */
export const createConsent = (options: PageOptions = {}): PageApi =>
  create(
    { pkg: "cs", mode: "hosted", makeScreen: screenWith(() => () => makeDrawing), rest: () => () => rest, loadFile },
    options,
  )

/**
 * Starts consent without surfaces, as `/cs.headless.js` does: for a site that draws its own. It reads the manifest from the
 * service, or from `options.manifest`. See {@link createConsent}.
 *
 * @example
 * ```ts
 * import { createHeadlessConsent } from "@consent-service/browser"
 *
 * const consent = createHeadlessConsent({ backendURL: "/consent" })
 * consent.subscribe(({ prompt }) => {
 *   if (prompt === "choice") console.log("show our own banner")
 * })
 * ```
 */
export const createHeadlessConsent = (options: PageOptions = {}): PageApi =>
  create(
    {
      pkg: "cs.headless",
      mode: "manifest",
      manifest: manifestPart,
      rest: () => () => ({ armOf, makeRestGates }),
      loadFile,
    },
    options,
  )

/**
 * Starts consent with the surfaces and the API of the IAB TCF, as `/cs.iab.js` does. `__tcfapi` exists from this call on: tags
 * of vendors that run earlier find none. See {@link createConsent}.
 *
 * @example
 * ```ts
 * import { createIabConsent } from "@consent-service/browser"
 *
 * export const consent = createIabConsent({ backendURL: "/consent", iab: { publisherCountryCode: "DE" } })
 * ```
 */
export const createIabConsent = (options: PageOptions = {}): PageApi =>
  create(
    {
      pkg: "cs.iab",
      mode: "manifest",
      makeScreen: screenWith(() => () => makeIabDrawing),
      rest: () => () => iabRest,
      loadFile,
      manifest: manifestPart,
      makeIab,
    },
    options,
  )
