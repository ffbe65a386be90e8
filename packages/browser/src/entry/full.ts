/**
 * `/cs.js`: banner, notice and preference dialog; resolves through the service.
 *
 * @module
 */
import { install } from "../page/Install.js"
import { makeScreen } from "../runtime/Screen.js"

install({ pkg: "cs", mode: "hosted", makeScreen })
