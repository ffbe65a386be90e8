/**
 * The browser of all browser tests.
 *
 * ```ts
 * describe.skipIf(withoutChromium)("the page", () => {
 *   beforeAll(async () => void (browser = await launchChromium()))
 * })
 * ```
 */
import { type Browser, chromium } from "playwright-core"
import { isCI } from "./Choice.js"
import { findProgram } from "./Programs.js"

/** Debian's build of Chromium without a window: the same engine, and a new visitor takes it a fifth of the CPU time. */
const headless = findProgram("chromium-headless-shell")

const windowed = findProgram("chromium", "chromium-browser", "google-chrome")

/** Whether browser tests are left out: CI never leaves any out. */
export const withoutChromium: boolean = (headless ?? windowed) === undefined && !isCI(process.env)

/** Which browser. */
export interface ChromiumSpec {
  /** Host names that are this machine, such as `*.test`. */
  readonly local?: string
  /** The browser that visitors have, where times are measured. Default: without a window, where it is installed. */
  readonly windowed?: boolean
}

/**
 * Starts it, with nothing that connects to other hosts.
 *
 * @throws when no Chromium is installed
 */
export const launchChromium = ({ local, windowed: asVisitors = false }: ChromiumSpec = {}): Promise<Browser> =>
  chromium.launch({
    executablePath: (asVisitors ? windowed : (headless ?? windowed)) ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...(local === undefined ? [] : [`--host-resolver-rules=MAP ${local} 127.0.0.1`]),
    ],
  })
