// @ts-check
// Where a run takes place: a clean copy of the checkout, its tarballs, a registry with them, and projects outside the workspace.
import { execFileSync } from "node:child_process"
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { packedPackages } from "../scripts/pack.mjs"
import { run, withoutNpmRun } from "../scripts/workspace.mjs"
import { startRegistry } from "./registry.mjs"
import { Unavailable, Wrong } from "./suite.mjs"

const here = fileURLToPath(new URL(".", import.meta.url))
const root = fileURLToPath(new URL("..", import.meta.url))

/**
 * @typedef {object} Project a folder with packages installed by npm
 * @property {string} folder
 * @property {(file: string, content: string) => string} write writes a file and gives its path
 * @property {(program: string) => string} copy copies a file of programs/ and gives its path
 * @property {(args: ReadonlyArray<string>, env?: NodeJS.ProcessEnv, node?: string) => Promise<{ code: number, output: string }>} node
 *
 * @typedef {object} Place
 * @property {boolean} full
 * @property {string} base a folder of this run alone
 * @property {string} checkout what was packed: a clean copy, or this checkout
 * @property {string} tarballs
 * @property {(name: string, dependencies: ReadonlyArray<string>) => Promise<Project>} project installs once a name
 * @property {(name: string, dependencies: ReadonlyArray<string>) => Promise<Project>} projectAsUser installs our tarballs, and all
 *   else as npm's registry has it today; throws `Unavailable` where that registry is not reached, or in the short form
 * @property {(program: string, args: ReadonlyArray<string>, folder: string) => Promise<{ code: number, output: string }>} program
 *   runs a program below consumer/ in a folder
 * @property {() => Promise<void>} close
 */

const environment = (/** @type {NodeJS.ProcessEnv} */ extra = {}) => {
  const { NODE_OPTIONS: _, NODE_PATH: __, ...env } = withoutNpmRun(process.env)
  return { ...env, NO_COLOR: "1", ...extra }
}

/** @param {string} what @param {string} command @param {ReadonlyArray<string>} args @param {string} cwd @param {NodeJS.ProcessEnv} [env] */
const mustRunIn = async (what, command, args, cwd, env) => {
  const { code, output } = await run(command, args, { cwd, env: environment(env) })
  if (code !== 0) throw new Wrong(`${what} exited with ${code}:\n${output.trim().slice(-3000)}`)
  return output
}

/** The working tree as a clone would have it: what git knows or would add, and nothing that is ignored. @param {string} target */
const copyCheckout = async (target) => {
  const files = await mustRunIn("git ls-files", "git", ["ls-files", "-z", "-co", "--exclude-standard"], root)
  for (const file of files.split("\0").filter((name) => name !== "" && existsSync(join(root, name)))) {
    mkdirSync(join(target, dirname(file)), { recursive: true })
    copyFileSync(join(root, file), join(target, file))
  }
}

/** Packages come from this machine's caches: the suite runs without the internet. */
const offlineFirst = { npm_config_prefer_offline: "true" }

/** @param {string} base @param {ReadonlyArray<string>} flags of npm @returns {Place["project"]} */
const projects = (base, flags) => {
  /** @type {Map<string, Promise<Project>>} */
  const made = new Map()
  const make = async (/** @type {string} */ name, /** @type {ReadonlyArray<string>} */ dependencies) => {
    const folder = join(base, "projects", name)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name, private: true, type: "module" }))
    const quietly = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
    const what = `npm install ${dependencies.join(" ")}`
    await mustRunIn(what, "npm", ["install", ...flags, ...quietly, ...dependencies], folder)
    return {
      folder,
      write: (/** @type {string} */ file, /** @type {string} */ content) => {
        mkdirSync(dirname(join(folder, file)), { recursive: true })
        writeFileSync(join(folder, file), content)
        return join(folder, file)
      },
      copy: (/** @type {string} */ program) => {
        cpSync(join(here, "programs", program), join(folder, program))
        return join(folder, program)
      },
      node: (
        /** @type {ReadonlyArray<string>} */ args,
        /** @type {NodeJS.ProcessEnv} */ env = {},
        node = process.execPath,
      ) => run(node, args, { cwd: folder, env: environment(env) }),
    }
  }
  return (name, dependencies) => {
    const project = made.get(name) ?? make(name, dependencies)
    made.set(name, project)
    return project
  }
}

/** Copies a folder as hard links, which takes no time: remove files of the copy, and never write into one. @param {string} from @param {string} to */
export const linkFolder = (from, to) => {
  mkdirSync(dirname(to), { recursive: true })
  execFileSync("cp", ["-al", from, to])
}

/**
 * A copy of a project in another folder: its packages, and not what other groups write next to them.
 *
 * @param {Project} project @param {string} name @returns {Project}
 */
export const copyOf = (project, name) => {
  const folder = join(project.folder, "..", name)
  for (const part of ["node_modules", "package.json"]) linkFolder(join(project.folder, part), join(folder, part))
  return { ...project, folder }
}

/** @param {Place["project"]} project @param {boolean} full @returns {Place["projectAsUser"]} */
const orOffline = (project, full) => async (name, dependencies) => {
  if (!full) throw new Unavailable("npm's registry is asked in the full form only")
  try {
    return await project(name, dependencies)
  } catch (error) {
    const isOffline = error instanceof Wrong && /ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ENETUNREACH/.test(error.message)
    throw isOffline ? new Unavailable(`npm's registry is not reached: ${error.message}`) : error
  }
}

/** @param {string} checkout @param {string} tarballs */
const packCleanCopy = async (checkout, tarballs) => {
  await copyCheckout(checkout)
  await mustRunIn(
    "npm run pack in a clean copy",
    process.execPath,
    ["scripts/pack.mjs", tarballs],
    checkout,
    offlineFirst,
  )
}

/**
 * Packs and makes the registry.
 *
 * @param {object} options
 * @param {boolean} options.built packs this checkout as it is built, rather than a clean copy of it
 * @param {boolean} options.full
 * @param {boolean} options.keep
 * @param {string | undefined} [options.from] a place that was kept, whose tarballs are taken as they are
 * @returns {Promise<Place>}
 */
export const openPlace = async ({ built, from, full, keep }) => {
  const base = from ?? mkdtempSync(join(tmpdir(), "cs-consumer-"))
  const copy = join(base, "checkout")
  const checkout = built || (from !== undefined && !existsSync(copy)) ? root : copy
  const tarballs = from === undefined && built ? await packedPackages() : join(base, "tarballs")
  const remove = () => (keep ? console.log(`kept: ${base}`) : rmSync(base, { recursive: true, force: true }))
  try {
    for (const made of ["projects", "npm", "npm-as-user"]) rmSync(join(base, made), { recursive: true, force: true })
    mkdirSync(tarballs, { recursive: true })
    if (from === undefined && !built) await packCleanCopy(copy, tarballs)
    const registry = await startRegistry({ checkout, tarballs, online: full })
    const asNpm = await startRegistry({ checkout, tarballs, online: full, isAsNpm: true })
    const asUser = projects(base, [`--registry=${asNpm.url}`, `--cache=${join(base, "npm-as-user")}`])
    return {
      full,
      base,
      checkout,
      tarballs,
      project: projects(base, [`--registry=${registry.url}`, `--cache=${join(base, "npm")}`]),
      projectAsUser: orOffline(asUser, full),
      program: (program, args, folder) =>
        run(process.execPath, [join(here, program), ...args], { cwd: folder, env: environment() }),
      close: async () => {
        for (const each of [registry, asNpm]) each.close()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}
