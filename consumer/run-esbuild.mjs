// @ts-check
// Runs esbuild with a configuration in a JSON file; errors are printed and fail.
import { build } from "esbuild"
import { readFileSync } from "node:fs"

const [file = ""] = process.argv.slice(2)
await build({ absWorkingDir: process.cwd(), logLevel: "warning", ...JSON.parse(readFileSync(file, "utf8")) }).catch(
  () => {
    process.exitCode = 1
  },
)
