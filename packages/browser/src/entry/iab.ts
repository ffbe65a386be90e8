/**
 * `cs.iab.js`: the ordinary banner, and that of the IAB TCF where a rule requires it, in one file, which loads `iab.rest.ts` on
 * demand.
 *
 * @module
 */
// First, because compression finds what repeats within 32 kB.
import { makeIab } from "../tcf/Iab.js"
import { install } from "../page/Install.js"
import { fileNextTo, restNextTo } from "../runtime/NextToScript.js"
import { manifestPart } from "../runtime/ManifestPart.js"
import { screenWith } from "../runtime/Screen.js"
import makeDrawing from "./iab.ui.js"

install({
  pkg: "cs.iab",
  mode: "manifest",
  makeScreen: screenWith(() => () => makeDrawing),
  rest: restNextTo("cs.iab.rest.js"),
  loadFile: fileNextTo,
  manifest: manifestPart,
  makeIab,
})
