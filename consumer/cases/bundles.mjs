// @ts-check
// Bundles server code and runs it. Drivers are external: one is native, the others load parts of themselves by name.
import { cpSync, rmSync } from "node:fs"
import { join } from "node:path"
import { readSteps, steps } from "../lifecycle.mjs"
import { copyOf } from "../place.mjs"
import { everything, postgresOnly } from "../projects.mjs"
import { must } from "../suite.mjs"

export const title = "bundles"

/** @typedef {import("../place.mjs").Place} Place @typedef {import("../place.mjs").Project} Project */

/** @param {Place} place @param {Project} project @param {ReadonlyArray<string>} externals */
const esbuild = async (place, project, externals) => {
  const config = {
    bundle: true,
    platform: "node",
    format: "esm",
    entryPoints: ["lifecycle.mjs"],
    outfile: "esbuild/server.mjs",
    external: externals,
  }
  const file = project.write("esbuild.json", JSON.stringify(config))
  const { code, output } = await place.program("run-esbuild.mjs", [file], project.folder)
  must(code === 0, output.trim().slice(0, 3000))
  return join(project.folder, "esbuild")
}

/** @param {Place} place @param {Project} project @param {ReadonlyArray<string>} externals */
const webpack = async (place, project, externals) => {
  const config = {
    mode: "production",
    target: "node20",
    entry: "./lifecycle.mjs",
    output: { path: join(project.folder, "webpack"), filename: "server.mjs", module: true, chunkFormat: "module" },
    experiments: { outputModule: true },
    optimization: { minimize: false },
    externals: Object.fromEntries(externals.flatMap((name) => [[name, `import ${name}`]])),
    externalsType: "import",
  }
  const file = project.write("webpack.json", JSON.stringify(config))
  const { code, output } = await place.program("run-webpack.mjs", [file], project.folder)
  must(code === 0, output.trim().slice(0, 3000))
  return join(project.folder, "webpack")
}

const bundlers = { esbuild, webpack }

/** Optional peers that this project does not have. */
const absent = ["@effect/opentelemetry/Tracer", "@opentelemetry/api"]

const driverModules = [
  "@effect/sql-sqlite-node/SqliteClient",
  "@effect/sql-pg/PgClient",
  "@effect/sql-mysql2/MysqlClient",
]

/**
 * Runs a bundle in a copy of the project that has the drivers but not our packages, so that anything not bundled is missing.
 *
 * @param {Project} project @param {string} name @param {string} folder of the bundle
 */
const alone = async (project, name, folder) => {
  const { folder: target } = copyOf(project, `${name}-alone`)
  for (const ours of ["consent-service", "@consent-service"]) {
    rmSync(join(target, "node_modules", ours), { recursive: true })
  }
  cpSync(folder, join(target, "server"), { recursive: true })
  const program = join(target, "server/server.mjs")
  return project.node([program], { DATABASE_URL: `sqlite:${join(target, "alone.db")}` })
}

/** @param {Place} place */
export const cases = (place) =>
  Object.entries(bundlers).flatMap(([name, bundle]) => {
    /** @type {Promise<ReadonlyMap<string, string | null>> | null} */
    let ran = null
    const run = async () => {
      const project = await everything(place)
      project.copy("lifecycle.mjs")
      const folder = await bundle(place, project, [...driverModules, ...absent])
      return readSteps(await alone(project, name, folder))
    }
    return [
      ...steps.map((step) => ({
        name: `${name}: ${step} from a bundle`,
        run: async () => {
          ran ??= run()
          const problem = (await ran).get(step)
          must(problem === null, problem ?? "the step did not run")
        },
      })),
      ...(place.full || name === "esbuild"
        ? [
            {
              name: `${name}: bundles a service whose other drivers are not installed`,
              run: async () => {
                const project = await postgresOnly(place)
                project.copy("lifecycle.mjs")
                await bundle(place, project, ["@effect/sql-pg/PgClient", ...absent])
              },
            },
          ]
        : []),
    ]
  })
