// @ts-check
// A missing package, driver or binding, another Node, a second copy of effect: one line that names the package and the command.
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { driverless, everything } from "../projects.mjs"
import { must, mustInclude } from "../suite.mjs"

export const title = "trouble"

/** @typedef {import("../place.mjs").Place} Place @typedef {import("../place.mjs").Project} Project */

const cli = (/** @type {Project} */ project) =>
  join(project.folder, "node_modules/consent-service/bin/consent-service.js")

const urls = /** @type {const} */ ([
  ["sqlite:./a.db", "@effect/sql-sqlite-node"],
  ["postgres://a@127.0.0.1/a", "@effect/sql-pg"],
  ["mysql://a@127.0.0.1/a", "@effect/sql-mysql2"],
])

/** @param {string} output @param {string} where */
const oneLine = (output, where) => {
  const lines = output.trim().split("\n")
  must(lines.length === 1, `${where}: expected one line, got ${lines.length}:\n${output}`)
}

const migrating = `
import { createConsentService } from "consent-service"
const service = createConsentService({ database: process.env.DATABASE_URL })
await service.migrate().catch((error) => console.log(error.message))
`

/** @param {Place} place */
export const cases = (place) => [
  ...urls.flatMap(([url, driver]) => [
    {
      name: `the command line says to install ${driver}`,
      run: async () => {
        const project = await driverless(place)
        const { code, output } = await project.node([cli(project), "migrate", "--database", url])
        must(code === 1, `exited with ${code}`)
        oneLine(output, "migrate")
        mustInclude(output, `npm install ${driver}`, "migrate")
      },
    },
    {
      name: `service.migrate() says to install ${driver}`,
      run: async () => {
        const project = await driverless(place)
        const { output } = await project.node([project.write("migrating.mjs", migrating)], { DATABASE_URL: url })
        oneLine(output, "service.migrate()")
        mustInclude(output, `npm install ${driver}`, "service.migrate()")
      },
    },
  ]),
  {
    name: "a missing native binding names better-sqlite3 and the command",
    run: async () => {
      const { folder } = await everything(place)
      const copy = join(folder, "../without-binding")
      cpSync(folder, copy, { recursive: true })
      rmSync(join(copy, "node_modules/better-sqlite3/build"), { recursive: true })
      const project = { ...(await everything(place)), folder: copy }
      const { output } = await project.node([cli(project), "migrate", "--database", "sqlite::memory:"])
      oneLine(output, "migrate")
      mustInclude(output, "npm rebuild better-sqlite3", "migrate")
    },
  },
  {
    name: "a missing effect names it and the command",
    run: async () => {
      const { folder } = await driverless(place)
      const copy = join(folder, "../without-effect")
      cpSync(folder, copy, { recursive: true })
      rmSync(join(copy, "node_modules/effect"), { recursive: true })
      const project = { ...(await driverless(place)), folder: copy }
      const { code, output } = await project.node([cli(project), "--help"])
      must(code === 1, `exited with ${code}`)
      oneLine(output, "--help")
      mustInclude(output, "npm install effect", "--help")
    },
  },
  {
    name: "an unsupported Node version is named with the version to install",
    run: async () => {
      const project = await driverless(place)
      const old = project.write("old-node.mjs", 'Object.defineProperty(process.versions, "node", { value: "18.20.8" })')
      const { code, output } = await project.node(["--import", old, cli(project), "--help"])
      must(code === 1, `exited with ${code}`)
      oneLine(output, "--help")
      mustInclude(output, "consent-service requires Node 20.19 or newer, and this is 18.20.8", "--help")
    },
  },
  {
    name: "a second copy of effect is logged with the command",
    run: async () => {
      const { folder } = await everything(place)
      const copy = join(folder, "../second-effect")
      const nested = join(copy, "node_modules/consent-service/node_modules")
      cpSync(folder, copy, { recursive: true })
      mkdirSync(nested, { recursive: true })
      cpSync(join(folder, "node_modules/effect"), join(nested, "effect"), { recursive: true })
      writeFileSync(
        join(copy, "second.mjs"),
        `import { createConsentService } from "consent-service"
import * as Sqlite from "@consent-service/adapter-sql/sqlite"
createConsentService({ database: Sqlite.layer(":memory:") })`,
      )
      const project = { ...(await everything(place)), folder: copy }
      const { output } = await project.node([join(copy, "second.mjs")])
      mustInclude(output, "effect-duplicated", "the log")
      mustInclude(output, "npm dedupe", "the log")
    },
  },
]
