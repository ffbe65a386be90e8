// @ts-check
// How many files a reader opens to follow one request: the project's modules of which a function runs while one warm request
// is answered, by V8's precise coverage.
import { createConsentService } from "consent-service"
import { serve } from "consent-service/node"
import { mkdtempSync, rmSync } from "node:fs"
import { request as send } from "node:http"
import { Session } from "node:inspector/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { settings } from "./settings.mjs"
import { subjectOf } from "./requests.mjs"

/** @typedef {{ readonly method: string, readonly path: string, readonly body?: string }} Asked */

/** @param {URL} base @param {Asked} asked @returns {Promise<{ status: number, body: string }>} */
const ask = (base, { body, method, path }) =>
  new Promise((resolve, reject) => {
    const headers = { "cf-ipcountry": "DE", origin: "https://shop.example", "content-type": "application/json" }
    const sent = send(new URL(path, base), { method, headers }, (answer) => {
      let text = ""
      answer.setEncoding("utf8").on("data", (chunk) => void (text += chunk))
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body: text }))
    })
    sent.on("error", reject).end(body)
  })

/** @param {number} save @param {string | undefined} token @returns {Asked} */
const saveOf = (save, token) => ({
  method: "POST",
  path: "/subjects",
  body: JSON.stringify({
    type: "cookie_banner",
    subjectId: subjectOf(save),
    domain: "shop.example",
    givenAt: Date.now(),
    preferences: { necessary: true, measurement: true },
    consentAction: "custom",
    ...(token !== undefined && { policySnapshotToken: token }),
  }),
})

const ownModule = /\/(packages\/[^/]+\/dist\/.+)\.js$/

/** The project's modules of which a function ran. @param {import("node:inspector").Profiler.ScriptCoverage[]} result */
const modulesIn = (result) =>
  result.flatMap(({ functions, url }) => {
    const own = ownModule.exec(url)
    return own !== null && functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0) ? [own[1] ?? ""] : []
  })

const warmUps = 20

/** @type {import("./suite.mjs").Suite} */
export const modulesSuite = async ({ tell }) => {
  const folder = mkdtempSync(join(tmpdir(), "modules-"))
  const policySnapshot = { signingKey: "a key of the benchmark, 32 bytes or longer" }
  const service = createConsentService({
    ...settings(`sqlite:${join(folder, "consent.db")}`),
    policySnapshot,
  })
  await service.migrate()
  const server = await serve(service, { port: 0, host: "127.0.0.1" })
  const base = new URL(server.url)
  const init = /** @type {const} */ ({ method: "GET", path: "/init?v=3.1.0&contract=1" })
  const { policySnapshotToken } = JSON.parse((await ask(base, init)).body)
  let saves = 0
  /** @type {ReadonlyArray<readonly [route: string, next: () => Asked]>} */
  const routes = [
    ["GET /status", () => ({ method: "GET", path: "/status" })],
    ["GET /init", () => init],
    ["POST /subjects", () => saveOf(saves++, policySnapshotToken)],
    ["GET /subjects/:id", () => ({ method: "GET", path: `/subjects/${subjectOf(0)}` })],
  ]
  const session = new Session()
  session.connect()
  const rows = []
  try {
    await session.post("Profiler.enable")
    for (const [route, next] of routes) {
      for (let time = 0; time < warmUps; time += 1) await ask(base, next())
      await sleep(200)
      await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false })
      await session.post("Profiler.takePreciseCoverage")
      const { status } = await ask(base, next())
      const { result } = await session.post("Profiler.takePreciseCoverage")
      await session.post("Profiler.stopPreciseCoverage")
      const modules = modulesIn(result).sort()
      for (const module of modules) tell(`${route}: ${module}`)
      rows.push({ route, status, modules: modules.length })
    }
  } finally {
    session.disconnect()
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return [{ title: "Modules of the project that run for one warm request", rows }]
}
