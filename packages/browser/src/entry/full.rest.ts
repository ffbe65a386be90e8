/**
 * `cs.rest.js`: preference dialog, placeholders, and the gates that few pages configure, for `cs.first.js`, `cs.ui.js` and `cs.js`.
 *
 * @module
 */
import { restWith } from "../runtime/RestCode.js"

export default restWith()
