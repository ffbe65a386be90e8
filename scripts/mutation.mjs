// @ts-check
// `npm run mutation`: how many small changes of the code the tests notice, area by area. The last line is always `N passed, M failed`.
import { existsSync, readFileSync } from "node:fs"
import { spawn } from "node:child_process"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { areas } from "./mutation/areas.mjs"
import { resultOf, scoreTable, survivorLines } from "./mutation/results.mjs"
import { build, explain, fromRoot, install, pnpm, requireNode, root, step, StepFailed } from "./workspace.mjs"

const usage = `Usage: npm run mutation [-- [OPTIONS] [AREA ...]]

Changes the code of an area in one place at a time, and runs the tests that reach the place. A change that no test notices
survives. Areas, all of them by default, and the percentage of changes that must be noticed:
${Object.entries(areas)
  .map(([name, { goal, title }]) => `  ${name.padEnd(15)} ${goal} %  ${title}`)
  .join("\n")}

Options:
  --file GLOB    mutates only these files of the area, such as "**/Der.ts"
  --fresh        forgets the results of earlier runs; otherwise only what changed since then is decided again
  --static       also changes code that runs when its module is loaded: each one takes a run of all tests of the area
  --report       prints the results of earlier runs, and runs nothing
  -h, --help     print this and exit

A run installs Stryker in scripts/mutation the first time, takes one core, and writes .stryker/AREA.html.
The last line is "N passed, M failed": the areas that reached their goal, and those that did not.

Example: nice npm run mutation -- tokens
`

/** @param {ReadonlyArray<string>} args */
const split = (args) => {
  try {
    return parseArgs({
      args: [...args],
      options: {
        file: { type: "string", multiple: true },
        fresh: { type: "boolean" },
        static: { type: "boolean" },
        report: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
      allowPositionals: true,
    })
  } catch (error) {
    throw new StepFailed(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  }
}

/** @param {ReadonlyArray<string>} argv */
export const parseArguments = (argv) => {
  const { positionals, values } = split(argv)
  const unknown = positionals.find((name) => areas[name] === undefined)
  if (unknown !== undefined)
    throw new StepFailed(`there is no area ${unknown}; areas are ${Object.keys(areas).join(", ")}`)
  const { file: files = [], fresh = false, help = false, report = false, static: withStatic = false } = values
  return { names: positionals.length === 0 ? Object.keys(areas) : positionals, files, fresh, help, report, withStatic }
}

const folder = fromRoot("scripts/mutation")
const stryker = join(folder, "node_modules/@stryker-mutator/core/bin/stryker.js")

// The prompts of `stryker init` declare newer versions of Node.js than 20. A run never shows them.
const installArguments = ["install", "--ignore-workspace", "--frozen-lockfile", "--config.engine-strict=false"]

/** Stryker is no dependency of the workspace: only this command needs its 64 MB. */
const installStryker = async () => {
  if (existsSync(stryker)) return
  await step("installing Stryker", () => pnpm(["--dir", folder, ...installArguments]))
}

/** @param {string} name @param {{ files: ReadonlyArray<string>, fresh: boolean, withStatic: boolean }} options */
const mutate = (name, { files, fresh, withStatic }) =>
  new Promise((resolve, reject) => {
    const args = [stryker, "run", join(folder, "stryker.config.mjs"), ...(fresh ? ["--force"] : [])]
    const env = {
      ...process.env,
      CONSENT_MUTATION_AREA: name,
      CONSENT_MUTATION_FILES: files.join(" "),
      ...(withStatic ? { CONSENT_MUTATION_STATIC: "1" } : {}),
    }
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: "inherit" })
    child.once("error", reject)
    child.once("close", (code) =>
      code === 0 ? resolve(undefined) : reject(new StepFailed(`Stryker ended with ${code}`)),
    )
  })

/** @param {string} name */
const reportOf = (name) => {
  const file = fromRoot(`.stryker/${name}.json`)
  return existsSync(file)
    ? [{ name, ...resultOf(JSON.parse(readFileSync(file, "utf8"))), goal: areas[name]?.goal ?? 0 }]
    : []
}

/** @param {ReturnType<typeof parseArguments>} options */
const runAll = async (options) => {
  if (!options.report) {
    await install()
    await installStryker()
    await step("building", () => build([]))
    for (const name of options.names) await mutate(name, options)
  }
  const results = options.names.flatMap(reportOf)
  for (const result of results) process.stdout.write(survivorLines(result))
  process.stdout.write(scoreTable(results))
  const failed = results.filter(({ goal, score }) => score < goal).length
  process.stdout.write(`${results.length - failed} passed, ${failed} failed\n`)
  return failed === 0
}

const main = async () => {
  requireNode()
  const options = parseArguments(process.argv.slice(2))
  if (options.help) {
    process.stdout.write(usage)
    return
  }
  if (!(await runAll(options))) process.exitCode = 1
}

main().catch((error) => {
  process.stderr.write(`${explain(error)}\n`)
  process.stdout.write("0 passed, 1 failed\n")
  process.exitCode = 1
})
