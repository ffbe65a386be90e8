// @ts-check
// `npm run bench [-- SUITE…]`: speed, side by side with a peer or a limit in one run. Nothing here passes or fails on time.
import { writeFileSync } from "node:fs"
import { readArguments } from "./arguments.mjs"
import { describeMachine } from "./machine.mjs"
import { writeResults } from "./results.mjs"

/** @typedef {import("./service/suite.mjs").Suite} Suite */

/** A suite that gives the rows of one table. @param {string} title @param {() => Promise<ReadonlyArray<import("./service/suite.mjs").Row>>} rows @returns {Suite} */
const table = (title, rows) => async () => [{ title, rows: await rows() }]

/** A suite is loaded when it is its turn. @typedef {{ about: string, load: () => Promise<Suite> }} Listed */

/** What runs when no suite is named. @type {Readonly<Record<string, Listed>>} */
const serviceSuites = {
  routes: {
    about: "each route compared with the peer and the limits, on each engine; 15 min, --quick 4 min",
    load: async () => (await import("./service/routes.mjs")).routesSuite,
  },
  "cold-start": {
    about: "from the start of a process to its first answer, memory at rest; 1 min",
    load: async () => (await import("./service/cold-start.mjs")).coldStartSuite,
  },
  "in-process": {
    about: "the handler and the kernel called without sockets; 3 min, --quick 1 min",
    load: async () => (await import("./service/in-process.mjs")).inProcessSuite,
  },
  growth: {
    about: "costs, memory, bytes a record up to 1,000,000 records on each engine; 45 min, --quick (100,000) 6 min",
    load: async () => (await import("./service/growth.mjs")).growthSuite,
  },
  "scale-out": {
    about: "one, two and four processes on one PostgreSQL; 3 min, --quick 1 min",
    load: async () => (await import("./service/scale-out.mjs")).scaleOutSuite,
  },
}

/** @type {Readonly<Record<string, Listed>>} */
const suites = {
  ...serviceSuites,
  evidence: {
    about: "saves with the evidence log and without it, on each engine; 4 min, --quick 1 min",
    load: async () => (await import("./service/evidence.mjs")).evidenceSuite,
  },
  "evidence-log": {
    about:
      "a million records that get entries in the log, and verify; receipts under saves, on each engine; 40 min, --quick (100,000) 5 min",
    load: async () => (await import("./service/evidence-log.mjs")).evidenceLogSuite,
  },
  statistics: {
    about: "a year of ten million records, in each dimension, on each engine; 6 min, --quick 3 min",
    load: async () => (await import("./service/statistics.mjs")).statisticsSuite,
  },
  exports: {
    about: "a million records listed, and exported in each format, on each engine; 40 min, --quick (100,000) 4 min",
    load: async () => (await import("./service/exports.mjs")).exportsSuite,
  },
  tokens: {
    about: "inits and saves with signed policies and without, on each engine; 5 min, --quick 2 min",
    load: async () => (await import("./service/tokens.mjs")).tokensSuite,
  },
  disk: {
    about: "SQLite on the disk as it is and on a slow one: saves, and inits next to them; 2 min",
    load: async () => (await import("./service/disk.mjs")).diskSuite,
  },
  profile: {
    about:
      "where the time of an init, a save, a retry and a read goes, by function and package; --out DIR keeps the profiles; 1 min",
    load: async () => (await import("./flame.mjs")).profileSuite,
  },
  modules: {
    about: "how many of the project's modules run for one warm request; 5 s",
    load: async () => (await import("./service/modules.mjs")).modulesSuite,
  },
  browser: {
    about: "the scripts in Chromium; 3 min",
    load: async () => table("browser", (await import("./browser.mjs")).browserSuite),
  },
  http: {
    about: "the two shells compared with a bare Hono route, stores in memory; 2 min",
    load: async () => table("http", (await import("./http.mjs")).httpSuite),
  },
  policy: {
    about: "the decisions about a visitor; 1 min",
    load: async () => table("policy", (await import("./policy.mjs")).policySuite),
  },
  saves: {
    about: "the ledger compared with bare drivers, histories as the table grows (--million); 1 min",
    load: async () => table("saves", (await import("./saves.mjs")).savesSuite),
  },
  vendors: {
    about: "what a vendor list adds to an init; 1 min",
    load: async () => table("vendors", (await import("./vendors.mjs")).vendorsSuite),
  },
}

const usage = `Usage: npm run bench [-- SUITE… OPTION…]   (after npm run build)

${Object.entries(suites)
  .map(([name, { about }]) => `  ${name.padEnd(14)}${about}`)
  .join("\n")}

Without a suite: ${Object.keys(serviceSuites).join(", ")}.

  --quick              three short samples of each, and 100,000 records where there would be 1,000,000
  --engines A,B        of sqlite, postgres, mysql; without it those that are there
  --only TEXT          in routes, those whose name has this in it: --only "POST /subjects"
  --citus URL          scale-out also on a Citus cluster: an empty database on its coordinator, where the tables stay.
                       Several times for several clusters, say of one, two and four workers
  --json               as JSON, not as tables
  --json FILE.json     as JSON besides; node bench/results.mjs FILE.json… makes bench/RESULTS.md of it
  --write              puts this run's tables into bench/RESULTS.md

Servers: CONSENT_BENCH_POSTGRES_URL, CONSENT_BENCH_MYSQL_URL. A sample is refused while others use more of a core than
CONSENT_BENCH_TOLERATED (0.1).`

const asked = readArguments(process.argv.slice(2), Object.keys(suites))

if (asked.help || asked.wrong.length > 0) {
  if (asked.wrong.length > 0) console.error(`not known: ${asked.wrong.join(" ")}\n`)
  console.log(usage)
  process.exit(asked.wrong.length > 0 ? 2 : 0)
}

const { citus, engines, json, only, out, quick } = asked
const sampling = quick ? { rounds: 3, ms: 700 } : { rounds: 7, ms: 1_500 }
const tell = (/** @type {string} */ line) => void process.stderr.write(`  ${line}\n`)

/** @param {import("./service/suite.mjs").Row} row */
const withoutNulls = (row) => Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, cell ?? ""]))

/** @param {string} suite @param {ReadonlyArray<import("./service/suite.mjs").Table>} tables */
const print = (suite, tables) => {
  for (const { notes = [], rows, title } of tables) {
    if (json === true) console.log(JSON.stringify({ suite, title, node: process.version, rows, notes }, null, 2))
    else {
      console.log(`\n${title}`)
      console.table(rows.map(withoutNulls))
      for (const note of notes) console.log(`left out: ${note}`)
    }
  }
}

/** @type {Array<import("./results.mjs").SuiteResult>} */
const done = []
const run = { machine: await describeMachine(), quick, suites: done }
for (const [name, { load }] of Object.entries(suites)) {
  if (!(asked.names.length === 0 ? name in serviceSuites : asked.names.includes(name))) continue
  process.stderr.write(`${name}…\n`)
  const suite = await load()
  const tables = await suite({ ...sampling, citus, engines, only, out, quick, tell })
  print(name, tables)
  done.push({ suite: name, tables })
  // Results so far are kept, even if a later suite fails.
  if (typeof json === "string") writeFileSync(json, `${JSON.stringify(run, null, 2)}\n`)
}
if (asked.write) writeResults([run])
