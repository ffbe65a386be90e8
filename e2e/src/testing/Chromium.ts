/**
 * The browser.
 *
 * @module
 */
import { existsSync } from "node:fs"
import { type Browser, chromium } from "playwright-core"

const usual = "/usr/bin/chromium"

const installed = [usual, "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) => existsSync(path))

/** Whether the tests are left out: CI never leaves any out. */
export const withoutChromium = installed === undefined && process.env["CI"] !== "true"

/** Starts it: every name below `test` is this machine, and it connects to no other host. */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: installed ?? usual,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--host-resolver-rules=MAP *.test 127.0.0.1",
    ],
  })
