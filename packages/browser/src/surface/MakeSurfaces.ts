/**
 * The interface between the runtime and the code that draws.
 *
 * @module
 */
import type { Access } from "../consent/Access.js"
import type { Rest } from "./Rest.js"
import type { Commands, View } from "./View.js"

/** Draws. */
export interface Surfaces {
  /** Draws the current view, which is no dialog while `rest` is missing; called whenever it may have changed. */
  readonly render: (view: View, rest: Rest | undefined) => void
  readonly dispose: () => void
}

/**
 * Makes the drawing code: nothing is added to the page before the first view.
 *
 * @param expectDialog - called when a visitor comes close to a control that opens the dialog
 */
export type MakeSurfaces = (commands: Commands, access: Access, expectDialog: () => void) => Surfaces
