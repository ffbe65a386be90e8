// @ts-check
// Which share of a CPU profile's time each function and each package has.

/** @typedef {{ functionName: string, url: string, lineNumber: number }} CallFrame */
/** @typedef {{ id: number, callFrame: CallFrame, children?: ReadonlyArray<number> }} ProfileNode */
/** @typedef {{ nodes: ReadonlyArray<ProfileNode>, samples: ReadonlyArray<number>, timeDeltas: ReadonlyArray<number>, startTime: number, endTime: number }} Profile */
/** @typedef {{ name: string, self: number, total: number }} Share */

const unnamed = { "(garbage collector)": "garbage collector", "(program)": "native", "(root)": "native" }

/** @param {CallFrame} frame */
export const packageOf = ({ functionName, url }) => {
  if (url.startsWith("node:")) return "node internals"
  // In a pnpm store, the last `node_modules` names the package.
  const installed = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1]
  if (installed !== undefined) return installed
  const own = /\/packages\/([^/]+)\//.exec(url)?.[1]
  if (own !== undefined) return `ours: ${own}`
  if (url.includes("/bench/")) return "ours: bench"
  return Object.entries(unnamed).find(([name]) => name === functionName)?.[1] ?? "native"
}

/** From the package on. @param {string} url */
const placeOf = (url) => url.replace(/^.*\/(?:node_modules\/|packages\/|(?=bench\/))/, "").replace("/dist/", "/")

/** @param {CallFrame} frame */
const functionOf = ({ functionName, lineNumber, url }) =>
  url === "" ? functionName : `${functionName || "(anonymous)"} ${placeOf(url)}:${lineNumber + 1}`

/** @param {Profile} profile @returns {ReadonlyMap<number, ReadonlyArray<CallFrame>>} the stack of each node, itself first */
const stacksOf = ({ nodes }) => {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  /** @type {Map<number, ReadonlyArray<CallFrame>>} */
  const stacks = new Map()
  const visit = (/** @type {ProfileNode} */ node, /** @type {ReadonlyArray<CallFrame>} */ above) => {
    const stack = node.callFrame.functionName === "(root)" ? above : [node.callFrame, ...above]
    stacks.set(node.id, stack)
    for (const id of node.children ?? []) {
      const child = byId.get(id)
      if (child !== undefined) visit(child, stack)
    }
  }
  if (nodes[0] !== undefined) visit(nodes[0], [])
  return stacks
}

/**
 * The shares of the time that was not idle, the largest first.
 *
 * @param {Profile} profile @param {number} lastMs - what came before the last so many milliseconds is left out
 * @param {"function" | "package"} by
 * @returns {ReadonlyArray<Share>} from 0 to 1
 */
export const sharesOf = (profile, lastMs, by) => {
  const nameOf = by === "function" ? functionOf : packageOf
  const stacks = stacksOf(profile)
  /** @type {Map<string, Share>} */
  const shares = new Map()
  const add = (/** @type {string} */ name, /** @type {"self" | "total"} */ key, /** @type {number} */ us) => {
    const share = shares.get(name) ?? { name, self: 0, total: 0 }
    share[key] += us
    shares.set(name, share)
  }
  let [at, busy] = [profile.startTime, 0]
  for (const [index, id] of profile.samples.entries()) {
    at += profile.timeDeltas[index] ?? 0
    // A sample lasts until the next one.
    const us = profile.timeDeltas[index + 1] ?? 0
    const stack = stacks.get(id) ?? []
    if (at < profile.endTime - lastMs * 1000 || stack[0] === undefined || stack[0].functionName === "(idle)") continue
    busy += us
    add(nameOf(stack[0]), "self", us)
    for (const name of new Set(stack.map(nameOf))) add(name, "total", us)
  }
  return [...shares.values()]
    .map(({ name, self, total }) => ({ name, self: self / busy, total: total / busy }))
    .sort((a, b) => b.self - a.self)
}
