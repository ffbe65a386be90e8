// @ts-check
// `consent-service init` in a project of each framework, followed exactly: the files it writes, the code it says to paste, and
// the command that it says to run.
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { must, mustInclude, Wrong } from "../suite.mjs"
import { acceptOn, acceptWithTag } from "./banner.mjs"
import { readGuide } from "./guide.mjs"
import * as next from "./next.mjs"
import * as nitro from "./nitro.mjs"
import { whileServing } from "./program.mjs"

/** @typedef {import("../place.mjs").Place} Place @typedef {import("../place.mjs").Project} Project */
/** @typedef {{ readonly framework: string, readonly created: ReadonlyArray<string>, readonly paste: ReadonlyArray<{ readonly where: string, readonly code: string }>, readonly run: ReadonlyArray<string> }} Told */

/** An application's server, with the place where the service is mounted. */
const servers = {
  express: (/** @type {string} */ paste) => `import express from "express"
const app = express()
${paste}
const server = app.listen(process.env.PORT, () => console.log(server.address()))`,
  fastify: (/** @type {string} */ paste) => `import fastify from "fastify"
const app = fastify()
${paste}
console.log(await app.listen({ port: Number(process.env.PORT) }))`,
  hono: (/** @type {string} */ paste) => `import { serve } from "@hono/node-server"
import { Hono } from "hono"
const app = new Hono()
${paste}
serve({ fetch: app.fetch, port: Number(process.env.PORT) }, (address) => console.log(address))`,
  koa: (/** @type {string} */ paste) => `import Koa from "koa"
const app = new Koa()
${paste}
const server = app.listen(process.env.PORT, () => console.log(server.address()))`,
  h3: (/** @type {string} */ paste) => `import { createServer } from "node:http"
import { H3, toNodeHandler } from "h3"
const app = new H3()
${paste}
const server = createServer(toNodeHandler(app)).listen(process.env.PORT, () => console.log(server.address()))`,
}

/** @typedef {keyof typeof servers} Framework */

// Not Nuxt, which needs a newer Node than the suite; it is built on Nitro, and finds the same file.
export const initFrameworks = /** @type {const} */ ([
  "node",
  "express",
  "fastify",
  "hono",
  "koa",
  "h3",
  "nitro",
  "next",
])

/** A second application that has the packages of a project. @param {Project} project @param {ReadonlyArray<string>} packages */
const applicationIn = (project, packages) => {
  const folder = join(project.folder, "application")
  mkdirSync(folder, { recursive: true })
  const dependencies = Object.fromEntries(packages.map((name) => [name, "*"]))
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module", dependencies }))
  return folder
}

/** @param {Project} project @param {string} folder @returns {Promise<Told>} */
const init = async (project, folder) => {
  const cli = join(project.folder, "node_modules/consent-service/bin/consent-service.js")
  const { code, output } = await project.node([cli, "init", folder, "--json"])
  must(code === 0, `init exited with ${code}: ${output}`)
  return JSON.parse(output)
}

/** What follows `node` in the last command. @param {Told} told @param {string} program */
const argumentsOf = ({ run }, program) => {
  const [, words = ""] = /^node (.+)$/.exec(run.at(-1) ?? "") ?? []
  return words.replace("YOUR-SERVER.mjs", program).split(" ")
}

/** @param {Told} told */
const tagOf = ({ paste }) => paste.at(-1)?.code ?? ""

/** @param {Place} place @param {"node" | Framework} framework */
const followInit = async (place, framework) => {
  const { packages } = readGuide(place.checkout, framework)
  const project = await place.projectAsUser(`host-${framework}`, packages)
  const folder = applicationIn(project, packages)
  const told = await init(project, folder)
  must(told.framework === framework, `init found ${told.framework}`)
  const program = framework === "node" ? "consent.server.mjs" : "server.mjs"
  if (framework !== "node") {
    const [mount] = told.paste
    if (mount === undefined) throw new Wrong("init says nothing of where the service goes")
    writeFileSync(join(folder, program), servers[framework](mount.code))
  }
  const serving = { folder, args: argumentsOf(told, program), env: { PORT: "0" }, endsInOrder: framework === "node" }
  await whileServing(serving, (origin) => acceptWithTag(origin, tagOf(told)))
}

/** @param {Place} place */
const followInitOfNext = async (place) => {
  const { project } = await next.nextProject(place, 16, "next-init")
  const told = await init(project, project.folder)
  const [config, tag] = told.paste.map(({ code }) => code)
  project.write("next.config.mjs", `export default {\n  ${config}\n}\n`)
  project.write(
    "app/layout.tsx",
    `import type { ReactNode } from "react"
export default function Layout({ children }: { readonly children: ReactNode }) {
  return <html lang="en"><head>${tag}</head><body>{children}</body></html>
}
`,
  )
  mustInclude(told.run.join("\n"), "npx next dev", "the commands of init")
  await whileServing(await next.devServer(project), (origin) => acceptOn(origin))
}

/** @param {Place} place */
const followInitOfNitro = async (place) => {
  const { program, project } = await nitro.nitroApplication(place, 2, "nitro-init")
  const told = await init(project, project.folder)
  must(told.framework === "nitro", `init found ${told.framework}`)
  mustInclude(told.run.join("\n"), "npx nitro dev", "the commands of init")
  await whileServing(await nitro.devServer(project, program), (origin) => acceptWithTag(origin, tagOf(told)))
}

/** @param {Place} place @param {(typeof initFrameworks)[number]} framework */
export const initIn = (place, framework) => {
  if (framework === "next") return followInitOfNext(place)
  return framework === "nitro" ? followInitOfNitro(place) : followInit(place, framework)
}
