/**
 * `/cs.iab.js`: the ordinary surfaces, and those of the IAB TCF where a rule requires them.
 *
 * @module
 */
import { install } from "../page/Install.js"
import { manifestPart } from "../runtime/ManifestPart.js"
import { makeScreen } from "../runtime/Screen.js"
import { makeIab } from "../tcf/Iab.js"

install({ pkg: "cs.iab", mode: "manifest", makeScreen, manifest: manifestPart, makeIab })
