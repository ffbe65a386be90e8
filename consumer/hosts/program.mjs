// @ts-check
// A host's program, while it runs.
import { performance } from "node:perf_hooks"
import { withoutNpmRun } from "../../scripts/workspace.mjs"
import { whileRunning } from "../spawned.mjs"

/** Where a program says that it listens: a URL, or the address that node:net gives. */
const listens = /(?:port: |:\/\/[^\s/]*:)(\d+)/

/** @param {string} output */
const originIn = (output) => `http://127.0.0.1:${listens.exec(output)?.[1]}`

/**
 * Runs `use` with the origin of a program.
 *
 * @template A
 * @param {object} program
 * @param {string} program.folder
 * @param {ReadonlyArray<string>} program.args
 * @param {NodeJS.ProcessEnv} [program.env]
 * @param {string} [program.command] Node by default
 * @param {boolean} [program.endsInOrder] whether it has to exit with 0 on SIGTERM
 * @param {(origin: string, pid: number) => Promise<A>} use
 */
export const whileServing = ({ args, command = process.execPath, endsInOrder = true, env = {}, folder }, use) => {
  const { DATABASE_URL: _, NODE_OPTIONS: __, ...rest } = withoutNpmRun(process.env)
  const program = { command, args, cwd: folder, env: { ...rest, NO_COLOR: "1", ...env }, endsInOrder }
  return whileRunning(
    program,
    (output) => listens.test(output),
    (output, pid) => use(originIn(output), pid),
  )
}

/** Measures the parts of a path. */
export const stopwatch = () => {
  let last = performance.now()
  /** @type {Array<string>} */
  const parts = []
  return {
    lap: (/** @type {string} */ part) => {
      const now = performance.now()
      parts.push(`${part} ${((now - last) / 1000).toFixed(1)} s`)
      last = now
    },
    toString: () => parts.join(", "),
  }
}
