// @ts-check
// Programs that run until they are no longer needed.
import { spawn } from "node:child_process"
import { createServer } from "node:net"
import { once } from "node:events"
import { Wrong } from "./suite.mjs"

/** @returns {Promise<number>} */
export const freePort = async () => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address())
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** How long a program may take to exit. */
const graceMs = 20_000

/** @param {import("node:child_process").ChildProcess} child @param {Promise<unknown>} end */
const stop = async (child, end) => {
  const late = setTimeout(() => child.kill("SIGKILL"), graceMs)
  child.kill("SIGTERM")
  await end
  clearTimeout(late)
}

/**
 * Runs `use` while a program runs, once `isReady` of what it has printed holds.
 *
 * @template A
 * @param {object} program
 * @param {string} program.command
 * @param {ReadonlyArray<string>} program.args
 * @param {string} program.cwd
 * @param {NodeJS.ProcessEnv} program.env
 * @param {boolean} [program.endsInOrder] whether it has to exit with 0 on SIGTERM
 * @param {(output: string) => boolean | Promise<boolean>} isReady
 * @param {(output: string, pid: number) => Promise<A>} use
 * @returns {Promise<A>}
 */
export const whileRunning = async ({ args, command, cwd, endsInOrder = false, env }, isReady, use) => {
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] })
  let [output, ended] = ["", false]
  const collect = (/** @type {Buffer} */ chunk) => void (output += chunk)
  child.stdout.on("data", collect)
  child.stderr.on("data", collect)
  const end = new Promise((resolve) => child.once("close", resolve).once("error", resolve))
  void end.then(() => (ended = true))
  const wrong = (/** @type {string} */ what) =>
    new Wrong(`${command} ${args.join(" ")} ${what}:\n${output.slice(-3000)}`)
  try {
    for (let attempt = 0; !(await isReady(output)); attempt++) {
      if (ended || attempt > 600) throw wrong("did not start")
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const result = await use(output, child.pid ?? 0)
    await stop(child, end)
    if (endsInOrder && child.exitCode !== 0) throw wrong(`ended on SIGTERM with ${child.exitCode ?? child.signalCode}`)
    return result
  } catch (error) {
    await stop(child, end)
    throw error instanceof Wrong ? error : wrong(`was used, and ${error instanceof Error ? error.message : error}`)
  }
}
