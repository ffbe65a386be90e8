// @ts-check
// Inside a package, folders form a DAG: each folder is a concept, and no concept imports a concept that is built on it.
// dependency-cruiser compares folders with their siblings only; this looks at every folder, a package's root included.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative, resolve, sep } from "node:path"
import { fromRoot, StepFailed } from "./workspace.mjs"

/** @typedef {ReadonlyMap<string, ReadonlyMap<string, string>>} FolderGraph from a folder to the folders it imports, each with one import as an example */

const isProduct = (/** @type {string} */ path) => path.endsWith(".ts") && !/\.test\.ts$|(^|\/)testing\//.test(path)

/** @param {string} folder @returns {ReadonlyArray<string>} the modules below, as slash-separated paths relative to it */
const modulesOf = (folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.split(sep).join("/"))
    .filter(isProduct)

/** @param {string} path */
const folderOf = (path) => (path.includes("/") ? dirname(path) : ".")

/** Which folder of a package's `src` imports which. @param {string} src @returns {Promise<FolderGraph>} */
export const folderGraph = async (src) => {
  // This module is loaded before anything is installed.
  const { default: ts } = await import("typescript")
  /** @type {Map<string, Map<string, string>>} */
  const graph = new Map()
  for (const module of modulesOf(src)) {
    const { importedFiles } = ts.preProcessFile(readFileSync(join(src, module), "utf8"))
    for (const { fileName } of importedFiles.filter((file) => file.fileName.startsWith("."))) {
      const imported = relative(src, resolve(src, dirname(module), fileName))
        .split(sep)
        .join("/")
      const [from, to] = [folderOf(module), folderOf(imported)]
      if (from === to) continue
      const targets = graph.get(from) ?? new Map()
      if (!targets.has(to)) targets.set(to, `${module} imports ${imported.replace(/\.js$/, ".ts")}`)
      graph.set(from, targets)
    }
  }
  return graph
}

/**
 * A cycle of folders.
 *
 * @param {FolderGraph} graph
 * @returns {ReadonlyArray<string>} one import for each step of the cycle; empty when there is none
 */
export const folderCycle = (graph) => {
  /** @type {Set<string>} */
  const done = new Set()
  /** @type {Array<string>} */
  const path = []
  /** @param {string} folder @returns {ReadonlyArray<string>} */
  const visit = (folder) => {
    if (path.includes(folder)) return [...path.slice(path.indexOf(folder)), folder]
    if (done.has(folder)) return []
    path.push(folder)
    for (const target of graph.get(folder)?.keys() ?? []) {
      const cycle = visit(target)
      if (cycle.length > 0) return cycle
    }
    path.pop()
    done.add(folder)
    return []
  }
  for (const folder of graph.keys()) {
    const cycle = visit(folder)
    if (cycle.length > 0) return cycle.slice(1).map((to, at) => graph.get(cycle[at] ?? "")?.get(to) ?? "")
  }
  return []
}

/** Still to be redrawn. */
const unchecked = /** @type {ReadonlyArray<string>} */ ([])

/** The packages whose folders are checked. */
const checked = () =>
  readdirSync(fromRoot("packages"))
    .map((name) => `packages/${name}/src`)
    .filter((src) => existsSync(fromRoot(src)) && !unchecked.includes(src))

/** Throws `StepFailed` that lists one import of each step of every cycle found. */
export const checkFolders = async () => {
  const graphs = await Promise.all(checked().map(async (src) => ({ src, graph: await folderGraph(fromRoot(src)) })))
  const cycles = graphs.flatMap(({ graph, src }) => {
    const cycle = folderCycle(graph)
    return cycle.length === 0
      ? []
      : [`${src}: folders import each other in a circle`, ...cycle.map((step) => `  ${step}`)]
  })
  if (cycles.length > 0) throw new StepFailed("move what both folders need below them", `${cycles.join("\n")}\n`)
}
