/**
 * `cs.first.js`: what a page view always needs of `cs.js`; `full.ui.ts` and `full.rest.ts` are loaded on demand.
 *
 * @module
 */
import { install } from "../page/Install.js"
import { loadNamed } from "../runtime/FurtherFiles.js"
import { drawingFile, restFile } from "../runtime/OnDemand.js"
import { screenWith } from "../runtime/Screen.js"

install({ pkg: "cs", mode: "hosted", makeScreen: screenWith(drawingFile), rest: restFile, loadFile: loadNamed })
