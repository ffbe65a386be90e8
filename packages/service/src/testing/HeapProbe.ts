/** The heap of a process under test, after everything that can be collected has been. */
import type { CommandProcess } from "./CommandProcess.js"

const script = `
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc")
process.on("SIGUSR2", async () => {
  // What is finalized in one turn is collected in the next.
  for (let turn = 0; turn < 3; turn += 1) {
    collect()
    await new Promise(setImmediate)
  }
  console.log("heap after collection: " + process.memoryUsage().heapUsed)
})`

/** Variables of a process that can be asked by {@link heapMb}. */
export const heapProbe: Readonly<Record<string, string>> = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}`,
}

/** The heap in use, in megabytes. @param earlier - how often this process has been asked before */
export const heapMb = async ({ printed, signal }: CommandProcess, earlier: number): Promise<number> => {
  signal("SIGUSR2")
  const [, bytes] = await printed(new RegExp(`(?:heap after collection: (\\d+)\\n[^]*?){${earlier + 1}}`))
  return Number(bytes) / 1024 / 1024
}
