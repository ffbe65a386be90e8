// @ts-check
// Tests one cell of the table.
import { join } from "node:path"
import { withPostgres } from "../postgres.mjs"
import { driverless, everything, postgresOnly } from "../projects.mjs"
import { must, mustInclude } from "../suite.mjs"
import { edgeHere, edgeInWorkerd, edgeSteps, serviceInWorkerd } from "./edge.mjs"
import { runtime } from "./install.mjs"
import { withMysql } from "./mysql.mjs"

/** @typedef {import("../place.mjs").Place} Place @typedef {import("./install.mjs").RuntimeName} RuntimeName */

/** What a cell of a database promises. */
const databaseSteps = /** @type {const} */ (["migrate", "init", "save", "read", "scripts"])

/** Where the runtime has SQLite, no driver is installed; Node before 22.16 has none. @param {Place} place @param {RuntimeName} name */
const sqliteProject = (place, name) => (name === "Node 20.19" ? everything(place) : driverless(place))

/** @param {{ readonly code: number, readonly output: string }} ran @param {ReadonlyArray<string>} steps */
const mustHaveTaken = (ran, steps) => {
  const lines = ran.output.split("\n").filter((line) => line.startsWith('{"step"'))
  const taken = new Map(lines.map((line) => [JSON.parse(line).step, JSON.parse(line).problem]))
  for (const step of steps) must(taken.get(step) === null, `${step}: ${taken.get(step) ?? ran.output.slice(-2000)}`)
}

/** @type {Map<string, Promise<{ code: number, output: string }>>} */
const ran = new Map()

/** @param {RuntimeName} name @param {import("../place.mjs").Project} project @param {string} url */
const lifecycle = async (name, project, url) => {
  const { args, command } = await runtime(name)
  return project.node([...args, project.copy("lifecycle.mjs")], { DATABASE_URL: url }, command)
}

/** The application on a database, run once. @type {Record<string, (place: Place, name: RuntimeName) => Promise<{ code: number, output: string }>>} */
const applications = {
  PostgreSQL: async (place, name) => {
    const project = await postgresOnly(place)
    return withPostgres((url) => lifecycle(name, project, url))
  },
  "MySQL, MariaDB": async (place, name) => {
    const project = await everything(place)
    return withMysql(project, (url) => lifecycle(name, project, url))
  },
  SQLite: async (place, name) => {
    const project = await sqliteProject(place, name)
    return lifecycle(name, project, `sqlite:${join(project.folder, `${name.replace(/\W/g, "-")}.db`)}`)
  },
}

/** @param {Place} place @param {RuntimeName} name @param {string} database */
const application = (place, name, database) => {
  const key = `${name}: ${database}`
  const running = ran.get(key) ?? applications[database]?.(place, name)
  if (running === undefined) throw new Error(`no application for ${database}`)
  ran.set(key, running)
  return running
}

/** @param {Place} place @param {RuntimeName} name */
const commandLine = async (place, name) => {
  const project = await sqliteProject(place, name)
  const { args, command } = await runtime(name)
  const database = `sqlite:${join(project.folder, `cli-${name.replace(/\W/g, "-")}.db`)}`
  const cli = [...args, "node_modules/consent-service/bin/consent-service.js", "migrate", "--database", database]
  mustInclude((await project.node(cli, {}, command)).output, "applied in", "migrate")
  mustInclude((await project.node(cli, {}, command)).output, "nothing to do", "migrate again")
}

const urls = /** @type {Record<string, string>} */ ({
  PostgreSQL: "postgres://a@127.0.0.1/a",
  "MySQL, MariaDB": "mysql://a@127.0.0.1/a",
  SQLite: "sqlite::memory:",
})

/** workerd's cells: the service refuses with one line, and the edge and the SDK work. @param {Place} place @param {string} column */
const tryWorkerd = async (place, column) => {
  if (column === "Edge entry") return mustHaveTaken(await edgeInWorkerd(place), edgeSteps)
  if (column === "Client SDK") {
    const answer = await serviceInWorkerd(place, "/sdk")
    return mustInclude(answer, '"reason":"never-asked"', "consents.allows")
  }
  const line = (await serviceInWorkerd(place, `/service?database=${encodeURIComponent(urls[column] ?? "")}`)).trim()
  must(line.split("\n").length === 1, `expected one line, got:\n${line}`)
  mustInclude(line, "import createConsentEdge from consent-service/edge", "createConsentService")
}

/**
 * Rejects unless the cell is as the table says.
 *
 * @param {Place} place
 * @param {RuntimeName} name
 * @param {import("./table.mjs").Column} column
 */
export const tryCell = async (place, name, column) => {
  // Checked first: without the runtime, nothing else has to be prepared.
  await runtime(name)
  if (name === "workerd") return tryWorkerd(place, column)
  if (column === "Edge entry") return mustHaveTaken(await edgeHere(place, await runtime(name)), edgeSteps)
  if (column === "Command line") return commandLine(place, name)
  if (column === "Client SDK") return mustHaveTaken(await application(place, name, "PostgreSQL"), ["SDK"])
  return mustHaveTaken(await application(place, name, column), databaseSteps)
}
