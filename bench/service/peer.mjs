// @ts-check
// The package that a user would take instead, installed from its lock file into a folder of its own at the first run.
import { spawnSync } from "node:child_process"
import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { bundledLists } from "./vendor-lists.mjs"

const cwd = fileURLToPath(new URL("../peer/", import.meta.url))

const install = () => {
  if (existsSync(join(cwd, "node_modules"))) return
  process.stderr.write("installing @c15t/backend into bench/peer, once…\n")
  // npm's own scripts of packages stay off but the one that brings SQLite's binary.
  // `npm run` passes on our `engine-strict`, which must not apply to the peer's dependencies.
  const steps = [
    ["ci", "--engine-strict=false", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"],
    ["rebuild", "better-sqlite3", "--ignore-scripts=false", "--loglevel=error"],
  ]
  for (const step of steps) {
    const { status } = spawnSync("npm", step, { cwd, stdio: ["ignore", "ignore", "inherit"] })
    if (status !== 0) throw new Error(`npm ${step.join(" ")} failed in bench/peer`)
  }
}

/** @param {string} folder - for what the program is given */
export const peerProgram = async (folder) => {
  install()
  const lists = join(folder, "vendor-lists.json")
  writeFileSync(lists, JSON.stringify(bundledLists()))
  return { cwd, program: join(cwd, "server.mjs"), lists }
}
