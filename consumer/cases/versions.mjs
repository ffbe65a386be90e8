// @ts-check
// The supported Node versions, with binaries from npm; the short form tests the oldest and the newest.
// PostgreSQL, because the native part of better-sqlite3 is built for the Node that installed it; the message about that is a case.
import { readSteps, steps } from "../lifecycle.mjs"
import { withPostgres } from "../postgres.mjs"
import { everything } from "../projects.mjs"
import { runtime } from "../runtimes/install.mjs"
import { must, mustInclude } from "../suite.mjs"

export const title = "versions"

const versions = /** @type {const} */ (["Node 20.19", "Node 22", "Node 24"])

const short = /** @type {const} */ (["Node 20.19", "Node 24"])

const required = `
const service = require("consent-service")
const client = require("@consent-service/client")
console.log(process.version, typeof service.createConsentService, typeof client.createConsentClient)
`

/** @param {import("../place.mjs").Place} place @param {import("../runtimes/install.mjs").RuntimeName} version */
const versionCases = (place, version) => {
  /** @type {Promise<ReadonlyMap<string, string | null>> | null} */
  let ran = null
  const run = () =>
    withPostgres(async (url) => {
      const project = await everything(place)
      const { command } = await runtime(version)
      return readSteps(await project.node([project.copy("lifecycle.mjs")], { DATABASE_URL: url }, command))
    })
  return [
    ...steps.map((step) => ({
      name: `${version}, PostgreSQL: ${step}`,
      run: async () => {
        ran ??= run()
        const problem = (await ran).get(step)
        must(problem === null, problem ?? "the step did not run")
      },
    })),
    {
      name: `${version}: require loads the service and the SDK`,
      run: async () => {
        const project = await everything(place)
        const { command } = await runtime(version)
        const { output } = await project.node([project.write("version.cjs", required)], {}, command)
        mustInclude(output, "function function", "require")
      },
    },
  ]
}

/** @param {import("../place.mjs").Place} place */
export const cases = (place) => (place.full ? versions : short).flatMap((version) => versionCases(place, version))
