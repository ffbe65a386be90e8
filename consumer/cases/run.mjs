// @ts-check
// An application and the command line, from the tarballs, on SQLite and PostgreSQL.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { withPostgres } from "../postgres.mjs"
import { readSteps, steps } from "../lifecycle.mjs"
import { everything, postgresOnly } from "../projects.mjs"
import { whileServing } from "../hosts/program.mjs"
import { serveIn } from "../serve.mjs"
import { must, mustInclude } from "../suite.mjs"

export const title = "run"

/** @typedef {import("../place.mjs").Place} Place @typedef {import("../place.mjs").Project} Project */

/** The lifecycle on one database, run once, as one case a step. @param {string} name @param {() => Promise<{ code: number, output: string }>} run */
const stepCases = (name, run) => {
  /** @type {Promise<ReadonlyMap<string, string | null>> | null} */
  let ran = null
  return steps.map((step) => ({
    name: `${name}: ${step}`,
    run: async () => {
      ran ??= run().then(readSteps)
      const problem = (await ran).get(step)
      must(problem === null, problem ?? "the step did not run")
    },
  }))
}

const required = `
const service = require("consent-service")
const client = require("@consent-service/client")
const node = require("consent-service/node")
console.log(typeof service.createConsentService, typeof client.createConsentClient, typeof node.serve)
`

const imported = `
const service = await import("consent-service")
const client = await import("@consent-service/client")
const node = await import("consent-service/node")
console.log(typeof service.createConsentService, typeof client.createConsentClient, typeof node.serve)
`

const cli = "node_modules/consent-service/bin/consent-service.js"

/** The modules that a server has loaded after its first banner. @param {Place} place @param {string} name @param {string} config @param {string} content */
const loadedBy = async (place, name, config, content) => {
  const project = await everything(place)
  const folder = join(project.folder, name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, config), content)
  const loaded = join(folder, "loaded.txt")
  const preload = `--import=${project.copy("loaded.mjs")}`
  const args = [preload, join(project.folder, cli), "serve", "--port", "0", "--host", "127.0.0.1"]
  return whileServing({ command: process.execPath, args, folder, env: { LOADED: loaded } }, async (origin) => {
    mustInclude(await (await fetch(`${origin}/init?country=DE`)).text(), '"language"', "/init")
    return readFileSync(loaded, "utf8").trimEnd().split("\n")
  })
}

/** A configuration, in JavaScript and in YAML. */
const configuration = `{ manifest: { policyRules: [
  { id: "all", match: { isDefault: true, fallback: true }, model: "opt-in", prompt: "choice" },
] } }`

/** @param {Place} place */
export const cases = (place) => [
  ...stepCases("SQLite", async () => {
    const project = await everything(place)
    return project.node([project.copy("lifecycle.mjs")], { DATABASE_URL: `sqlite:${join(project.folder, "run.db")}` })
  }),
  ...stepCases("PostgreSQL", () =>
    withPostgres(async (url) => {
      const project = await postgresOnly(place)
      return project.node([project.copy("lifecycle.mjs")], { DATABASE_URL: url })
    }),
  ),
  {
    name: "a PostgreSQL installation has no other driver in it",
    run: async () => {
      const { folder } = await postgresOnly(place)
      for (const name of ["better-sqlite3", "mysql2", "@effect/sql-sqlite-node", "@effect/sql-mysql2"]) {
        must(!existsSync(join(folder, "node_modules", name)), `${name} was installed`)
      }
    },
  },
  ...[
    ["require", "required.cjs", required],
    ["import", "imported.mjs", imported],
  ].map(([how, file = "", code = ""]) => ({
    name: `${how} loads the service, its Node entry and the SDK`,
    run: async () => {
      const project = await everything(place)
      const { output } = await project.node([project.write(file, code)])
      mustInclude(output, "function function function", `${how}`)
    },
  })),
  {
    name: "the command line migrates, and finds nothing to do the second time",
    run: async () => {
      const project = await everything(place)
      const args = [cli, "migrate", "--database", `sqlite:${join(project.folder, "cli.db")}`]
      mustInclude((await project.node(args)).output, "applied in", "migrate")
      mustInclude((await project.node(args)).output, "nothing to do", "migrate again")
    },
  },
  {
    name: "consent-service serve in an empty folder",
    run: async () => serveIn(await everything(place), "served", { command: process.execPath, args: [] }),
  },
  {
    name: "serve with a configuration that is data starts from the bundled command line",
    run: async () => {
      const loaded = await loadedBy(place, "bundled", "consent.config.yaml", configuration)
      const effect = loaded.filter((url) => url.includes("/node_modules/effect/"))
      must(effect.length === 0, `it loaded ${effect.length} modules of the installed effect`)
      must(loaded.length < 100, `it loaded ${loaded.length} modules`)
      return `${loaded.length} modules`
    },
  },
  {
    name: "serve with a configuration that is code shares the installed effect with it",
    run: async () => {
      const loaded = await loadedBy(place, "code", "consent.config.mjs", `export default ${configuration}`)
      must(
        loaded.some((url) => url.includes("/node_modules/effect/")),
        "it loaded no module of the installed effect",
      )
    },
  },
  {
    name: "the command line checks policies, and prints its usage",
    run: async () => {
      const project = await everything(place)
      const rules = [{ id: "all", match: { isDefault: true, fallback: true }, model: "opt-in", prompt: "choice" }]
      const { code, output } = await project.node([
        cli,
        "policy",
        "check",
        project.write("rules.json", JSON.stringify(rules)),
      ])
      must(code === 0, `policy check exited with ${code}: ${output}`)
      mustInclude((await project.node([cli, "--help"])).output, "Usage: consent-service", "--help")
    },
  },
]
