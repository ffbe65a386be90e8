// @ts-check
// The command line as the published package has it, for tests that start it as a process. It is not where the command of a
// checkout looks for a bundle, which would soon be older than the sources.
import { copyFileSync, mkdirSync, rmSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { fromRoot, mustRun } from "./workspace.mjs"

const service = fromRoot("packages/service")

/** Bundles it from dist. @returns {Promise<string>} its path */
export const bundleCommand = async () => {
  const folder = join(service, ".bundled")
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, "bin"), { recursive: true })
  copyFileSync(join(service, "bin/consent-service.js"), join(folder, "bin/consent-service.js"))
  symlinkSync(join(service, "dist"), join(folder, "dist"))
  await mustRun(process.execPath, [join(service, "build.mjs"), join(folder, "program")])
  return join(folder, "bin/consent-service.js")
}
