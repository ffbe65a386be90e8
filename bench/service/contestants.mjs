// @ts-check
// Who takes part: our service, the package a user would take instead, and the limits of the machine.
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
const stored = all.filter((route) => /subjects|consents/.test(route))
const fixed = all.filter((route) => !stored.includes(route))

/** How engines are called in the tables. */
export const engineNames = { sqlite: "SQLite", postgres: "PostgreSQL", mysql: "MariaDB" }

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
  /** @type {Array<Contestant>} */
  const contestants = [
    { name: "node:http", kind: "limit", engine: null, program: bare, args: [answers], routes: fixed },
    { name: "Hono", kind: "limit", engine: null, program: programOf("server-hono.mjs"), args: [answers], routes: fixed },
  ]
  for (const engine of engines) {
    const name = engineNames[engine]
    const url = await newDatabase(engine, "ours")
    contestants.push({ name: `ours, ${name}`, kind: "ours", engine, program: programOf("server-ours.mjs"), args: [url], routes: all })
    if (engine === "mysql") continue
    const bareUrl = await newDatabase(engine, "bare")
    await migrate(bareUrl)
    contestants.push({ name: `node:http, ${name}`, kind: "limit", engine, program: bare, args: [answers, bareUrl], routes: stored })
    const peer = await peerProgram(folder)
    const routes = all.filter((route) => !route.includes("manifest"))
    const args = [await newDatabase(engine, "peer"), peer.lists]
    contestants.push({ name: `@c15t/backend, ${name}`, kind: "peer", engine, program: peer.program, cwd: peer.cwd, args, routes })
  }
  return contestants
}
