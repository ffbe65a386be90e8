// @ts-check
// `npm run pack`: builds the public packages and packs them, by the tool that publishes.
import { mkdirSync, readdirSync } from "node:fs"
import { resolve } from "node:path"
import { build, explain, fromRoot, install, pnpm, requireNode, step } from "./workspace.mjs"

const usage = `Usage: npm run pack [-- FOLDER]

Installs and builds what is missing and packs every public package into FOLDER (tarballs): what npm would publish, with
the versions of this workspace in place of "catalog:" and "workspace:".

Example: npm run pack -- /tmp/tarballs && npm install /tmp/tarballs/*.tgz
`

/** The folders of the public packages. */
export const publicPackages = () => readdirSync(fromRoot("packages")).sort()

/**
 * Packs every public package as it is built, with the versions of this workspace in place of its references.
 *
 * @param {string} folder where the tarballs go
 */
export const packAll = (folder) =>
  pnpm(["--recursive", "--filter", "./packages/*", "pack", "--pack-destination", folder], { CONSENT_PACK_BUILT: "1" })

/** @param {ReadonlyArray<string>} args */
const main = async (args) => {
  if (args.includes("--help") || args.includes("-h") || args.length > 1) {
    process.stdout.write(usage)
    return args.length > 1 ? 2 : 0
  }
  requireNode()
  const folder = resolve(args[0] ?? "tarballs")
  try {
    await install()
    await step("building", () => build(publicPackages().map((name) => `packages/${name}`)))
    mkdirSync(folder, { recursive: true })
    await step("packing", () => packAll(folder))
    for (const name of readdirSync(folder).filter((file) => file.endsWith(".tgz"))) console.log(resolve(folder, name))
    return 0
  } catch (error) {
    console.error(`npm run pack: ${explain(error)}`)
    return 1
  }
}

if (process.argv[1] === import.meta.filename) process.exitCode = await main(process.argv.slice(2))
