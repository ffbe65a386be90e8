/**
 * Merges configurations: `ui`, `ui.banner` and `ui.dialog` key by key, everything else as a whole.
 *
 * @module
 */
import type { PageOptions, UiOptions } from "./PageOptions.js"

const mergeUi = (
  base: UiOptions | false | undefined,
  over: UiOptions | false | undefined,
): UiOptions | false | undefined => {
  if (!base || !over) return over === undefined ? base : over
  const banner = over.banner && base.banner ? { ...base.banner, ...over.banner } : (over.banner ?? base.banner)
  const dialog = { ...base.dialog, ...over.dialog }
  return { ...base, ...over, ...(banner === undefined ? {} : { banner }), dialog }
}

/**
 * The later one wins: key by key in `ui`, `ui.banner` and `ui.dialog`, as a whole everywhere else. An address that
 * configured is kept: the service's own guess never replaces it, and it is no longer corrected.
 */
export const mergeOptions = (base: PageOptions, over: PageOptions): PageOptions => {
  const ui = mergeUi(base.ui, over.ui)
  const { backendURLSource: _, ...known } = base
  const { backendURL, backendURLSource, ...rest } = over
  const given = backendURL === undefined || (backendURLSource !== undefined && base.backendURL !== undefined)
  return { ...(given ? { ...base, ...rest } : { ...known, ...over }), ...(ui === undefined ? {} : { ui }) }
}
