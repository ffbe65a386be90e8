// @ts-check
// `consent-service serve` in an empty folder: a banner from SQLite.
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { performance } from "node:perf_hooks"
import { whileServing } from "./hosts/program.mjs"
import { must, mustInclude } from "./suite.mjs"

/**
 * Serves, and says after how many seconds.
 *
 * @param {import("./place.mjs").Project} project @param {string} name of the folder
 * @param {import("./runtimes/install.mjs").Runtime} runtime
 */
export const serveIn = async (project, name, { args, command }) => {
  const folder = join(project.folder, name)
  mkdirSync(folder, { recursive: true })
  const cli = join(project.folder, "node_modules/consent-service/bin/consent-service.js")
  const since = performance.now()
  const serving = { command, args: [...args, cli, "serve", "--port", "0", "--host", "127.0.0.1"], folder }
  return whileServing(serving, async (origin) => {
    const init = await (await fetch(`${origin}/init?country=DE`)).text()
    const seconds = (performance.now() - since) / 1000
    mustInclude(init, '"model":"opt-in"', "/init")
    must((await (await fetch(`${origin}/cs.js`)).text()).length > 20_000, "/cs.js is too short")
    return `a banner ${seconds.toFixed(1)} s after the start`
  })
}
