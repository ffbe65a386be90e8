// @ts-check
// The table of docs/integrate/runtimes.md: each `yes` runs, each `no` fails with its one line. The short form tries one cell or
// two of each runtime; the full form tries all, and the laws of the stores on node:sqlite.
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { run } from "../../scripts/workspace.mjs"
import { tryCell } from "../runtimes/cells.mjs"
import { driverless } from "../projects.mjs"
import { isRuntimeName, runtime, runtimeNames } from "../runtimes/install.mjs"
import { readTable } from "../runtimes/table.mjs"
import { serveIn } from "../serve.mjs"
import { must } from "../suite.mjs"

export const title = "runtimes"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** @typedef {import("../runtimes/install.mjs").RuntimeName} RuntimeName @typedef {import("../place.mjs").Place} Place */

const short = new Set([
  "Node 20.19: SQLite",
  "Node 22: SQLite",
  "Node 24: SQLite",
  "Bun: PostgreSQL",
  "Bun: SQLite",
  "Deno: PostgreSQL",
  "Deno: SQLite",
  "workerd: Edge entry",
  "workerd: PostgreSQL",
])

const lawFiles = [
  "NodeSqlite",
  "SqlStores.laws",
  "SqlConsentStore",
  "SqlDocumentStore",
  "SqlArchive",
  "Migrations.test",
]

/** @param {RuntimeName} name */
const lawsOn = async (name) => {
  const { command } = await runtime(name)
  const files = lawFiles.map((file) => `packages/adapter-sql/src/${file}`)
  const args = ["node_modules/vitest/vitest.mjs", "run", ...files, "-t", "sqlite"]
  const env = { ...process.env, CONSENT_TEST_SQLITE: "built-in" }
  const { code, output } = await run(command, args, { cwd: root, env })
  must(code === 0 && /Tests .* passed/.test(output), output.slice(-3000))
}

/** @param {Place} place */
export const cases = (place) => {
  const table = readTable(readFileSync(new URL("../../docs/integrate/runtimes.md", import.meta.url), "utf8"))
  const tried = table.filter(({ works }) => works !== null)
  const chosen = tried.filter(({ column, runtime: name }) => place.full || short.has(`${name}: ${column}`))
  return [
    {
      name: "the table is about the runtimes that are tried",
      run: async () => {
        const rows = [...new Set(table.map((cell) => cell.runtime))]
        must(rows.join() === runtimeNames.join(), `the rows are ${rows.join(", ")}`)
        for (const { column, runtime: name, works } of table)
          must(works !== false || name === "workerd", `${name}, ${column}: no test knows this "no"`)
      },
    },
    ...chosen.flatMap(({ column, runtime: name, works }) =>
      isRuntimeName(name)
        ? [
            {
              name: `${name}, ${column}: ${works ? "works" : "is refused in one line"}`,
              run: () => tryCell(place, name, column),
            },
          ]
        : [],
    ),
    ...(place.full ? /** @type {const} */ (["Node 22", "Node 24"]) : []).flatMap((name) => [
      { name: `${name}: the laws of the stores on node:sqlite`, run: () => lawsOn(name) },
      {
        name: `${name}: consent-service serve in an empty folder, without a driver`,
        run: async () => serveIn(await driverless(place), `served-${name}`, await runtime(name)),
      },
    ]),
  ]
}
