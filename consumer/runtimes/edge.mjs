// @ts-check
// The edge entry in a runtime, and what a Worker does with the service and the SDK.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { withoutNpmRun } from "../../scripts/workspace.mjs"
import { everything } from "../projects.mjs"
import { freePort, whileRunning } from "../spawned.mjs"
import { must } from "../suite.mjs"
import { runtime } from "./install.mjs"

/** @typedef {import("../place.mjs").Place} Place @typedef {import("../place.mjs").Project} Project */

export const edgeSteps = /** @type {const} */ (["init", "manifest", "scripts", "vendor list", "save"])

const programs = [
  "edge-shared",
  "edge-origin",
  "edge-checks",
  "edge-here",
  "edge-there",
  "edge-worker",
  "service-worker",
]

/** The programs, with a vendor list and the text of a script, which a bundle has to bring along. @param {Place} place */
const prepared = async (place) => {
  const project = await everything(place)
  for (const name of programs) project.copy(`${name}.mjs`)
  const lists = pathToFileURL(join(place.checkout, "packages/testkit/dist/vendor-list/SyntheticVendorList.js")).href
  const { syntheticVendorList } = await import(lists)
  project.write("gvl.mjs", `export const list = ${JSON.stringify(syntheticVendorList)}`)
  const text = readFileSync(join(project.folder, "node_modules/@consent-service/browser/bundles/cs.js"), "utf8")
  project.write("script-text.mjs", `export const full = ${JSON.stringify(text)}`)
  return project
}

/**
 * Runs `use` with the addresses of a service, which runs on the suite's Node.
 *
 * @template A
 * @param {Project} project
 * @param {(env: { CONSENT_ORIGIN: string, CONSENT_NOTICES: string }) => Promise<A>} use
 */
const withOrigin = (project, use) => {
  const env = { ...withoutNpmRun(process.env), DATABASE_URL: "sqlite::memory:" }
  const program = { command: process.execPath, args: ["edge-origin.mjs"], cwd: project.folder, env }
  const addresses = /\{"origin":.*\}/
  return whileRunning(
    program,
    (output) => addresses.test(output),
    (output) => {
      const { notices, origin } = JSON.parse(addresses.exec(output)?.[0] ?? "")
      return use({ CONSENT_ORIGIN: origin, CONSENT_NOTICES: notices })
    },
  )
}

/** The edge in the runtime's own process. @param {Place} place @param {import("./install.mjs").Runtime} runtime */
export const edgeHere = async (place, { args, command }) => {
  const project = await prepared(place)
  return withOrigin(project, (env) => project.node([...args, "edge-here.mjs"], env, command))
}

const config = (
  /** @type {number} */ port,
  /** @type {string} */ file,
  /** @type {string} */ origin,
  /** @type {ReadonlyArray<string>} */ flags,
) => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "network", network = (allow = ["public", "private", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (cfBlobHeader = "cf-blob"), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "${file}")],
  compatibilityDate = "2026-01-01",
  compatibilityFlags = ${JSON.stringify(flags)},
  bindings = [(name = "CONSENT_ORIGIN", text = "${origin}")],
  globalOutbound = "network",
);
`

/** @param {Place} place @param {Project} project @param {string} name @param {object} options */
const bundled = async (place, project, name, options) => {
  const outfile = `${name}.bundle.js`
  const build = { bundle: true, format: "esm", entryPoints: [`${name}.mjs`], outfile, ...options }
  const { code, output } = await place.program(
    "run-esbuild.mjs",
    [project.write(`${name}.json`, JSON.stringify(build))],
    project.folder,
  )
  must(code === 0, output.trim().slice(0, 3000))
  return outfile
}

/**
 * Runs `use` with the address of a bundle in workerd.
 *
 * @template A
 * @param {Project} project @param {string} file @param {string} origin @param {ReadonlyArray<string>} flags
 * @param {(url: string) => Promise<A>} use
 */
const inWorkerd = async (project, file, origin, flags, use) => {
  const { command } = await runtime("workerd")
  const port = await freePort()
  const capnp = project.write(`${file}.capnp`, config(port, file, origin, flags))
  const url = `http://127.0.0.1:${port}`
  const program = { command, args: ["serve", capnp], cwd: project.folder, env: withoutNpmRun(process.env) }
  const answers = () =>
    fetch(`${url}/nothing`).then(
      () => true,
      () => false,
    )
  return whileRunning(program, answers, () => use(url))
}

/** The edge in workerd. @param {Place} place */
export const edgeInWorkerd = async (place) => {
  const project = await prepared(place)
  const options = { platform: "neutral", conditions: ["workerd", "worker"], mainFields: ["module", "main"] }
  const file = await bundled(place, project, "edge-worker", options)
  return withOrigin(project, (env) =>
    inWorkerd(project, file, env.CONSENT_ORIGIN, [], (url) =>
      project.node(["edge-there.mjs"], { ...env, CONSENT_EDGE: url }),
    ),
  )
}

const nodeModules = [
  "node:*",
  "@effect/sql-sqlite-node/SqliteClient",
  "@effect/sql-pg/PgClient",
  "@effect/sql-mysql2/MysqlClient",
  "@effect/opentelemetry/Tracer",
  "@opentelemetry/api",
]

/** What a Worker with the service's own entry answers to a path. @param {Place} place @param {string} path @returns {Promise<string>} */
export const serviceInWorkerd = async (place, path) => {
  const project = await prepared(place)
  const file = await bundled(place, project, "service-worker", { platform: "node", external: nodeModules })
  return withOrigin(project, (env) =>
    inWorkerd(project, file, env.CONSENT_ORIGIN, ["nodejs_compat"], async (url) => (await fetch(url + path)).text()),
  )
}
