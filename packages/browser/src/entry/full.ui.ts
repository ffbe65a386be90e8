/**
 * `cs.ui.js`: banner, notice and floating button, for `cs.first.js`.
 *
 * @module
 */
export { makeDrawing as default } from "../runtime/Drawing.js"
