// @ts-check
// `npm start`: from an empty checkout to the running quickstart, with nothing but Node, npm and the registry.
import { spawn } from "node:child_process"
import { constants } from "node:os"
import {
  build,
  explain,
  forwardSignalsToSteps,
  fromRoot,
  install,
  requireNode,
  root,
  step,
  whenNpmEnds,
} from "./workspace.mjs"

const usage = `Usage: npm start

Installs and builds what the quickstart needs (once), then runs it.

Environment:
  PORT          the port to listen on (default 8787)
  HOST          the address to listen on (default 127.0.0.1: this machine only)
  DATABASE_URL  where consent is kept (default sqlite:./consent.db);
                sqlite:PATH, postgres://… or mysql://…

Options:
  -h, --help    print this and exit
`

const defaults = { HOST: "127.0.0.1", PORT: "8787", DATABASE_URL: "sqlite:./consent.db" }

// In a terminal Ctrl-C reaches this process twice, from the terminal and from npm; a second signal would make the server drop its
// connections. So the server runs in a process group of its own and gets what is forwarded here, repeats within a second left out.
/** @param {import("node:child_process").ChildProcess} child */
const forwardSignals = (child) => {
  let last = -Infinity
  const forward = (/** @type {NodeJS.Signals} */ signal) => {
    if (performance.now() - last < 1000) return
    last = performance.now()
    // Servers handle SIGTERM; a closed terminal sends SIGHUP.
    child.kill(signal === "SIGHUP" ? "SIGTERM" : signal)
  }
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.on(signal, forward)
  whenNpmEnds(() => forward("SIGTERM"))
}

/** @returns {Promise<number>} the server's exit code */
const serve = () =>
  new Promise((resolve) => {
    const env = { ...defaults, ...process.env }
    const detached = process.platform !== "win32"
    const child = spawn(process.execPath, [fromRoot("examples/quickstart/dist/main.js")], {
      cwd: root,
      env,
      detached,
      stdio: "inherit",
    })
    forwardSignals(child)
    child.once("error", (error) => {
      console.error(`The quickstart did not start: ${error.message}`)
      resolve(1)
    })
    child.once("exit", (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })

/** @param {ReadonlyArray<string>} args */
const main = async (args) => {
  if (args.includes("--help") || args.includes("-h")) {
    process.stdout.write(usage)
    return 0
  }
  if (args.length > 0) {
    console.error(`npm start takes no arguments (got ${args.join(" ")}); see npm start -- --help`)
    return 2
  }
  requireNode()
  const stopForwarding = forwardSignalsToSteps()
  try {
    await install()
    await step("building", () => build(["examples/quickstart"]))
  } catch (error) {
    console.error(`npm start: ${explain(error)}`)
    return 1
  }
  stopForwarding()
  return serve()
}

process.exitCode = await main(process.argv.slice(2))
