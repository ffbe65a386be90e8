// @ts-check
// Processes that receive commands, one line of JSON each, and answer each with one. Other output, such as a server's
// log, is set aside.
import { spawn, spawnSync } from "node:child_process"
import { availableParallelism } from "node:os"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

/** @type {boolean | undefined} */
let pinning

/** Where the machine allows, a server has the first core to itself and the load comes from the second. */
const canPin = () => {
  pinning ??= availableParallelism() > 1 && spawnSync("taskset", ["-c", "0", "true"]).status === 0
  return pinning
}

/** @typedef {{ program: string, args?: ReadonlyArray<string>, nodeArgs?: ReadonlyArray<string>, core: number | null, cwd?: string }} Start */

/** @param {Start} start */
const commandOf = ({ args = [], core, nodeArgs = [], program }) => {
  const node = [process.execPath, ...nodeArgs, program, ...args]
  return core !== null && canPin() ? ["taskset", "-c", String(core), ...node] : node
}

/**
 * Starts a program. Its first line is returned as `hello`; every answer is JSON.
 *
 * @param {Start} start
 */
export const startProcess = async (start) => {
  const [command = "", ...args] = commandOf(start)
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"], ...(start.cwd && { cwd: start.cwd }) })
  const ended = new Promise((resolve) => child.once("close", resolve))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  /** @param {string} line */
  const answerIn = (line) => {
    try {
      return JSON.parse(line)?.benchAnswer
    } catch {
      return undefined
    }
  }
  /** @type {Array<string>} */
  let noise = []
  const next = async () => {
    for (let line = await lines.next(); !line.done; line = await lines.next()) {
      const answer = answerIn(line.value)
      if (answer !== undefined) return answer
      noise.push(line.value)
    }
    throw new Error(`${start.program} ${(start.args ?? []).slice(0, 1)} has ended`)
  }
  const hello = await next()
  return {
    pid: child.pid ?? 0,
    hello,
    /** @param {object} order */
    ask: (order) => {
      child.stdin.write(`${JSON.stringify(order)}\n`)
      return next()
    },
    /** The lines before the last answer that were no answers, since they were taken last. */
    takeNoise: () => {
      const taken = noise
      noise = []
      return taken
    },
    stop: async () => {
      child.stdin.end()
      await ended
    },
  }
}

/** @typedef {Awaited<ReturnType<typeof startProcess>>} Process */

/**
 * The child's side: says hello, answers orders, and ends when its standard input does.
 *
 * @param {object} hello @param {(order: any) => Promise<object> | object} answer @param {() => Promise<void> | void} [end]
 */
export const obey = (hello, answer, end = () => {}) => {
  const tell = (/** @type {object} */ benchAnswer) => console.log(JSON.stringify({ benchAnswer }))
  tell(hello)
  const lines = createInterface({ input: process.stdin })
  lines.on("line", async (line) => tell(await answer(JSON.parse(line))))
  lines.on("close", async () => {
    await end()
    process.exit(0)
  })
}

/** What a server process reports about itself, regardless of the route. */
const usage = () => {
  const { system, user } = process.cpuUsage()
  return { cpuUs: system + user, ...process.memoryUsage() }
}

/** Says where a server listens, and tells what it has used; asked for memory it collects its garbage first. @param {number} port @param {() => Promise<void> | void} [end] */
export const obeyAsServer = (port, end) =>
  obey(
    { port },
    ({ collect }) => {
      // Twice: the second collection frees what the first one finalized.
      if (collect) for (let i = 0; i < 2; i += 1) globalThis.gc?.()
      return usage()
    },
    end,
  )

/** @param {string} name - of a file in this folder */
export const programOf = (name) => fileURLToPath(new URL(name, import.meta.url))
