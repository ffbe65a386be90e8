// @ts-check
// The guide of h3 in Nitro 2, which Nuxt is built on, and Nitro 3: a build, and the development server.
import { join } from "node:path"
import { must, Wrong } from "../suite.mjs"
import { freePort } from "../spawned.mjs"
import { acceptWithTag } from "./banner.mjs"
import { readGuide } from "./guide.mjs"
import { stopwatch, whileServing } from "./program.mjs"
import { mustReload } from "./reload.mjs"

/** @typedef {import("../place.mjs").Place} Place */

/** The package, its program, and a page in its own way of handlers. */
const versions = {
  2: { name: "nitropack", bin: "dist/cli/index.mjs", page: 'export default eventHandler(() => "the shop")\n' },
  3: { name: "nitro", bin: "dist/cli/index.mjs", page: 'export default () => "the shop"\n' },
}

/** @typedef {keyof typeof versions} NitroVersion */

export const nitroVersions = /** @type {const} */ ([2, 3])

const middleware = "server/middleware/consent.ts"

/**
 * An application of one page.
 *
 * @param {Place} place @param {NitroVersion} version @param {string} prefix of the project's name
 */
export const nitroApplication = async (place, version, prefix) => {
  const { packages } = readGuide(place.checkout, "h3")
  const { bin, name, page } = versions[version]
  const own = packages.map((each) => (each === "h3" ? `${name}@${version}` : each))
  const project = await place.projectAsUser(`${prefix}-${version}`, own)
  project.write("nitro.config.ts", 'export default { srcDir: "server", compatibilityDate: "2026-11-01" }\n')
  project.write("server/routes/index.ts", page)
  return { project, program: join(project.folder, "node_modules", name, bin) }
}

/** @param {Place} place @param {NitroVersion} version */
const nitroProject = async (place, version) => {
  const { files, tag } = readGuide(place.checkout, "h3")
  const { program, project } = await nitroApplication(place, version, "nitro")
  const shown = files.find(({ path }) => path === `src/${middleware}`)
  if (shown === undefined) throw new Wrong(`docs/integrate/h3.md does not show ${middleware}`)
  project.write(middleware, shown.code)
  return { project, tag, program }
}

/** @param {import("../place.mjs").Project} project @param {string} program */
export const devServer = async (project, program) => ({
  folder: project.folder,
  args: [program, "dev", "--host", "127.0.0.1", "--port", String(await freePort())],
  endsInOrder: false,
})

/** @param {Place} place @param {NitroVersion} version */
export const built = async (place, version) => {
  const watch = stopwatch()
  const { program, project, tag } = await nitroProject(place, version)
  watch.lap("npm install")
  const { code, output } = await project.node([program, "build"])
  must(code === 0, `the build exited with ${code}:\n${output.slice(-3000)}`)
  watch.lap("build")
  const env = { HOST: "127.0.0.1", PORT: String(await freePort()), DATABASE_URL: `sqlite:${project.folder}/built.db` }
  await whileServing({ folder: project.folder, args: [".output/server/index.mjs"], env }, async (origin) => {
    watch.lap("start")
    await acceptWithTag(origin, tag)
    watch.lap("banner and save")
  })
  return watch.toString()
}

/** @param {Place} place @param {NitroVersion} version */
export const dev = async (place, version) => {
  const watch = stopwatch()
  const { program, project, tag } = await nitroProject(place, version)
  await whileServing(await devServer(project, program), async (origin, pid) => {
    watch.lap("start")
    await acceptWithTag(origin, tag)
    watch.lap("banner and save")
    await mustReload(project, middleware, origin, pid)
    watch.lap("edits")
  })
  return watch.toString()
}
