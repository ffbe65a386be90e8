// @ts-check
// Runs `consent-service` as an operator does: in a process of its own.
import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { programOf } from "./process.mjs"

const program = fileURLToPath(new URL("../../packages/service/bin/consent-service.js", import.meta.url))

/** Without the variables of the bench: the command refuses those that start like its own and are none. */
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("CONSENT_")))

/** @typedef {{ seconds: number, peakBytes: number, cpuUs: number }} Spent */

/** Runs the command, and fails with what it printed when it fails. @param {ReadonlyArray<string>} args @returns {Promise<Spent>} */
export const runCommand = (args) =>
  new Promise((resolve, reject) => {
    const since = performance.now()
    const child = spawn(process.execPath, [`--import=${programOf("report-memory.mjs")}`, program, ...args], {
      stdio: ["ignore", "pipe", "pipe", "pipe"],
      env: environment,
    })
    const [told, report] = [/** @type {Array<Buffer>} */ ([]), /** @type {Array<Buffer>} */ ([])]
    for (const stream of [child.stdio[1], child.stdio[2]]) stream?.on("data", (chunk) => told.push(chunk))
    child.stdio[3]?.on("data", (chunk) => report.push(chunk))
    child.once("error", reject)
    child.once("close", (code) => {
      if (code !== 0) return reject(new Error(`${args.join(" ")}: ${Buffer.concat(told)}`))
      resolve({ seconds: (performance.now() - since) / 1_000, ...JSON.parse(String(Buffer.concat(report))) })
    })
  })
