/**
 * The stage of tests in Firefox: the servers of `Stage.ts`, and visitors that Puppeteer drives.
 *
 * @module
 */
import { afterAll } from "@effect/vitest"
import {
  type FirefoxSettings,
  launchFirefox,
  type RunningFirefox,
  whyNoFirefox,
} from "@consent-service/test-engines/firefox"
import { describeWith } from "@consent-service/test-engines/private"
import type { Browser } from "puppeteer-core"
import type { BackendOptions } from "./Backend.js"
import { type FirefoxVisitor, type FirefoxVisitorSpec, newFirefoxVisitor } from "./FirefoxVisitor.js"
import { type StageOf, stagesOf } from "./MakeStage.js"

/** What the tests of a `describe` share. */
export type FirefoxStage = StageOf<Browser, FirefoxVisitor, FirefoxVisitorSpec>

/**
 * Makes the `describe` of a file, whose stages have one Firefox. It is skipped, with the reason in its name, where there is no Firefox; in
 * CI that fails.
 *
 * @param settings - of the browser, as in `about:config`
 */
export const describeFirefox = (settings?: FirefoxSettings) => {
  let running: RunningFirefox | undefined
  const makeStage = stagesOf({
    launch: async () => (running = await launchFirefox(settings)),
    newVisitor: newFirefoxVisitor,
  })
  // The last stage ends it, unless `-t` leaves a stage out.
  afterAll(() => running?.close())
  return (title: string, options: BackendOptions, body: (stage: FirefoxStage) => void): void =>
    describeWith(title, whyNoFirefox(), () => body(makeStage("sqlite", options)))
}
