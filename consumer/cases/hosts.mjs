// @ts-check
// Each guide in docs/integrate as a new user follows it: its `npm install` line, its program, and its script tag on a page in a
// browser. The full form only: each starts a program and a browser.
import { spawn } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { chromium } from "playwright-core"
import { must, mustInclude, Unavailable, Wrong } from "../suite.mjs"

export const title = "hosts"

export const independent = true

/** @typedef {import("../place.mjs").Place} Place @typedef {import("../place.mjs").Project} Project */

// Not Fastify: the workspace overrides a dependency of it that needs Node 22, and npm installs what its manifest says.
const hosts = /** @type {const} */ (["node", "express", "hono", "koa", "h3"])

const browserPath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync)

/** What a guide tells its reader to do. @param {string} file */
const readGuide = (file) => {
  const text = readFileSync(file, "utf8")
  const part = (/** @type {RegExp} */ pattern) => {
    const [, found] = pattern.exec(text) ?? []
    if (found === undefined) throw new Wrong(`${file} has no ${pattern}`)
    return found
  }
  return {
    packages: part(/```sh\nnpm install (.+)\n```/).split(" "),
    program: part(/```ts\n([^]*?)```/),
    tag: part(/```html\n([^]*?)\n```/),
  }
}

/** Starts the program on a free port and gives the origin that it prints. @param {Project} project @param {string} program */
const start = async (project, program) => {
  const { DATABASE_URL: _, NODE_OPTIONS: __, ...env } = process.env
  const child = spawn(process.execPath, [program], {
    cwd: project.folder,
    env: { ...env, PORT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let output = ""
  /** @type {Promise<string>} */
  const origin = new Promise((resolve, reject) => {
    const read = (/** @type {Buffer} */ chunk) => {
      output += chunk.toString()
      const [, port] = /(?:port: |:\/\/[^\s/]*:)(\d+)/.exec(output) ?? []
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`)
    }
    child.stdout.on("data", read)
    child.stderr.on("data", (chunk) => void (output += chunk))
    child.once("close", (code) => reject(new Wrong(`the program exited with ${code} before it listened:\n${output}`)))
  })
  const stop = () =>
    new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode)
      child.once("close", resolve)
      return child.kill("SIGTERM")
    })
  return { origin: await origin, stop }
}

/** The banner on a page of the host that has the guide's tag, and the save of the answer. @param {string} origin @param {string} tag */
const showsBanner = async (origin, tag) => {
  if (browserPath === undefined) throw new Unavailable("no Chromium is installed")
  const browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox", "--disable-gpu"] })
  try {
    const page = await browser.newPage()
    const body = `<!doctype html><html lang="en"><head><title>Shop</title>${tag}</head><body>Shop</body></html>`
    await page.route(`${origin}/shop`, (route) => route.fulfill({ contentType: "text/html", body }))
    await page.goto(`${origin}/shop`)
    const accept = page.getByRole("button", { name: /accept/i }).first()
    await accept.waitFor({ timeout: 60_000 })
    // The address has a query.
    const isSave = (/** @type {import("playwright-core").Response} */ response) =>
      response.request().method() === "POST" && new URL(response.url()).pathname.endsWith("/subjects")
    const [saved] = await Promise.all([page.waitForResponse(isSave, { timeout: 60_000 }), accept.click()])
    must(saved.status() === 200, `the save was answered ${saved.status()}`)
  } finally {
    await browser.close()
  }
}

/** @param {Place} place @param {string} host */
const followGuide = async (place, host) => {
  const { packages, program, tag } = readGuide(join(place.checkout, `docs/integrate/${host}.md`))
  const project = await place.project(`host-${host}`, packages)
  const { origin, stop } = await start(project, project.write("main.mjs", program))
  try {
    const [, script = ""] = /src="(?:http:\/\/localhost:8787)?([^"]+)"/.exec(tag) ?? []
    const response = await fetch(new URL(script, origin))
    must(response.status === 200, `GET ${script} answered ${response.status}: ${(await response.text()).slice(0, 300)}`)
    mustInclude(response.headers.get("content-type") ?? "", "javascript", script)
    await showsBanner(origin, tag.replace("http://localhost:8787", origin))
  } finally {
    const code = await stop()
    must(code === 0, `the program exited with ${code} on SIGTERM`)
  }
}

/** @param {Place} place */
export const cases = (place) =>
  (place.full ? hosts : []).map((host) => ({
    name: `docs/integrate/${host}.md: npm install, the program, and the banner on a page`,
    run: () => followGuide(place, host),
  }))
