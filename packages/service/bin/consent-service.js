#!/usr/bin/env node
import { existsSync } from "node:fs"

// No package is imported before it is known that this Node can run them, and that they are installed.
const version = process.versions.node
const [major, minor] = version.split(".").map(Number)

const load = async () => {
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Error(`consent-service requires Node 20.19 or newer, and this is ${version}; for example: nvm install 22`)
  }
  try {
    const { runsBundled } = await import("../dist/cli/ChooseProgram.js")
    const bundled = new URL("../program/main.js", import.meta.url)
    return existsSync(bundled) && runsBundled(process.argv.slice(2), process.cwd())
      ? await import(bundled)
      : await import("../dist/cli/main.js")
  } catch (error) {
    const missing = /Cannot find package '((?:@[^/']+\/)?[^/']+)/.exec(error.message)?.[1]
    if (missing === undefined) throw error
    // The newest `effect` is another major version, which the service does not run on.
    const wanted = missing === "effect" ? "effect@3" : missing
    const message = `consent-service needs the package ${missing}, which is not installed; run: npm install ${wanted}`
    throw new Error(message, { cause: error })
  }
}

try {
  const { main } = await load()
  await main()
} catch (error) {
  console.error(`consent-service: ${error.message}`)
  process.exitCode = 1
}
