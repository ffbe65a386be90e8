// @ts-check
// Programs that run until they are no longer needed.
import { spawn } from "node:child_process"
import { createServer } from "node:net"
import { once } from "node:events"
import { Wrong } from "../suite.mjs"

/** @returns {Promise<number>} */
export const freePort = async () => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address())
  await new Promise((resolve) => server.close(resolve))
  return port
}

/**
 * Runs `use` while a program runs, once `isReady` of what it has printed holds.
 *
 * @template A
 * @param {{ readonly command: string, readonly args: ReadonlyArray<string>, readonly cwd: string, readonly env: NodeJS.ProcessEnv }} program
 * @param {(output: string) => boolean | Promise<boolean>} isReady
 * @param {(output: string) => Promise<A>} use
 * @returns {Promise<A>}
 */
export const whileRunning = async ({ args, command, cwd, env }, isReady, use) => {
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] })
  let [output, ended] = ["", false]
  const collect = (/** @type {Buffer} */ chunk) => void (output += chunk)
  child.stdout.on("data", collect)
  child.stderr.on("data", collect)
  const end = new Promise((resolve) => child.once("close", resolve).once("error", resolve))
  void end.then(() => (ended = true))
  try {
    for (let attempt = 0; !(await isReady(output)); attempt++) {
      if (ended || attempt > 600) throw new Wrong(`${command} did not start:\n${output.slice(-2000)}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    return await use(output)
  } finally {
    child.kill("SIGKILL")
    await end
  }
}
