// @ts-check
// The contestants: our service, the package a user would use instead, and the limits of the machine.
import { createConsentService } from "consent-service"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { recordAnswers } from "./answers.mjs"
import { peerProgram } from "./peer.mjs"
import { programOf } from "./process.mjs"
import { requests } from "./requests.mjs"
import { settings } from "./settings.mjs"

/** @typedef {import("./databases.mjs").Engine} Engine */

/**
 * @typedef {{ name: string, kind: "ours" | "peer" | "limit", engine: Engine | null, program: string, cwd?: string,
 *   args: ReadonlyArray<string>, routes: ReadonlyArray<string> }} Contestant
 */

const all = Object.keys(requests)

/** Routes that ask the database. */
export const stored = all.filter((route) => /subjects|consents/.test(route))

const fixed = all.filter((route) => !stored.includes(route))
const peerRoutes = all.filter((route) => !route.includes("manifest"))

/** How engines are called in the tables. */
export const engineNames = { sqlite: "SQLite", postgres: "PostgreSQL", mysql: "MariaDB" }

/** Our service on a database. @param {Engine} engine @param {string} url @returns {Contestant} */
export const ours = (engine, url) => {
  const program = programOf("server-ours.mjs")
  return { name: `ours, ${engineNames[engine]}`, kind: "ours", engine, program, args: [url], routes: all }
}

/** @param {string} url */
const migrate = async (url) => {
  const service = createConsentService(settings(url))
  await service.migrate()
  await service.dispose()
}

/**
 * @param {{ folder: string, engines: ReadonlyArray<Engine>, newDatabase: (engine: Engine, name: string) => Promise<string> }} place
 * @returns {Promise<ReadonlyArray<Contestant>>}
 */
export const makeContestants = async ({ engines, folder, newDatabase }) => {
  const answers = join(folder, "answers.json")
  writeFileSync(answers, JSON.stringify(await recordAnswers(await newDatabase("sqlite", "answers"))))
  const bare = programOf("server-bare.mjs")
  const limit = { kind: /** @type {const} */ ("limit"), engine: null, args: [answers], routes: fixed }
  /** @type {Array<Contestant>} */
  const contestants = [
    { ...limit, name: "node:http", program: bare },
    { ...limit, name: "Hono", program: programOf("server-hono.mjs") },
  ]
  for (const engine of engines) {
    const name = engineNames[engine]
    contestants.push(ours(engine, await newDatabase(engine, "ours")))
    if (engine === "mysql") continue
    const bareUrl = await newDatabase(engine, "bare")
    await migrate(bareUrl)
    const storing = { program: bare, args: [answers, bareUrl], routes: stored }
    contestants.push({ ...limit, name: `node:http, ${name}`, engine, ...storing })
    const { lists, ...peer } = await peerProgram(folder)
    const args = [await newDatabase(engine, "peer"), lists]
    contestants.push({ name: `@c15t/backend, ${name}`, kind: "peer", engine, ...peer, args, routes: peerRoutes })
  }
  return contestants
}
