/**
 * The examples of frameworks, built and started as their users do, and a page that reports what its console and layout say.
 *
 * @module
 */
import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import type { Browser, Page } from "playwright-core"

/** A program that serves an example. */
export interface Example {
  readonly origin: string
  readonly close: () => Promise<void>
}

const folderOf = (name: string) => fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url))

/** Development builds of the frameworks report what differs in hydration. */
const environment = { ...process.env, NODE_ENV: "development" as const, NEXT_TELEMETRY_DISABLED: "1" }

/** Starts a program with a database of its own, and waits for the address that it prints. */
const startProgram = async (name: string, args: ReadonlyArray<string>): Promise<Example> => {
  const folder = mkdtempSync(join(tmpdir(), "cs-example-"))
  const child = spawn(process.execPath, args, {
    cwd: folderOf(name),
    env: { ...environment, PORT: "0", DATABASE_URL: `sqlite:${join(folder, "consent.db")}` },
    stdio: ["ignore", "pipe", "inherit"],
  })
  const exit = once(child, "exit")
  child.stdout.setEncoding("utf8")
  const origin = await new Promise<string>((resolve, reject) => {
    let printed = ""
    child.stdout.on("data", (chunk) => {
      printed += String(chunk)
      const [address] = /http:\/\/(?:127\.0\.0\.1|localhost):\d+$/m.exec(printed) ?? []
      if (address !== undefined) resolve(address)
    })
    child.once("exit", () => reject(new Error(`the example ${name} printed no address: ${printed}`)))
  })
  return {
    origin,
    close: async () => {
      child.kill("SIGTERM")
      await exit
      rmSync(folder, { recursive: true })
    },
  }
}

/** Builds and starts an example that has a `main.mjs`. */
export const startExample = async (name: string): Promise<Example> => {
  await promisify(execFile)("npm", ["run", "build"], { cwd: folderOf(name), env: environment })
  return startProgram(name, ["main.mjs"])
}

/** Starts the development server of Next.js. */
export const startNext = (): Promise<Example> => {
  const program = join(folderOf("next"), "node_modules/next/dist/bin/next")
  return startProgram("next", [program, "dev", "--hostname", "127.0.0.1", "--port", "0"])
}

/** A visitor of an example. */
export interface Guest {
  readonly page: Page
  /** Warnings and errors of the console, and uncaught errors. */
  readonly complaints: ReadonlyArray<string>
  /** How often the embedded video was requested. */
  readonly videos: () => number
  /** The sum of all layout shifts of the current page. */
  readonly shift: () => Promise<number>
}

/** Lets a new visitor in; the video that the examples embed comes from here. */
export const newGuest = async (browser: Browser): Promise<Guest> => {
  const page = await (await browser.newContext()).newPage()
  page.setDefaultTimeout(10_000)
  const complaints: Array<string> = []
  let videos = 0
  page.on("pageerror", (error) => complaints.push(error.message))
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text())
  })
  await page.route("https://video.example/**", (route) => {
    videos += 1
    return route.fulfill({ contentType: "text/html", body: "<p>the video</p>" })
  })
  await page.route("**/favicon.ico", (route) => route.fulfill({ status: 204 }))
  return {
    page,
    complaints,
    videos: () => videos,
    shift: () =>
      page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            new PerformanceObserver((list) =>
              resolve(list.getEntries().reduce((sum, entry) => sum + Number(Reflect.get(entry, "value")), 0)),
            ).observe({ type: "layout-shift", buffered: true })
            // Without a shift, the observer is not called.
            setTimeout(() => resolve(0), 300)
          }),
      ),
  }
}
