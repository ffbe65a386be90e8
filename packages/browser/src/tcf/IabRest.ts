/**
 * The IAB preference center, for {@link makeIabSurfaces} to load on demand.
 *
 * @module
 */
import type { Child } from "../surface/Element.js"
import { drawLanguages } from "../surface/Languages.js"
import type { DrawLayer } from "../surface/Layer.js"
import { restStyles } from "../surface/RestStyles.js"
import type { TcChoice } from "./Asked.js"
import { drawIabDialog } from "./IabDialog.js"
import type { IabCommands, IabTerms } from "./IabTerms.js"
import { layerView } from "./IabLayer.js"
import { iabRestStyles } from "./IabStyles.js"
import { choiceOf, initialChoice, type OpenChoice } from "./TcChoice.js"

/** The code of the preference center. */
export interface IabRest {
  /** Its styles, in addition to those of every surface and of the ordinary dialog. */
  readonly iabRestCss: string
  /** The choice that it starts with: an earlier one within what is asked, else none. */
  readonly openChoice: (terms: IabTerms, earlier: TcChoice | null | undefined) => OpenChoice
  /** The language switch of a layer; nothing where the page offers no choice. */
  readonly switchLanguages: (terms: IabTerms, commands: IabCommands) => Child
  /** Draws it; nothing where the service has no texts for it. */
  readonly drawCenter: (
    terms: IabTerms,
    draft: OpenChoice,
    tab: number,
    commands: IabCommands,
  ) => HTMLElement | undefined
}

/** Makes it, from code that is with the banner. */
export type MakeIabRest = (drawLayer: DrawLayer) => IabRest

/** Makes the preference center. */
export const makeIabRest: MakeIabRest = (drawLayer) => ({
  iabRestCss: restStyles + iabRestStyles,
  openChoice: ({ asked }, earlier) => choiceOf(earlier ?? initialChoice(asked), asked),
  switchLanguages: (terms, { setLanguage }) => drawLanguages(layerView(terms), setLanguage),
  drawCenter: (terms, draft, tab, commands) => {
    const { asked, match } = terms
    const texts = match.texts.iab
    const { compare } = new Intl.Collator(match.language)
    const vendors = [...asked.vendors].sort((a, b) => compare(a.name, b.name))
    return texts && drawIabDialog(drawLayer, { terms, texts, draft, vendors }, tab, commands)
  },
})
