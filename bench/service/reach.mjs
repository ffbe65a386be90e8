// @ts-check
// The service's goals compared with the peer and with the limit, and whether it reaches them.
import { rounded } from "./numbers.mjs"

/** @typedef {import("./databases.mjs").Engine} Engine */
/** @typedef {{ perSecond: number, cpuUs: number }} Speed */
/** @typedef {import("./rounds.mjs").Figure} Figure */

/** How often as fast as the peer, and which share of the limit's speed. @typedef {{ peer: number, limit: number }} Goal */

/** @type {Readonly<Record<Engine, Readonly<Record<string, Goal>>>>} */
const goals = {
  sqlite: {
    "GET /status": { peer: 6, limit: 0.5 },
    "GET /init DE": { peer: 4.5, limit: 0.6 },
    "POST /subjects new": { peer: 10, limit: 0.5 },
    "POST /subjects retried": { peer: 10, limit: 0.5 },
    "GET /subjects/:id": { peer: 6, limit: 0.6 },
    "GET /consents/check": { peer: 8, limit: 0.6 },
  },
  postgres: { "POST /subjects new": { peer: 10, limit: 0.45 }, "POST /subjects retried": { peer: 10, limit: 0.5 } },
  mysql: {},
}

/** @param {Engine} engine @param {string} route */
const goalOf = (engine, route) => goals[engine][route] ?? null

/**
 * How many times as fast as another, by requests a second and by CPU time a request: more is better.
 *
 * @param {Speed} one @param {Speed} other
 */
export const ratiosTo = (one, other) => ({
  bySpeed: one.perSecond / other.perSecond,
  byCpu: other.cpuUs / one.cpuUs,
})

/** @typedef {ReturnType<typeof ratiosTo>} Ratios */

/** @param {number} found - NaN when there was no quiet sample @param {boolean} isMet */
const verdict = (found, isMet) => (Number.isNaN(found) ? "not measured" : isMet ? "met" : "missed")

/** @param {number} value @param {number} most */
export const atMost = (value, most) => `at most ${most}: ${verdict(value, value <= most)}`

/**
 * Goals are requests a second; CPU time shows where the load generator or another process could not keep up.
 *
 * @param {number} least @param {string} whom @param {Ratios} ratios
 */
export const atLeast = (least, whom, { byCpu, bySpeed }) => {
  const found = bySpeed < least && byCpu >= least ? "met by CPU time only" : verdict(bySpeed, bySpeed >= least)
  return `${least}x ${whom}: ${found}`
}

/** The allowed ratio of our p99 to the limit's. */
const longestTail = 3

/**
 * The goals of a route and whether they are met, as one string; without what was not measured.
 *
 * @param {Goal | null} goal
 * @param {{ peer: Ratios | null, limit: Ratios | null, tail: number | null }} found
 */
const reachOf = (goal, { limit, peer, tail }) =>
  [
    goal && peer && atLeast(goal.peer, "peer", peer),
    goal && limit && atLeast(goal.limit, "limit", limit),
    tail === null ? null : `p99 at most ${longestTail}x the limit's: ${verdict(tail, tail <= longestTail)}`,
  ]
    .filter((text) => text !== null)
    .join("; ")

/** A ratio as a cell, null where there is none. @param {number} [ratio] */
export const times = (ratio) => (ratio === undefined || Number.isNaN(ratio) ? null : rounded(ratio, 2))

const uncompared = {
  "× peer": null,
  "× peer, CPU": null,
  "× limit": null,
  "× limit, CPU": null,
  "× limit, p99": null,
  reach: null,
}

/**
 * What a figure of the service is compared with: the peer and the limit on the same engine; on routes without one the
 * peer on SQLite and a bare `node:http`.
 *
 * @param {ReadonlyArray<Figure>} figures @param {Figure} figure
 */
const rivalsOf = (figures, { engine, route }) => {
  const rivals = figures.filter((figure) => figure.route === route)
  const limit = rivals.find((one) => one.kind === "limit" && (one.engine === engine || one.contestant === "node:http"))
  const peersEngine = limit?.engine === null ? "sqlite" : engine
  return { limit, peer: rivals.find((one) => one.kind === "peer" && one.engine === peersEngine) }
}

/** How a figure compares, as columns; those of others than us are empty. @param {ReadonlyArray<Figure>} figures @param {Figure} figure */
export const comparisonOf = (figures, figure) => {
  if (figure.kind !== "ours") return uncompared
  const rivals = rivalsOf(figures, figure)
  const peer = rivals.peer ? ratiosTo(figure, rivals.peer) : null
  const limit = rivals.limit ? ratiosTo(figure, rivals.limit) : null
  const tail = rivals.limit ? figure.p99Ms / rivals.limit.p99Ms : null
  const goal = figure.engine && goalOf(figure.engine, figure.route)
  return {
    "× peer": times(peer?.bySpeed),
    "× peer, CPU": times(peer?.byCpu),
    "× limit": times(limit?.bySpeed),
    "× limit, CPU": times(limit?.byCpu),
    "× limit, p99": times(tail ?? undefined),
    reach: reachOf(goal, { peer, limit, tail }),
  }
}
