/**
 * What few page views show: the preference dialog and placeholders. Loaded on demand, apart from the banner.
 *
 * @module
 */
import type { Access } from "../consent/Access.js"
import type { UiOptions } from "../config/PageOptions.js"
import { checkUi } from "./CheckUi.js"
import { drawDialog } from "./Dialog.js"
import { draftOf, type OpenDraft } from "./Draft.js"
import type { MakeHost } from "./Host.js"
import { drawLanguages } from "./Languages.js"
import type { DrawLayer } from "./Layer.js"
import { makePlaceholders, type Placeholders, type PlaceholderSettings } from "./Placeholders.js"
import { restStyles } from "./RestStyles.js"
import type { Commands, View } from "./View.js"

/** The code for what few page views show. */
export interface Rest {
  /** The styles of the dialog, in addition to those of every surface. */
  readonly restCss: string
  /** The switches of a dialog, which earlier changes override when it is drawn again. */
  readonly openDraft: (view: View, earlier?: OpenDraft) => OpenDraft
  readonly drawDialog: (view: View, draft: OpenDraft, commands: Commands, access: Access) => HTMLElement
  /** The language switch of a layer; nothing where the page offers no choice. */
  readonly drawLanguages: typeof drawLanguages
  readonly fillFrames: (settings: PlaceholderSettings) => Placeholders
  readonly checkLooks: (ui: UiOptions) => void
}

/** Makes it, from code that is with the banner. */
export const makeSurfaceRest = (drawLayer: DrawLayer, makeHost: MakeHost): Rest => ({
  restCss: restStyles,
  openDraft: draftOf,
  drawDialog: (...inputs) => drawDialog(drawLayer, ...inputs),
  drawLanguages,
  fillFrames: (settings) => makePlaceholders(makeHost, settings),
  checkLooks: checkUi,
})
