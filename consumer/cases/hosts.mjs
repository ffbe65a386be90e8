// @ts-check
// Each guide in docs/integrate as a new user follows it: its `npm install` lines, its program, and its script tag on a page in a
// browser. The full form only: each installs from npm's registry, and starts a program and a browser.
import { acceptWithTag } from "../hosts/banner.mjs"
import { readGuide } from "../hosts/guide.mjs"
import { initFrameworks, initIn } from "../hosts/init.mjs"
import * as next from "../hosts/next.mjs"
import * as nitro from "../hosts/nitro.mjs"
import { stopwatch, whileServing } from "../hosts/program.mjs"

export const title = "hosts"

export const independent = true

/** @typedef {import("../place.mjs").Place} Place */

const hosts = /** @type {const} */ (["node", "express", "fastify", "hono", "koa", "h3", "effect-router"])

/** @param {Place} place @param {string} host */
const followGuide = async (place, host) => {
  const { packages, program, tag } = readGuide(place.checkout, host)
  const watch = stopwatch()
  const project = await place.projectAsUser(`host-${host}`, packages)
  watch.lap("npm install")
  project.write("main.mjs", program)
  await whileServing({ folder: project.folder, args: ["main.mjs"], env: { PORT: "0" } }, async (origin) => {
    watch.lap("start")
    await acceptWithTag(origin, tag)
    watch.lap("banner and save")
  })
  return watch.toString()
}

/** @param {Place} place */
const all = (place) => [
  ...hosts.map((host) => ({
    name: `docs/integrate/${host}.md: npm install, the program, the banner on a page, a save`,
    run: () => followGuide(place, host),
  })),
  ...next.nextVersions.map((version) => ({
    name: `docs/integrate/next.md: Next.js ${version}, standalone, and next dev with edits`,
    run: async () => `${await next.standalone(place, version)}; ${await next.dev(place, version)}`,
  })),
  ...nitro.nitroVersions.map((version) => ({
    name: `docs/integrate/h3.md: Nitro ${version}, built, and its dev server with edits`,
    run: async () => `${await nitro.built(place, version)}; ${await nitro.dev(place, version)}`,
  })),
  ...initFrameworks.map((framework) => ({
    name: `consent-service init for ${framework}: what it says leads to a banner and a save`,
    run: () => initIn(place, framework),
  })),
]

/** @param {Place} place */
export const cases = (place) => (place.full ? all(place) : [])
