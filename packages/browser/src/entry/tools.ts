/**
 * `cs.tools.js`: what a page calls rarely, for every script: `cs.receipt()` and `cs.debug()`.
 *
 * @module
 */
import { showDebug } from "../tools/Debug.js"
import { findReceipt } from "../tools/Receipt.js"
import { presentApi } from "../tools/PresentApi.js"
import type { Tools } from "../runtime/ToolsCode.js"

/** The receipt of the visitor's latest recorded decision. */
export const receipt: Tools["receipt"] = (options) => findReceipt(presentApi(), options)

/** Shows the overlay for developers. */
export const debug: Tools["debug"] = async () => showDebug(presentApi())
