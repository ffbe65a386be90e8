/**
 * Merges configurations: `ui`, `ui.banner` and `ui.dialog` key by key, everything else as a whole.
 *
 * @module
 */
import type { PageOptions, UiOptions } from "./PageOptions.js"

/** Key by key; one that is missing or `false` has no keys. */
const join = <A extends object>(base?: A | false, over?: A | false): A | false | undefined =>
  base && over ? { ...base, ...over } : (over ?? base)

const mergeUi = (base?: UiOptions | false, over?: UiOptions | false): UiOptions | false | undefined => {
  const ui = join(base, over)
  if (!base || !over || !ui) return ui
  return { ...ui, banner: join(base.banner, over.banner) ?? {}, dialog: { ...base.dialog, ...over.dialog } }
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
  return { ...(given ? { ...base, ...rest } : { ...known, ...over }), ...(ui !== undefined && { ui }) }
}
