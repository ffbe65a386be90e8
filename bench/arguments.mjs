// @ts-check
// The parsed command line.

const engines = /** @type {const} */ (["sqlite", "postgres", "mysql"])

/**
 * @typedef {{ help: boolean, names: ReadonlyArray<string>, json: string | true | null, quick: boolean, write: boolean,
 *   only: string, citus: ReadonlyArray<string>, engines: ReadonlyArray<import("./service/suite.mjs").Engine> | null, out: string | null,
 *   wrong: ReadonlyArray<string> }} Asked
 */

/** `--million` is read by the suite that has it. */
const flags = ["--help", "--quick", "--write", "--million"]

/**
 * @param {ReadonlyArray<string>} args @param {ReadonlyArray<string>} suites - their names
 * @returns {Asked} with what is not understood as `wrong`
 */
export const readArguments = (args, suites) => {
  const rest = [...args]
  const value = (/** @type {string} */ option, /** @type {(text: string) => boolean} */ fits) => {
    const index = rest.indexOf(option)
    const text = rest[index + 1]
    if (index < 0 || text === undefined || !fits(text)) return null
    rest.splice(index, 2)
    return text
  }
  // `--json` was a flag before it took a file; what follows it may be a suite.
  const file = value("--json", (text) => text.endsWith(".json"))
  const out = value("--out", (text) => !text.startsWith("-"))
  const chosen = value("--engines", (text) =>
    text.split(",").every((name) => engines.some((engine) => engine === name)),
  )
  /** @param {ReadonlyArray<string>} found @returns {ReadonlyArray<string>} */
  const clusters = (found) => {
    const url = value("--citus", (text) => /^postgres(ql)?:\/\//.test(text))
    return url === null ? found : clusters([...found, url])
  }
  const citus = clusters([])
  const only = value("--only", (text) => !text.startsWith("-"))
  const known = [...flags, ...(file === null ? ["--json"] : []), ...suites]
  return {
    help: rest.includes("--help"),
    names: rest.filter((arg) => suites.includes(arg)),
    json: file ?? (rest.includes("--json") ? true : null),
    quick: rest.includes("--quick"),
    write: rest.includes("--write"),
    engines: chosen === null ? null : engines.filter((engine) => chosen.split(",").includes(engine)),
    only: only ?? "",
    citus,
    out,
    wrong: rest.filter((arg) => !known.includes(arg)),
  }
}
