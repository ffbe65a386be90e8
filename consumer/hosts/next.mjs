// @ts-check
// The guide of Next.js in an application as create-next-app makes it: a standalone build, and the development server.
import { existsSync, rmSync } from "node:fs"
import { join } from "node:path"
import { must } from "../suite.mjs"
import { freePort } from "../spawned.mjs"
import { acceptOn } from "./banner.mjs"
import { readGuide } from "./guide.mjs"
import { stopwatch, whileServing } from "./program.mjs"
import { mustReload } from "./reload.mjs"

/** @typedef {import("../place.mjs").Place} Place @typedef {import("../place.mjs").Project} Project */

/** Next.js 15 does not run on TypeScript 7. */
const typescript = { 15: "typescript@5", 16: "typescript" }

/** @typedef {keyof typeof typescript} NextVersion */

export const nextVersions = /** @type {const} */ ([15, 16])

const page = "export default function Page() {\n  return <p>the shop</p>\n}\n"

const quiet = { NEXT_TELEMETRY_DISABLED: "1", CI: "1" }

/** @param {Place} place @param {NextVersion} version @param {string} name */
export const nextProject = async (place, version, name) => {
  const { files, packages } = readGuide(place.checkout, "next")
  const own = [...packages, `next@${version}`, "react", "react-dom"]
  const types = [typescript[version], "@types/node", "@types/react"]
  const project = await place.projectAsUser(`${name}-${version}`, [...own, ...types])
  project.write("app/page.tsx", page)
  return { project, files }
}

/** @param {Project} project */
const next = ({ folder }) => join(folder, "node_modules/next/dist/bin/next")

/** @param {Project} project */
export const devServer = async (project) => ({
  folder: project.folder,
  args: [next(project), "dev", "--port", String(await freePort())],
  env: quiet,
  endsInOrder: false,
})

/** @param {Place} place @param {NextVersion} version */
export const standalone = async (place, version) => {
  const watch = stopwatch()
  const { files, project } = await nextProject(place, version, "next")
  watch.lap("npm install")
  for (const { code, path } of files) project.write(path, code)
  const { code, output } = await project.node([next(project), "build"], quiet)
  must(code === 0, `next build exited with ${code}:\n${output.slice(-3000)}`)
  const server = join(project.folder, ".next/standalone/server.js")
  must(existsSync(server), `next build wrote no ${server}`)
  watch.lap("next build")
  const database = `sqlite:${join(project.folder, "standalone.db")}`
  const port = String(await freePort())
  const keys = { CONSENT_POLICY_KEY: "a-policy-key-for-tests-0123456789" }
  const env = { ...quiet, ...keys, NODE_ENV: "production", HOSTNAME: "127.0.0.1", PORT: port, DATABASE_URL: database }
  // Next.js exits on the signal after it has answered received requests.
  await whileServing({ folder: project.folder, args: [server], env, endsInOrder: false }, async (origin) => {
    watch.lap("start")
    await acceptOn(origin)
    watch.lap("banner and save")
  })
  return watch.toString()
}

/** @param {Place} place @param {NextVersion} version */
export const dev = async (place, version) => {
  const watch = stopwatch()
  const { files, project } = await nextProject(place, version, "next")
  for (const { code, path } of files) project.write(path, code)
  rmSync(join(project.folder, ".next"), { recursive: true, force: true })
  await whileServing(await devServer(project), async (origin, pid) => {
    watch.lap("start")
    await acceptOn(origin)
    watch.lap("banner and save")
    await mustReload(project, "lib/consent.ts", origin, pid)
    watch.lap("edits")
  })
  return watch.toString()
}
