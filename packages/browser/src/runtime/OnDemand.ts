/**
 * Loads another file of a bundle, once something is to be seen that needs it.
 *
 * @module
 */
import { later, warn } from "../env/Globals.js"
import type { RestCode } from "./RestCode.js"
import type { MakeDrawing } from "./Drawing.js"
import type { LoadSettings, Source } from "./CodeSource.js"

/** A file as a module: its code is the default export, a name that no build shortens. */
interface CodeFile<Code> {
  readonly default: Code
}

/**
 * A module is no text that becomes script, so that pages with trusted types load it; and it has the nonce of the script that loads
 * it.
 */
const importFile = <Code>(address: string): Promise<CodeFile<Code>> => import(address)

/** The longest pause before a file is requested again, in milliseconds. */
const longestPause = 60_000

/**
 * Finds the code of a file, which the first call begins to load. While it cannot be loaded, it is requested again for as long as
 * something is to be seen that needs it, and the console says so once.
 *
 * @param missing - what a page lacks without the file
 */
export const onDemand =
  <Code, Settings extends LoadSettings = LoadSettings>(
    missing: string,
    addressOf: (settings: Settings) => string,
    load: (address: string, settings: Settings) => Promise<CodeFile<Code>>,
  ): Source<Code, Settings> =>
  (settings) => {
    let code: Code | undefined
    let loading = false
    let failures = 0

    const begin = async (): Promise<void> => {
      loading = true
      try {
        const address = addressOf(settings)
        // Browsers remember that an address failed.
        const file = await load(failures > 0 ? `${address}?${failures}` : address, settings)
        code = file.default
        settings.redraw()
      } catch (error) {
        if (failures++ === 0) warn(`no ${missing}, because its file cannot be loaded:`, error)
        const again = () => {
          loading = false
          settings.redraw()
        }
        later(again, Math.min(500 * 2 ** failures, longestPause))
      }
    }

    return () => {
      if (!loading) void begin()
      return code
    }
  }

/** Finds the code that draws, in the second file of a script. */
// Pure: a script that does not load it, does not have it.
export const drawingFile: Source<MakeDrawing> = /* @__PURE__ */ onDemand<MakeDrawing>(
  "banner",
  ({ backendURL, config }) => backendURL + config.surfacesPath,
  importFile,
)

/** Finds the code for what few pages and page views need, in the third file of a script. */
export const restFile: Source<RestCode> = /* @__PURE__ */ onDemand<RestCode>(
  "preference dialog",
  ({ backendURL, config }) => backendURL + config.restPath,
  importFile,
)
