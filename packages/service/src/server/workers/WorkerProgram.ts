/**
 * The program of a worker's process.
 *
 * @module
 */
import { keepNewObjectsYoung } from "../KeepYoung.js"
import { runWorker } from "./Worker.js"

keepNewObjectsYoung()
runWorker()
