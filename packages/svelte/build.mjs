// @ts-check
// Puts the components next to the compiled modules: each application compiles them itself. `tsc -b` comes first.
import { copyFileSync, mkdirSync, readdirSync } from "node:fs"
import { join } from "node:path"

const usage = `Usage: node packages/svelte/build.mjs

Copies the .svelte files of packages/svelte/src to dist.
`

const main = () => {
  if (process.argv.length > 2) {
    process.stdout.write(usage)
    return process.argv.includes("--help") ? 0 : 2
  }
  const [src, dist] = ["src", "dist"].map((folder) => join(import.meta.dirname, folder))
  // `npm start` compiles only what the demo needs, which these are not part of.
  mkdirSync(dist, { recursive: true })
  for (const file of readdirSync(src).filter((name) => name.endsWith(".svelte")))
    copyFileSync(join(src, file), join(dist, file))
  return 0
}

process.exitCode = main()
