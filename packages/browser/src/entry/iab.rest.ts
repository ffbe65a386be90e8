/**
 * `cs.iab.rest.js`: the preference center of the IAB TCF, and what `cs.rest.js` has, for `cs.iab.first.js`, `cs.iab.ui.js`
 * and `cs.iab.js`.
 *
 * @module
 */
import { restWith } from "../runtime/RestCode.js"
import { makeIabRest } from "../tcf/IabRest.js"

export default restWith(makeIabRest)
