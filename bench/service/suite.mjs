// @ts-check
// What the suites of the service have in common.
import { openDatabases } from "./databases.mjs"

/** @typedef {import("./databases.mjs").Engine} Engine */
/** @typedef {Readonly<Record<string, string | number | null>>} Row */
/** @typedef {{ title: string, rows: ReadonlyArray<Row>, notes?: ReadonlyArray<string> }} Table */

/**
 * `rounds` samples of `ms` milliseconds each; `engines` null for all that are there; only routes that have `only` in
 * their names; `citus` the URLs of clusters; `out` is the folder for profiles.
 *
 * @typedef {{ quick: boolean, rounds: number, ms: number, engines: ReadonlyArray<Engine> | null, only: string,
 *   citus: ReadonlyArray<string>, out: string | null, tell: (line: string) => void }} Options
 */

/** @typedef {(options: Options) => Promise<ReadonlyArray<Table>>} Suite */
/** @typedef {Awaited<ReturnType<typeof openDatabases>>} Databases */

/**
 * Gives a suite databases of its own, on those engines that were requested and are there.
 *
 * @template Result
 * @param {ReadonlyArray<Engine> | null} wanted @param {(databases: Databases) => Promise<Result>} use
 * @returns {Promise<Result>}
 */
export const withDatabases = async (wanted, use) => {
  const databases = await openDatabases()
  const asked = (/** @type {string} */ engine) => wanted === null || wanted.some((name) => engine.startsWith(name))
  try {
    return await use({
      ...databases,
      engines: databases.engines.filter(asked),
      missing: databases.missing.filter(asked),
    })
  } finally {
    await databases.close()
  }
}
