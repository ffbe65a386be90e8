/**
 * `cs.iab.ui.js`: the ordinary banner and that of the IAB TCF, for `cs.iab.first.js`.
 *
 * @module
 */
import { makeDrawing, type MakeDrawing } from "../runtime/Drawing.js"
import { makeIabSurfaces } from "../tcf/IabSurfaces.js"

const draw: MakeDrawing = (settings) => makeDrawing(settings, makeIabSurfaces)

export default draw
