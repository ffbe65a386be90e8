// Preloaded by --import: writes the address of each module that the process loads to the file that LOADED names.
import { appendFileSync } from "node:fs"
import { register } from "node:module"
import { isMainThread } from "node:worker_threads"

if (isMainThread) register(import.meta.url)

export const load = (url, context, nextLoad) => {
  if (process.env["LOADED"] !== undefined) appendFileSync(process.env["LOADED"], `${url}\n`)
  return nextLoad(url, context)
}
