/**
 * Reports how much of a file has been written. From another thread: SQLite writes its copy in one call that blocks this one.
 *
 * @module
 */
import { Worker } from "node:worker_threads"

/** Text and not a module, so that it also runs where the package is bundled. It writes to the standard error by itself. */
const program = `
const { statSync, writeSync } = require("node:fs")
const { everyMs, path } = require("node:worker_threads").workerData
setInterval(() => {
  const { size } = statSync(path, { throwIfNoEntry: false }) ?? { size: 0 }
  writeSync(2, (size / 1048576).toFixed(1) + " MiB written\\n")
}, everyMs)
`

/** How often progress is reported, in milliseconds. What takes less reports none. */
export const progressEveryMs = 5_000

/** Runs `use`, and reports the size of a file on the standard error meanwhile. */
export const watchingGrowth = async <A>(path: string, use: () => Promise<A>): Promise<A> => {
  const worker = new Worker(program, { eval: true, workerData: { path, everyMs: progressEveryMs } })
  worker.unref()
  try {
    return await use()
  } finally {
    await worker.terminate()
  }
}
