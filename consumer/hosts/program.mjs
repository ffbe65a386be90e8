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
 * Runs `use` with the origin of a program, which has to end in order.
 *
 * @template A
 * @param {string} folder @param {ReadonlyArray<string>} args of Node @param {NodeJS.ProcessEnv} env
 * @param {(origin: string, pid: number) => Promise<A>} use
 * @param {string} [command]
 */
export const whileServing = (folder, args, env, use, command = process.execPath) => {
  const { DATABASE_URL: _, NODE_OPTIONS: __, ...rest } = withoutNpmRun(process.env)
  const program = { command, args, cwd: folder, env: { ...rest, ...env }, endsInOrder: true }
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
