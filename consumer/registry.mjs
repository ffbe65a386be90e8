// @ts-check
// A registry on this machine: the packed packages, and packages that the checkout has installed. `npm install` from it resolves
// versions and peers as from npm's own, without the internet.
import { execFileSync, spawn } from "node:child_process"
import { createReadStream, readdirSync, readFileSync } from "node:fs"
import { once } from "node:events"
import { createServer } from "node:http"
import { join } from "node:path"

/**
 * A version of a package: its manifest, and what its tarball is made of.
 *
 * @typedef {{ readonly manifest: any, readonly tarball?: string, readonly folder?: string }} Version
 * @typedef {Map<string, Map<string, Version>>} Shelf
 */

const upstream = "https://registry.npmjs.org"

/** @param {Shelf} shelf @param {Version} version */
const shelve = (shelf, version) => {
  const { name, version: number } = version.manifest
  const versions = shelf.get(name) ?? new Map()
  versions.set(number, version)
  shelf.set(name, versions)
}

/**
 * The packages that pnpm has installed in a checkout, each in a folder of its own.
 *
 * @param {Shelf} shelf @param {string} checkout @param {(name: string) => boolean} isServed
 */
const shelveInstalled = (shelf, checkout, isServed) => {
  const store = join(checkout, "node_modules/.pnpm")
  for (const entry of readdirSync(store)) {
    const name = /^(@[^+]+\+[^@]+|[^@]+)@/.exec(entry)?.[1]?.replace("+", "/")
    if (name === undefined || !isServed(name)) continue
    const folder = join(store, entry, "node_modules", name)
    shelve(shelf, { manifest: JSON.parse(readFileSync(join(folder, "package.json"), "utf8")), folder })
  }
}

/** @param {Shelf} shelf @param {string} tarballs */
const shelvePacked = (shelf, tarballs) => {
  for (const file of readdirSync(tarballs).filter((name) => name.endsWith(".tgz"))) {
    const tarball = join(tarballs, file)
    const manifest = execFileSync("tar", ["-xzOf", tarball, "package/package.json"], { encoding: "utf8" })
    shelve(shelf, { manifest: JSON.parse(manifest), tarball })
  }
}

/** @param {string} name @param {string} url @param {Map<string, Version>} versions */
const packument = (name, url, versions) => {
  const entries = [...versions].map(([number, { manifest }]) => {
    const { scripts: _, ...rest } = manifest
    return [number, { ...rest, dist: { tarball: `${url}/-/${encodeURIComponent(name)}/${number}.tgz` } }]
  })
  return { name, "dist-tags": { latest: entries.at(-1)?.[0] }, versions: Object.fromEntries(entries) }
}

/** @param {Version} version @param {import("node:http").ServerResponse} response */
const send = ({ folder, tarball }, response) => {
  response.setHeader("content-type", "application/octet-stream")
  if (tarball !== undefined) return createReadStream(tarball).pipe(response)
  // npm extracts no links from a tarball, and pnpm's store hard-links equal files.
  const args = [
    "-chf",
    "-",
    "--hard-dereference",
    "--exclude=./node_modules",
    "--transform=s,^\\.,package,",
    "-C",
    folder ?? "",
    ".",
  ]
  const tar = spawn("tar", ["--use-compress-program=gzip -1", ...args], { stdio: ["ignore", "pipe", "inherit"] })
  return tar.stdout.pipe(response)
}

/** @param {Shelf} shelf @param {boolean} online @returns {import("node:http").RequestListener} */
const answer = (shelf, online) => (request, response) => {
  const url = `http://${request.headers.host}`
  const path = decodeURIComponent((request.url ?? "/").slice(1))
  const [, file, number] = /^-\/(.+)\/([^/]+)\.tgz$/.exec(path) ?? []
  const versions = shelf.get(file ?? path)
  const version = number === undefined ? undefined : versions?.get(number)
  if (version !== undefined) return void send(version, response)
  if (versions !== undefined && number === undefined) {
    response.setHeader("content-type", "application/json")
    return void response.end(JSON.stringify(packument(path, url, versions)))
  }
  if (online) return void response.writeHead(302, { location: `${upstream}${request.url}` }).end()
  response.writeHead(404, { "content-type": "application/json" }).end(JSON.stringify({ error: "Not found" }))
}

/** Its install script builds a native part. The suite installs without scripts, so the built part is packed. */
const isNative = (/** @type {string} */ name) => name === "better-sqlite3"

/**
 * Starts the registry on a free port of this machine.
 *
 * @param {{ readonly checkout: string, readonly tarballs: string, readonly online: boolean, readonly isAsNpm?: boolean }} options
 *   `online`: a package that is not here is looked up in npm's registry. `isAsNpm`: so is every package that is not ours, so
 *   that the versions are those that a user gets today
 */
export const startRegistry = async ({ checkout, isAsNpm = false, online, tarballs }) => {
  /** @type {Shelf} */
  const shelf = new Map()
  shelveInstalled(shelf, checkout, isAsNpm ? isNative : () => true)
  shelvePacked(shelf, tarballs)
  const server = createServer(answer(shelf, online)).listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address())
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}
