/** Detects whether this machine paused its processes during a measurement. */
import { readFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { monitorEventLoopDelay } from "node:perf_hooks"

const tickMs = 10

/** What the host took away of all cores since the start, in milliseconds; 0 where the system does not tell. */
const stolenMs = (): number => {
  try {
    return Number(readFileSync("/proc/stat", "utf8").split("\n")[0]?.split(/\s+/)[8] ?? 0) * tickMs
  } catch {
    return 0
  }
}

/**
 * Watches; what it returns ends that and tells for how many milliseconds this process was not run at a stretch, or the
 * host took away the cores, whichever is more.
 */
export const watchStandstill = (): (() => number) => {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  const stolenBefore = stolenMs()
  delay.enable()
  return () => {
    delay.disable()
    return Math.max(delay.max / 1e6, (stolenMs() - stolenBefore) / availableParallelism())
  }
}
