// @ts-check
// The runtimes of docs/integrate/runtimes.md, from npm's registry, kept under node_modules/.cache of the checkout.
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { run, withoutNpmRun } from "../../scripts/workspace.mjs"
import { Unavailable } from "../suite.mjs"

/** @typedef {{ readonly command: string, readonly args: ReadonlyArray<string> }} Runtime how a program is run: `command ...args program` */

const cache = fileURLToPath(new URL("../../node_modules/.cache/consumer-runtimes", import.meta.url))

const { arch, platform } = process

const node = (/** @type {string} */ version) => ({
  package: `node-${platform}-${arch}`,
  version,
  binary: "bin/node",
  args: [],
})

/** The packages of this platform's binaries, with the versions that the table was written for. */
const packages = {
  "Node 20.19": node("20.19.0"),
  "Node 22": node("22.23.3"),
  "Node 24": node("24.9.0"),
  Bun: {
    package: `@oven/bun-${platform}-${arch === "arm64" ? "aarch64" : arch}`,
    version: "1.4.5",
    binary: "bin/bun",
    args: [],
  },
  Deno: {
    package: `@deno/${platform}-${arch}${platform === "linux" ? "-glibc" : ""}`,
    version: "2.9.6",
    binary: "deno",
    args: ["run", "-A"],
  },
  workerd: {
    package: `@cloudflare/workerd-${platform}-${arch === "x64" ? "64" : arch}`,
    version: "1.20261117.1",
    binary: "bin/workerd",
    args: [],
  },
}

/** @typedef {keyof typeof packages} RuntimeName */

export const runtimeNames = /** @type {ReadonlyArray<RuntimeName>} */ (Object.keys(packages))

/** @param {string} name @returns {name is RuntimeName} */
export const isRuntimeName = (name) => name in packages

/** @type {Map<RuntimeName, Promise<Runtime>>} */
const installed = new Map()

const install = async (/** @type {RuntimeName} */ name) => {
  const { args, binary, package: packageName, version } = packages[name]
  const folder = join(cache, `${packageName.replace("/", "+")}@${version}`)
  const command = join(folder, "node_modules", packageName, binary)
  if (existsSync(command)) return { command, args }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }))
  const flags = ["--no-audit", "--no-fund", "--ignore-scripts", "--no-save", "--loglevel=error"]
  const { code, output } = await run("npm", ["install", ...flags, `${packageName}@${version}`], {
    cwd: folder,
    env: withoutNpmRun(process.env),
  })
  if (code !== 0 || !existsSync(command))
    throw new Unavailable(
      `cannot install ${packageName}@${version} from npm's registry:\n${output.trim().slice(-1000)}`,
    )
  return { command, args }
}

/** Installs a runtime once. @param {RuntimeName} name @returns {Promise<Runtime>} */
export const runtime = (name) => {
  const found = installed.get(name) ?? install(name)
  installed.set(name, found)
  return found
}
