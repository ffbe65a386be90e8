// @ts-check
// Builds the Dockerfile without Docker and without a registry, and runs it as a container platform would: not as
// root, with a read-only root file system.
import assert from "node:assert/strict"
import { execFileSync, spawn, spawnSync } from "node:child_process"
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { argv, getuid, stdout } from "node:process"
import { fileURLToPath } from "node:url"
import { makeStandIns } from "./stand-ins.mjs"

const usage = `Usage: node deploy/check-image.mjs [IMAGE]

Builds the image of the Dockerfile, or takes IMAGE of an earlier run, and checks: its size, user, signal and health check, that it
has no shell, a save through it with a read-only root file system, its end on SIGTERM, and that the record is there after a restart.

Requires root, and from Debian: buildah debootstrap util-linux. Prints "skipped: REASON" and exits 0 where it cannot run.
CONSENT_IMAGE_CACHE names the folder for what it downloads and builds; default: ${join(tmpdir(), "consent-service-image")}.
`

const cache = process.env["CONSENT_IMAGE_CACHE"] || join(tmpdir(), "consent-service-image")
const root = fileURLToPath(new URL("..", import.meta.url))
const user = 65_532
const nodePath = "/nodejs/bin/node"

/** @param {string} program */
const isInstalled = (program) => spawnSync(program, ["--version"]).error === undefined

const whyNot = () => {
  if (process.platform !== "linux" || process.arch !== "x64") return "it needs Linux on x64"
  if (getuid?.() !== 0) return "it needs root, for mounts and chroot"
  const missing = ["buildah", "debootstrap", "unshare", "setpriv"].filter((program) => !isInstalled(program))
  return missing.length === 0 ? null : `not installed: ${missing.join(", ")}`
}

/** @param {ReadonlyArray<string>} args */
const buildah = (...args) =>
  execFileSync(
    "buildah",
    ["--storage-driver", "vfs", "--root", join(cache, "storage"), "--runroot", join(cache, "runroot"), ...args],
    { encoding: "utf8", maxBuffer: 2 ** 26, stdio: ["ignore", "pipe", "inherit"] },
  )

const buildImage = () => {
  const { buildImage: build, runImage: run } = makeStandIns(buildah, cache)
  const bases = ["--build-arg", `BUILD_IMAGE=${build}`, "--build-arg", `RUN_IMAGE=${run}`]
  const name = "localhost/consent-service"
  buildah("bud", "--isolation", "chroot", "--network", "host", "--format", "docker", ...bases, "--tag", name, root)
  return name
}

/** @param {string} image */
const checkSettings = (image) => {
  const { config } = JSON.parse(buildah("inspect", "--type", "image", image)).Docker
  assert.equal(config.User, `${user}:${user}`)
  assert.equal(config.StopSignal, "SIGTERM")
  assert.deepEqual(config.Healthcheck.Test, ["CMD", nodePath, "/app/healthcheck.mjs"])
  assert.deepEqual(config.Cmd, ["serve"])
  assert.equal(config.WorkingDir, "/data")
  return { entrypoint: config.Entrypoint, variables: config.Env }
}

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(address !== null && typeof address === "object" ? address.port : 0))
    })
  })

/**
 * A process in the image's file system: read-only but for /data and /tmp, not root, no new privileges, in mounts of its own.
 *
 * @param {{ folder: string, data: string, variables: ReadonlyArray<string> }} place
 * @param {ReadonlyArray<string>} command
 */
const start = ({ data, folder, variables }, command) => {
  const script = `set -e
mount --bind "$1" "$1"; mount --bind "$2" "$1/data"; mount -t tmpfs -o mode=1777 tmpfs "$1/tmp"
mount -o remount,bind,ro "$1"
in=$1; shift 2
exec setpriv --no-new-privs --clear-groups unshare --root "$in" --wd /data --setgid ${user} --setuid ${user} "$@"`
  const program = ["--mount", "--propagation", "private", "sh", "-c", script, "sh", folder, data, ...command]
  const environment = Object.fromEntries(variables.map((line) => line.split(/=(.*)/s).slice(0, 2)))
  const child = spawn("unshare", program, {
    env: { PATH: process.env["PATH"], ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text))
  return { child, output: () => output, ended: new Promise((resolve) => child.once("close", resolve)) }
}

/** @typedef {Parameters<typeof start>[0]} Place */

/** @param {Place} place @param {ReadonlyArray<string>} command @returns {Promise<{ code: unknown, output: string }>} */
const runIn = async (place, command) => {
  const { ended, output } = start(place, command)
  return { code: await ended, output: output() }
}

/** @param {string} url @param {{ ended: Promise<unknown>, output: () => string }} server */
const untilAlive = async (url, server) => {
  const began = performance.now()
  let gone = false
  void server.ended.then(() => (gone = true))
  for (;;) {
    if (gone) throw new Error(`the server has exited:\n${server.output()}`)
    const answer = await fetch(`${url}/livez`).catch(() => null)
    if (answer?.ok === true) return Math.round(performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

const subject = `sub_${"A".repeat(20)}`
const act = { type: "other", subjectId: subject, domain: "shop.example", preferences: { necessary: true } }

/** @param {Place} place @param {ReadonlyArray<string>} entrypoint */
const checkServer = async (place, entrypoint) => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const local = { ...place, variables: [...place.variables, `PORT=${port}`, "CONSENT_HOST=127.0.0.1"] }
  const health = () => runIn(local, [nodePath, "/app/healthcheck.mjs"])
  const first = start(local, [...entrypoint, "serve"])
  const startMs = await untilAlive(url, first)
  const saved = await fetch(`${url}/subjects`, {
    method: "POST",
    body: JSON.stringify({ ...act, givenAt: Date.now() }),
  })
  assert.equal(saved.status, 200, await saved.clone().text())
  assert.equal((await health()).code, 0)
  first.child.kill("SIGTERM")
  assert.equal(await first.ended, 0, first.output())
  assert.equal((await health()).code, 1)
  const second = start(local, [...entrypoint, "serve"])
  await untilAlive(url, second)
  assert.equal((await fetch(`${url}/subjects/${subject}`)).status, 200)
  second.child.kill("SIGTERM")
  assert.equal(await second.ended, 0)
  return startMs
}

/** @param {Place} place */
const checkReadOnly = async (place) => {
  const write = `try { require("fs").writeFileSync("/app/x", "") } catch (error) { console.log(error.code, process.getuid()) }`
  const { output } = await runIn(place, [nodePath, "-e", write])
  assert.match(output, new RegExp(`^(EROFS|EACCES) ${user}\\n$`))
}

/** @param {string | undefined} given */
const check = async (given) => {
  mkdirSync(cache, { recursive: true })
  const image = given ?? buildImage()
  const { entrypoint, variables } = checkSettings(image)
  const container = buildah("from", image).trim()
  const data = mkdtempSync(join(tmpdir(), "consent-service-data-"))
  chownSync(data, user, user)
  try {
    const folder = buildah("mount", container).trim()
    const shells = ["bin/sh", "usr/bin/sh", "bin/bash", "busybox/sh"].filter((path) => existsSync(join(folder, path)))
    assert.deepEqual(shells, [])
    const size = Number(execFileSync("du", ["--summarize", "--bytes", folder], { encoding: "utf8" }).split("\t")[0])
    const place = { folder, data, variables }
    await checkReadOnly(place)
    const startMs = await checkServer(place, entrypoint)
    stdout.write(
      `ok: ${(size / 1e6).toFixed(0)} MB, serves ${startMs} ms after its start, without root and on a read-only root\n`,
    )
  } finally {
    buildah("rm", container)
    rmSync(data, { recursive: true, force: true })
  }
}

const [image] = argv.slice(2)
const reason = whyNot()
if (image === "--help" || image === "-h") stdout.write(usage)
else if (image?.startsWith("-") === true) {
  stdout.write(usage)
  process.exitCode = 2
} else if (reason !== null) stdout.write(`skipped: ${reason}\n`)
else await check(image)
