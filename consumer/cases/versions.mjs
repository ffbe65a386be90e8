// @ts-check
// The supported Node versions, with the binaries that npm has of them. PostgreSQL, because the native part
// of better-sqlite3 is built for the Node that installed it; the message about that is a case.
import { join } from "node:path"
import { readSteps, steps } from "../lifecycle.mjs"
import { withPostgres } from "../postgres.mjs"
import { everything } from "../projects.mjs"
import { must, mustInclude } from "../suite.mjs"

export const title = "versions"

const versions = /** @type {const} */ (["20.19.0", "22", "24"])

const required = `
const service = require("consent-service")
const client = require("@consent-service/client")
console.log(process.version, typeof service.createConsentService, typeof client.createConsentClient)
`

/** The package that has the binary of this platform. */
const binaries = `node-${process.platform}-${process.arch}`

/** @param {import("../place.mjs").Place} place @param {string} version */
const nodeOf = async (place, version) => {
  const { folder } = await place.projectFromNpm(`node-${version}`, [`${binaries}@${version}`])
  return join(folder, "node_modules", binaries, "bin/node")
}

/** @param {import("../place.mjs").Place} place @param {string} version */
const versionCases = (place, version) => {
  /** @type {Promise<ReadonlyMap<string, string | null>> | null} */
  let ran = null
  const run = () =>
    withPostgres(async (url) => {
      const project = await everything(place)
      const node = await nodeOf(place, version)
      return readSteps(await project.node([project.copy("lifecycle.mjs")], { DATABASE_URL: url }, node))
    })
  return [
    ...steps.map((step) => ({
      name: `Node ${version}, PostgreSQL: ${step}`,
      run: async () => {
        ran ??= run()
        const problem = (await ran).get(step)
        must(problem === null, problem ?? "the step did not run")
      },
    })),
    {
      name: `Node ${version}: require loads the service and the SDK`,
      run: async () => {
        const project = await everything(place)
        const { output } = await project.node(
          [project.write("version.cjs", required)],
          {},
          await nodeOf(place, version),
        )
        mustInclude(output, "function function", "require")
      },
    },
  ]
}

/** @param {import("../place.mjs").Place} place */
export const cases = (place) => versions.flatMap((version) => versionCases(place, version))
