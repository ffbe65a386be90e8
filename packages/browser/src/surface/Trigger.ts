/**
 * The floating button that opens the preferences again.
 *
 * @module
 */
import type { TriggerOption } from "../config/PageOptions.js"

/** A corner of the page; left and right swap in right-to-left languages. */
export type Corner = "bottom-left" | "bottom-right"

/**
 * The position of the trigger, or null for none.
 *
 * @param pageHasOwn - whether the page has another way to the dialog; then it is hidden by default
 */
export const triggerCorner = (config: TriggerOption = "auto", pageHasOwn: boolean): Corner | null =>
  config === false || (config === "auto" && pageHasOwn) ? null : config === "bottom-right" ? config : "bottom-left"

/** Selectors of a page's own controls that open the dialog. */
export const ownControls = 'a[href$="#cs-preferences"],[data-cs-action=customize]'
