// @ts-check
// Runs webpack with a configuration in a JSON file; errors are printed and fail.
import { readFileSync } from "node:fs"
import webpack from "webpack"

const [file = ""] = process.argv.slice(2)
webpack({ context: process.cwd(), ...JSON.parse(readFileSync(file, "utf8")) }, (error, stats) => {
  const errors = error ? [error] : (stats?.toJson({ all: false, errors: true }).errors ?? [])
  for (const { message } of errors) console.error(message)
  process.exitCode = errors.length > 0 ? 1 : 0
})
