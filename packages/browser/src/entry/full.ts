/**
 * `cs.js`: banner and notice in one file, which loads `full.rest.ts` on demand; resolves through the service.
 *
 * @module
 */
import { install } from "../page/Install.js"
import { makeDrawing } from "../runtime/Drawing.js"
import { fileNextTo, restNextTo } from "../runtime/NextToScript.js"
import { screenWith } from "../runtime/Screen.js"

install({
  pkg: "cs",
  mode: "hosted",
  makeScreen: screenWith(() => () => makeDrawing),
  rest: restNextTo("cs.rest.js"),
  loadFile: fileNextTo,
})
