// @ts-check
// `npm run bench [-- SUITE] [-- --json]`: speed, side by side with a peer or a limit in one run. Nothing here passes or fails on time.
import { browserSuite } from "./browser.mjs"
import { httpSuite } from "./http.mjs"
import { policySuite } from "./policy.mjs"
import { savesSuite } from "./saves.mjs"
import { vendorsSuite } from "./vendors.mjs"

const suites = { browser: browserSuite, http: httpSuite, policy: policySuite, saves: savesSuite, vendors: vendorsSuite }

const args = process.argv.slice(2)
const names = args.filter((arg) => !arg.startsWith("-"))
const wrong = names.filter((name) => !(name in suites))

if (args.includes("--help") || wrong.length > 0) {
  console.log(
    `Usage: npm run bench [-- ${Object.keys(suites).join(" | ")}] [-- --json] [-- --million]   (after npm run build)`,
  )
  process.exit(wrong.length > 0 ? 2 : 0)
}

for (const [name, run] of Object.entries(suites)) {
  if (names.length > 0 && !names.includes(name)) continue
  process.stderr.write(`${name}…\n`)
  const rows = await run()
  if (args.includes("--json")) console.log(JSON.stringify({ suite: name, node: process.version, rows }, null, 2))
  else console.table(rows)
}
