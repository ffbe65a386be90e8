// @ts-check
// The tarballs themselves, and the commands that make them.
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { packedProblems } from "../../scripts/manifest.mjs"
import { testFiles, undeclaredFiles } from "../../scripts/packages.mjs"
import { overview } from "../../scripts/shipped-docs.mjs"
import { mustRun, run, withoutNpmRun } from "../../scripts/workspace.mjs"
import { must, mustInclude } from "../suite.mjs"

export const title = "tarballs"

/** @param {string} tarball */
const contents = async (tarball) => {
  const list = await mustRun("tar", ["-tzf", tarball])
  const manifest = JSON.parse(await mustRun("tar", ["-xzOf", tarball, "package/package.json"]))
  return {
    files: list
      .trim()
      .split("\n")
      .map((line) => line.replace(/^package\//, "")),
    manifest,
  }
}

/** The documentation inside the main package, which tools and language models read where it is installed. */
const documentation = ["docs/README.md", overview, "docs/operate/upgrade.md", "llms.txt", "CHANGELOG.md", "SECURITY.md"]

/** @param {string} tarball */
const checkTarball = async (tarball) => {
  const { files, manifest } = await contents(tarball)
  const shipped = manifest.name === "consent-service" ? documentation : []
  for (const file of ["LICENSE", "README.md", "dist/index.js", "dist/index.d.ts", ...shipped]) {
    must(files.includes(file), `${file} is missing`)
  }
  const extra = [...undeclaredFiles(manifest.files, files), ...testFiles(files)]
  must(extra.length === 0, `holds what it must not: ${extra.join(", ")}`)
  const problems = packedProblems(manifest)
  must(problems.length === 0, problems.join("\n"))
}

/** @param {import("../place.mjs").Place} place */
export const cases = ({ base, checkout, tarballs }) => {
  const packages = readdirSync(join(checkout, "packages"))
  const env = withoutNpmRun(process.env)
  const core = join(checkout, "packages/core")
  return [
    {
      name: "every public package is packed",
      run: async () => {
        const packed = readdirSync(tarballs).length
        must(packed === packages.length, `${packed} tarballs of ${packages.length} packages`)
      },
    },
    ...readdirSync(tarballs).map((file) => ({
      name: `${file} holds its files, license and README, and nothing else`,
      run: () => checkTarball(join(tarballs, file)),
    })),
    {
      name: "npm pack is refused with the command to run instead",
      run: async () => {
        const { code, output } = await run("npm", ["pack", "--dry-run"], { cwd: core, env })
        must(code !== 0, "npm pack succeeded")
        mustInclude(output, "npm run pack", "npm pack")
      },
    },
    {
      name: "prepack refuses a package that is not built",
      run: async () => {
        const unbuilt = join(base, "unbuilt")
        mkdirSync(unbuilt, { recursive: true })
        copyFileSync(join(core, "package.json"), join(unbuilt, "package.json"))
        const refused = await run(process.execPath, [join(checkout, "scripts/prepack.mjs")], {
          cwd: unbuilt,
          env: { ...env, CONSENT_PACK_BUILT: "1" },
        })
        must(refused.code === 1, `prepack exited with ${refused.code}`)
        mustInclude(refused.output, "./dist/index.d.ts is missing; run in the root folder: npm run build", "prepack")
      },
    },
    {
      name: "every README shows the use of its package in at most ten lines",
      run: async () => {
        for (const name of packages) {
          const [, code = ""] =
            /```(?:ts|html)\n([^]*?)```/.exec(readFileSync(join(checkout, "packages", name, "README.md"), "utf8")) ?? []
          const lines = code.split("\n").filter((line) => line.trim() !== "").length
          must(lines > 0 && lines <= 10, `the first example in the README of ${name} has ${lines} lines`)
        }
      },
    },
  ]
}
