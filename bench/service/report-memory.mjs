// @ts-check
// Loaded before a program: when it exits, says how much memory it had at most.
import { writeSync } from "node:fs"

process.on("exit", () => {
  // In kilobytes on every system.
  const peakBytes = process.resourceUsage().maxRSS * 1024
  writeSync(3, JSON.stringify({ peakBytes, cpuUs: process.cpuUsage().user + process.cpuUsage().system }))
})
