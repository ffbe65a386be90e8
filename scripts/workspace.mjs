// @ts-check
// What `npm start` and `npm test` share: the Node version check, the install step, and running a step with one line of progress.
// Builtins only: this file runs before anything is installed.
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"
import { constants } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** The workspace's root folder. */
export const root = fileURLToPath(new URL("..", import.meta.url))

/** @param {string} path relative to the root */
export const fromRoot = (path) => join(root, path)

/** @param {string} version such as `20.19.0`; the minimum is the one in package.json's `engines`. */
export const nodeIsSupported = (version) => {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  return major > 20 || (major === 20 && minor >= 19)
}

/** CI=false and CI= count as unset. @param {NodeJS.ProcessEnv} env */
export const isCI = (env) => !["", "0", "false"].includes(env["CI"] ?? "")

/** Test files that only `npm run torture` runs: real nodes hang on timing, killed databases recover slowly, Next.js compiles for minutes. */
export const testsOfFullForm = [
  "packages/adapter-sql/src/Galera.test.ts",
  "e2e/src/Next.test.ts",
  "torture/src/Clusters.test.ts",
  "torture/src/DatabaseKill.test.ts",
]

/** Exits with one clear line when this Node version cannot run the project. */
export const requireNode = () => {
  if (nodeIsSupported(process.versions.node)) return
  console.error(`Node 20.19 or newer is needed; this is ${process.versions.node}.`)
  process.exit(1)
}

/** A failed step: `message` is the closing line, `output` what the program printed. */
export class StepFailed extends Error {
  /** @param {string} message @param {string} [output] */
  constructor(message, output = "") {
    super(message)
    this.output = output
  }
}

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set()

// A signal stops the programs started here before this process exits, so that none outlives it, not even a busy one.
/** @param {"SIGINT" | "SIGTERM" | "SIGHUP"} signal */
const endWith = async (signal) => {
  const ended = [...running].map((child) => new Promise((resolve) => child.once("close", resolve)))
  for (const child of running) child.kill(signal)
  setTimeout(() => {
    for (const child of running) child.kill("SIGKILL")
  }, 15_000).unref()
  await Promise.all(ended)
  process.exit(128 + constants.signals[signal])
}

/**
 * Calls `act` once when npm is gone. Ending npm with a signal ends the shell between npm and this process, which passes nothing on.
 *
 * @param {() => void} act
 * @returns {() => void} the undo
 */
export const whenNpmEnds = (act) => {
  if (process.env["npm_lifecycle_event"] === undefined) return () => {}
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    act()
  }, 500)
  timer.unref()
  return () => clearInterval(timer)
}

/** Ends abandoned programs that `run` started. */
export const stopSteps = () => {
  for (const child of running) child.kill()
}

/** Makes SIGINT, SIGTERM, SIGHUP and the end of npm reach the programs that `run` started; returns the undo. */
export const forwardSignalsToSteps = () => {
  const signals = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])
  for (const signal of signals) process.once(signal, endWith)
  const stopWatching = whenNpmEnds(() => endWith("SIGTERM"))
  return () => {
    stopWatching()
    for (const signal of signals) process.removeListener(signal, endWith)
  }
}

/**
 * Runs a program, in the root folder unless `cwd` names another, to its end and keeps what it printed.
 *
 * @param {string} command
 * @param {ReadonlyArray<string>} args
 * @param {{ readonly env?: NodeJS.ProcessEnv, readonly cwd?: string }} [options]
 * @returns {Promise<{ readonly code: number, readonly output: string }>}
 */
export const run = (command, args, options = {}) =>
  new Promise((resolve) => {
    // On Windows `npx` is a script that only a shell can start.
    const shell = process.platform === "win32" && command === "npx"
    const child = spawn(command, args, { cwd: root, ...options, shell, stdio: ["ignore", "pipe", "pipe"] })
    let output = ""
    const collect = (/** @type {string} */ chunk) => void (output += chunk)
    child.stdout.setEncoding("utf8").on("data", collect)
    child.stderr.setEncoding("utf8").on("data", collect)
    running.add(child)
    const end = (/** @type {number} */ code) => {
      running.delete(child)
      resolve({ code, output })
    }
    child.once("error", (error) => {
      output += `${command}: ${error.message}\n`
      end(127)
    })
    child.once("close", (code, signal) => end(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })

/**
 * Runs a program and throws `StepFailed` unless it exits with 0.
 *
 * @param {string} command
 * @param {ReadonlyArray<string>} args
 * @param {{ readonly env?: NodeJS.ProcessEnv }} [options]
 */
export const mustRun = async (command, args, options) => {
  const { code, output } = await run(command, args, options)
  if (code !== 0) throw new StepFailed(`exit code ${code}`, output)
  return output
}

/** @param {number} since from `performance.now()` */
const secondsSince = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`

/**
 * Shows `title…`, a sign of life every 15 s, and how it ended, all on one line.
 *
 * @template A
 * @param {string} title
 * @param {() => Promise<A>} body
 * @param {(result: A) => boolean} [isGood] for a body whose result reports a failure
 * @returns {Promise<A>}
 */
export const step = async (title, body, isGood = () => true) => {
  const started = performance.now()
  process.stdout.write(`${title}… `)
  const alive = setInterval(
    () => process.stdout.write(`${Math.round((performance.now() - started) / 1000)} s… `),
    15_000,
  )
  try {
    const result = await body()
    process.stdout.write(`${isGood(result) ? "ok" : "failed"} (${secondsSince(started)})\n`)
    return result
  } catch (error) {
    process.stdout.write(`failed (${secondsSince(started)})\n`)
    throw error instanceof StepFailed ? new StepFailed(`${title} failed: ${error.message}`, error.output) : error
  } finally {
    clearInterval(alive)
  }
}

/** Prints a failed step: its output, then (by the caller) one clear line. @param {unknown} error */
export const explain = (error) => {
  if (!(error instanceof StepFailed)) return error instanceof Error ? (error.stack ?? error.message) : String(error)
  const output = error.output.trimEnd()
  if (output !== "") process.stdout.write(`${output}\n\n`)
  return error.message
}

// Under `npm start` and `npm test` the environment describes npm's own run: which package, which script, where npm's prefix is.
// pnpm would take it for its own, and engine-strict is a setting of this checkout. What a user may have set on purpose (registry, cache, proxy, nodedir) stays.
const npmRunOnly =
  /^npm_(lifecycle_|package_|command$|execpath$|node_execpath$|config_(user_agent|npm_version|prefix|local_prefix|global_prefix|globalconfig|init_module|node_gyp|noproxy|omit|include|only|production|dev|workspaces?|yes|engine_strict)$)/i

/** @param {NodeJS.ProcessEnv} env */
export const withoutNpmRun = (env) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !npmRunOnly.test(name) && name !== "INIT_CWD"))

/** The package manager that package.json pins, such as `pnpm@10.34.9`: an exact name spares pnpm from fetching itself twice. */
export const packageManager = () => {
  const manifest = JSON.parse(readFileSync(fromRoot("package.json"), "utf8"))
  // The hash after "+" is for Corepack; npm's clients take a version.
  return /** @type {string} */ (manifest.packageManager).replace(/\+.*$/, "")
}

/** @param {ReadonlyArray<string>} args @param {NodeJS.ProcessEnv} [env] variables in addition to this process's */
export const pnpm = (args, env = {}) =>
  mustRun("npx", ["-y", packageManager(), ...args], { env: { ...withoutNpmRun(process.env), ...env } })

const stampFile = fromRoot("node_modules/.cs-install-stamp")

// Native modules are built for one Node ABI and platform, so a stamp from another Node is out of date as well.
const wantedStamp = () => {
  const lock = createHash("sha256")
    .update(readFileSync(fromRoot("pnpm-lock.yaml")))
    .digest("hex")
  return `${lock} ${process.platform}-${process.arch}-${process.versions.modules}\n`
}

const installedStamp = () => {
  try {
    return readFileSync(stampFile, "utf8")
  } catch {
    return ""
  }
}

/** Installs what the lockfile names, unless it is installed already. */
export const install = async () => {
  const wanted = wantedStamp()
  if (installedStamp() === wanted) return
  await step("installing", async () => {
    // NODE_ENV=production must not leave out the compiler, and pnpm must not ask before it removes an old node_modules.
    await pnpm(["install", "--frozen-lockfile", "--prod=false", "--config.confirm-modules-purge=false"])
    writeFileSync(stampFile, wanted)
  })
}

/** Runs a JavaScript program of an installed package. @param {string} program below node_modules @param {ReadonlyArray<string>} args */
export const runInstalled = (program, args) =>
  mustRun(process.execPath, [fromRoot(join("node_modules", program)), ...args])

/**
 * Removes what has lost its source, builds with the workspace's own compiler, copies what is served as it is, and bundles
 * what browsers get and what verifies receipts. Whatever is built, the service is, and these are a part of it.
 *
 * @param {ReadonlyArray<string>} projects every project when empty
 */
export const build = async (projects) => {
  await mustRun(process.execPath, [fromRoot("scripts/clean-dist.mjs")])
  await runInstalled("typescript/bin/tsc", ["-b", ...projects])
  await mustRun(process.execPath, [fromRoot("scripts/copy-viewer.mjs")])
  await mustRun(process.execPath, [fromRoot("packages/browser/build.mjs")])
  await mustRun(process.execPath, [fromRoot("packages/client/build.mjs")])
  await mustRun(process.execPath, [fromRoot("packages/svelte/build.mjs")])
  await mustRun(process.execPath, [fromRoot("verifier/build.mjs")])
}
