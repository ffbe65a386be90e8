/**
 * The floating button that opens the preferences again.
 *
 * @module
 */
import type { TriggerOption } from "../config/PageOptions.js"

/** A corner of the page; left is right in languages written from right to left. */
export type Corner = "bottom-left" | "bottom-right"

/**
 * Where the trigger is on the page, or null for none.
 *
 * @param pageHasOwn - whether the page has another way to the dialog; then there is none by default
 */
export const triggerCorner = (config: TriggerOption = "auto", pageHasOwn: boolean): Corner | null =>
  config === false || (config === "auto" && pageHasOwn) ? null : config === "bottom-right" ? config : "bottom-left"

/** What of a page's own markup leads to the dialog. */
export const ownControls = 'a[href$="#cs-preferences"],[data-cs-action=customize]'
