// @ts-check
// A missing package, driver or binding, another Node, a second copy of effect: one line that names the package and the command.
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { copyOf, linkFolder } from "../place.mjs"
import { driverless, everything } from "../projects.mjs"
import { must, mustInclude } from "../suite.mjs"

export const title = "trouble"

/** @typedef {import("../place.mjs").Place} Place @typedef {import("../place.mjs").Project} Project */

const cli = (/** @type {Project} */ project) =>
  join(project.folder, "node_modules/consent-service/bin/consent-service.js")

/** A Node with SQLite of its own needs neither the driver nor its native part. */
const hasSqlite = process.getBuiltinModule?.("node:sqlite") !== undefined

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
  ...urls
    .filter(([url]) => !(hasSqlite && url.startsWith("sqlite:")))
    .flatMap(([url, driver]) => [
      {
        name: `the command line says to install ${driver}`,
        run: async () => {
          const project = await driverless(place)
          const { code, output } = await project.node([cli(project), "migrate", "--database", url])
          must(code === 1, `exited with ${code}`)
          oneLine(output, "migrate")
          mustInclude(output, `npm install ${driver}@`, "migrate")
        },
      },
      {
        name: `service.migrate() says to install ${driver}`,
        run: async () => {
          const project = await driverless(place)
          const { output } = await project.node([project.write("migrating.mjs", migrating)], { DATABASE_URL: url })
          oneLine(output, "service.migrate()")
          mustInclude(output, `npm install ${driver}@`, "service.migrate()")
        },
      },
    ]),
  {
    name: "a missing native binding names better-sqlite3 and the command",
    run: async () => {
      const project = copyOf(await everything(place), "without-binding")
      rmSync(join(project.folder, "node_modules/better-sqlite3/build"), { recursive: true })
      const { output } = await project.node([cli(project), "migrate", "--database", "sqlite::memory:"])
      if (!hasSqlite) oneLine(output, "migrate")
      mustInclude(output, hasSqlite ? "applied in" : "npm rebuild better-sqlite3", "migrate")
    },
  },
  {
    name: "a missing effect names it and the command",
    run: async () => {
      const project = copyOf(await driverless(place), "without-effect")
      rmSync(join(project.folder, "node_modules/effect"), { recursive: true })
      const { code, output } = await project.node([cli(project), "--help"])
      must(code === 1, `exited with ${code}`)
      oneLine(output, "--help")
      mustInclude(output, "npm install effect@3", "--help")
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
      const project = copyOf(await everything(place), "second-effect")
      const packages = join(project.folder, "node_modules")
      const nested = join(packages, "consent-service/node_modules")
      linkFolder(join(packages, "effect"), join(nested, "effect"))
      writeFileSync(
        join(project.folder, "second.mjs"),
        `import { createConsentService } from "consent-service"
import * as Sqlite from "@consent-service/adapter-sql/sqlite"
createConsentService({ database: Sqlite.layer(":memory:") })`,
      )
      const { output } = await project.node([join(project.folder, "second.mjs")])
      mustInclude(output, "effect-duplicated", "the log")
      mustInclude(output, "npm dedupe", "the log")
    },
  },
]
