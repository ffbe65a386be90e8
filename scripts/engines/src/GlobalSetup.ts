/**
 * vitest's global setup: finds or starts the servers once for the whole run, tells the tests, and cleans up after them.
 */
import { randomBytes } from "node:crypto"
import { writeFileSync } from "node:fs"
import { rm } from "node:fs/promises"
import { constants } from "node:os"
import type { TestProject } from "vitest/node"
import { admins, namePrefix, sqliteFolder } from "./Admin.js"
import { choose, type Providers } from "./Choice.js"
import {
  isAvailable,
  type RunningServer,
  type ServerEngine,
  type Servers,
  type ServerState,
  type Skipped,
} from "./Engine.js"
import { mysqlProviders } from "./Mysql.js"
import { postgresProviders } from "./Postgres.js"

type Found = RunningServer | Skipped

const providers: Readonly<Record<ServerEngine, Providers>> = { postgres: postgresProviders, mysql: mysqlProviders }

// Without the `stop` function, which cannot be sent to the test processes.
const toState = (found: Found): ServerState =>
  isAvailable(found) ? { url: found.url, description: found.description } : found

/** Drops what this run's tests left on the server (a failed test may not have reached its `drop`), then stops the server. */
const cleanUp = async (engine: ServerEngine, found: Found, run: string): Promise<void> => {
  if (!isAvailable(found)) return
  try {
    const all = await admins[engine].list(found.url)
    const left = all.filter((name) => name.startsWith(namePrefix(run)))
    for (const name of left) await admins[engine].drop(found.url, name)
  } finally {
    await found.stop()
  }
}

const onSignals = (teardown: () => Promise<void>): (() => void) => {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const
  const end = (signal: (typeof signals)[number]) =>
    void teardown().finally(() => process.exit(128 + constants.signals[signal]))
  for (const signal of signals) process.once(signal, end)
  return () => {
    for (const signal of signals) process.removeListener(signal, end)
  }
}

const describe = (servers: Servers): string =>
  Object.entries(servers)
    .map(([engine, state]) => `  ${engine}: ${isAvailable(state) ? state.description : `skipped, ${state.skipped}`}\n`)
    .join("")

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const run = randomBytes(4).toString("hex")
  const found = new Map<ServerEngine, Found>()
  let ended = false
  const teardown = async () => {
    if (ended) return
    ended = true
    await rm(sqliteFolder(run), { recursive: true, force: true })
    for (const [engine, server] of found) await cleanUp(engine, server, run)
  }
  const stopListening = onSignals(teardown)
  try {
    for (const engine of ["postgres", "mysql"] as const) {
      found.set(engine, await choose(engine, process.env, providers[engine]))
    }
  } catch (error) {
    stopListening()
    await teardown()
    throw error
  }
  const state = (engine: ServerEngine): ServerState => toState(found.get(engine) ?? { skipped: "never looked for" })
  const servers: Servers = { postgres: state("postgres"), mysql: state("mysql") }
  process.stdout.write(`Database servers:\n${describe(servers)}`)
  // scripts/test.mjs prints this next to the number of tests.
  const report = process.env["CONSENT_TEST_ENGINES_REPORT"]
  if (report !== undefined) writeFileSync(report, JSON.stringify(servers))
  project.provide("engines", servers)
  project.provide("engineRun", run)
  return async () => {
    stopListening()
    await teardown()
  }
}
