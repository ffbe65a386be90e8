// @ts-check
// `npm run docs`: the documentation as a site.
import { spawn } from "node:child_process"
import { argv, execPath, stdout } from "node:process"
import { explain, fromRoot, install, requireNode } from "./workspace.mjs"

const usage = `Usage: npm run docs [-- COMMAND OPTIONS]

The documentation as a site with search. It needs no network.

  dev       serve it and reload pages as files change (the default)
  build     write it to docs/site/.vitepress/dist; a dead link is an error
  preview   serve what was built

Options of dev and preview:
  --port PORT   the port to listen on (default 5173, 4173)
  --host HOST   the address to listen on (default: this machine only)

Environment:
  DOCS_BASE         the path that the site is served under (default /)
  DOCS_SOURCE_URL   where source files are browsed, such as https://git.example/consent-service/blob/main/;
                    without it, links to source files are shown as text
`

const commands = ["dev", "build", "preview"]

/** @param {ReadonlyArray<string>} args */
const vitepress = (args) =>
  new Promise((resolve, reject) => {
    const child = spawn(execPath, [fromRoot("node_modules/vitepress/bin/vitepress.js"), ...args], { stdio: "inherit" })
    child.once("error", reject)
    child.once("exit", (code) => resolve(code ?? 1))
  })

/** @param {ReadonlyArray<string>} args */
const main = async (args) => {
  if (args.includes("--help") || args.includes("-h")) {
    stdout.write(usage)
    return 0
  }
  const named = args[0] !== undefined && !args[0].startsWith("-")
  const command = named ? (args[0] ?? "") : "dev"
  if (!commands.includes(command)) {
    console.error(`npm run docs: '${command}' is not one of ${commands.join(", ")}; see npm run docs -- --help`)
    return 2
  }
  requireNode()
  try {
    await install()
    return await vitepress([command, fromRoot("docs/site"), ...(named ? args.slice(1) : args)])
  } catch (error) {
    console.error(`npm run docs: ${explain(error)}`)
    return 1
  }
}

process.exitCode = Number(await main(argv.slice(2)))
