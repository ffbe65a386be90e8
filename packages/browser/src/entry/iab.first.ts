/**
 * `cs.iab.first.js`: what a page view always needs of `cs.iab.js`, `__tcfapi` and the TC string included; `iab.ui.ts`
 * and `iab.rest.ts` are loaded on demand.
 *
 * @module
 */
// First, because compression finds what repeats within 32 kB.
import { makeIab } from "../tcf/Iab.js"
import { install } from "../page/Install.js"
import { loadNamed } from "../runtime/FurtherFiles.js"
import { manifestPart } from "../runtime/ManifestPart.js"
import { drawingFile, restFile } from "../runtime/OnDemand.js"
import { screenWith } from "../runtime/Screen.js"

install({
  pkg: "cs.iab",
  mode: "manifest",
  makeScreen: screenWith(drawingFile),
  rest: restFile,
  loadFile: loadNamed,
  manifest: manifestPart,
  makeIab,
})
