// @ts-check
// `npm run pack`: builds the public packages and packs them with the tool that publishes.
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { build, explain, fromRoot, install, pnpm, requireNode, step } from "./workspace.mjs"

const usage = `Usage: npm run pack [-- FOLDER]

Installs and builds what is missing and packs every public package into FOLDER (tarballs): what npm would publish, with
the versions of this workspace in place of "catalog:" and "workspace:".

Example: npm run pack -- /tmp/tarballs
Then, in a project: npm install $(ls /tmp/tarballs/*.tgz | grep -v -e svelte -e vue -e testkit)
Leave out the packages that you do not use: they bring their frameworks.
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

/** @type {Promise<string> | undefined} */
let packed

/** The tarballs of the built packages, in a folder that is removed when this process exits; all checks share them. */
export const packedPackages = () =>
  (packed ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), "cs-pack-"))
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
    await packAll(folder)
    return folder
  })())

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
