/**
 * The program of a worker's process.
 *
 * @module
 */
import { runWorker } from "./Worker.js"

runWorker()
