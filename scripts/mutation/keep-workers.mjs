// @ts-check
// vitest ends its threads after each run, and Stryker starts a run for each mutant: loading all modules again would take most of
// the time. A mutant is switched on by a variable that its code reads when it runs, so that modules of earlier runs do.
import { createRequire } from "node:module"
import { pathToFileURL } from "node:url"

/** How many runs a thread lives: what a mutant left in a memory of the code must not decide about all later ones. */
const runsOfThread = 40

/** A mutant of code that runs when its module is loaded needs a new thread. @param {any} task of vitest */
const needsNewThread = (task) =>
  task?.providedContext?.mode === "mutant" && task.providedContext.mutantActivation === "static"

export const keepWorkers = async () => {
  const vitest = createRequire(import.meta.url).resolve("vitest/package.json")
  const { default: Tinypool } = await import(pathToFileURL(createRequire(vitest).resolve("tinypool")).href)
  const { recycleWorkers, run } = Tinypool.prototype
  let runs = 0
  let isStatic = false
  /** @type {Promise<void>} */
  let ready = Promise.resolve()

  Tinypool.prototype.run = async function (/** @type {unknown} */ task, /** @type {unknown} */ options) {
    if (needsNewThread(task) && !isStatic) {
      isStatic = true
      if (runs > 0) ready = recycleWorkers.call(this)
    }
    await ready
    return run.call(this, task, options)
  }
  Tinypool.prototype.recycleWorkers = async function (/** @type {unknown} */ options) {
    runs += 1
    if (!isStatic && runs < runsOfThread) return
    runs = 0
    isStatic = false
    await recycleWorkers.call(this, options)
  }
}
