/**
 * Firefox for tests of pages: Debian's `firefox-esr`, or one of Mozilla's, driven by WebDriver BiDi.
 *
 * ```ts
 * describeWith("the page", whyNoFirefox(), () => {
 *   beforeAll(async () => void (browser = await launchFirefox()))
 * })
 * ```
 */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Browser, launch } from "puppeteer-core"
import { findProgram } from "./Programs.js"

const firefox = findProgram("firefox-esr", "firefox")

/** Why {@link launchFirefox} cannot work here, or null. */
export const whyNoFirefox = (): string | null =>
  firefox === undefined ? "Firefox (Debian package firefox-esr) is not installed" : null

/** The settings of a profile, as in `about:config`. */
export type FirefoxSettings = Readonly<Record<string, boolean | number | string>>

/** Every name is this machine, so that Firefox reaches no other host. Puppeteer turns off telemetry, updates and the like. */
const onlyThisMachine: FirefoxSettings = { "network.dns.forceResolve": "127.0.0.1", "network.proxy.type": 0 }

/** A Firefox that runs. */
export interface RunningFirefox {
  readonly browser: Browser
  /** Ends it, and removes its profile. Another call waits for the first. */
  readonly close: () => Promise<void>
}

/** A command that the kernel ends together with the thread that started it, however that ends. Elsewhere than on Linux, just the program. */
const tiedToUs = (program: string, args: ReadonlyArray<string>): readonly [string, ...ReadonlyArray<string>] => {
  const setpriv = findProgram("setpriv")
  return setpriv === undefined ? [program, ...args] : [setpriv, "--pdeathsig", "KILL", program, ...args]
}

/**
 * Starts it without a window, in a fresh profile.
 *
 * @throws when no Firefox is installed
 */
export const launchFirefox = async (settings: FirefoxSettings = {}): Promise<RunningFirefox> => {
  const folder = await mkdtemp(join(tmpdir(), "cs-firefox-"))
  const remove = () => rm(folder, { recursive: true, force: true })
  const [executablePath, ...args] = tiedToUs(firefox ?? "firefox-esr", [
    "--headless",
    "--profile",
    join(folder, "profile"),
  ])
  try {
    const browser = await launch({
      browser: "firefox",
      executablePath,
      // They would come before the program that `setpriv` runs.
      ignoreDefaultArgs: true,
      args,
      // Firefox refuses to run as root in the home of another user.
      env: { ...process.env, HOME: folder },
      extraPrefsFirefox: { ...onlyThisMachine, ...settings },
    })
    let closed: Promise<void> | undefined
    return { browser, close: () => (closed ??= browser.close().finally(remove)) }
  } catch (error) {
    await remove()
    throw error
  }
}
