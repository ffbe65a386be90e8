import { makeChildren } from "./Children.js"
import { runOverload, summary } from "./OverloadRun.js"
import { openSlowProxy } from "./SlowProxy.js"
const [url, limitsText, rate, forMs, connections, delay] = process.argv.slice(2)
const children = makeChildren()
const through = delay === undefined ? url! : (await openSlowProxy(url!, Number(delay))).url
const server = await children.start({ databaseUrl: through, script: "DrainServer", limits: JSON.parse(limitsText!) })
const report = await runOverload(server, {
  databaseUrl: url!,
  savesPerSecond: Number(rate),
  forMs: Number(forMs),
  connections: Number(connections),
  seed: 1,
})
console.log(
  summary(report),
  report.unexpected.slice(0, 3),
  report.findings.slice(0, 3),
  Math.max(...report.accepted),
  Math.max(...report.refused),
  report.failedReads,
  report.failedCalm,
)
await children.end()
process.exit(0)
