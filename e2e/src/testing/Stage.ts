/**
 * Everything a test of the bundles needs, in one call a file: the real service, a site and a vendor on hosts of their
 * own, Chromium, and visitors.
 *
 * ```ts
 * describeStage("saving", { manifest: { policyRules } }, (stage) => {
 *   it("…", async () => {
 *     const { page, url } = await stage.visit({ body: "<p>…</p>" })
 *   })
 * })
 * ```
 *
 * @module
 */
import { describe } from "@effect/vitest"
import { describeEngines, type Engine } from "@consent-service/test-engines"
import { launchChromium, withoutChromium } from "@consent-service/test-engines/chromium"
import type { Browser } from "playwright-core"
import type { BackendOptions } from "./Backend.js"
import { type StageOf, stagesOf, type VisitSpecOf } from "./MakeStage.js"
import { newVisitor, type Visitor, type VisitorSpec } from "./Visitor.js"

/** A page and how it is visited. */
export type VisitSpec = VisitSpecOf<VisitorSpec>

/** What the tests of a `describe` share; its members are there once the tests run. */
export type Stage = StageOf<Browser, Visitor, VisitorSpec>

const makeStage = stagesOf({
  launch: async () => {
    const browser = await launchChromium({ local: "*.test" })
    return { browser, close: () => browser.close() }
  },
  newVisitor,
})

/**
 * A `describe` for each engine, named `title [engine]`; skipped, with the reason in its name, where there is no browser.
 *
 * @param options - the service's; by default it has the rules of `Rules.ts` and trusts every host of the site
 * @param engines - SQLite by default
 */
export const describeStage = (
  title: string,
  options: BackendOptions,
  body: (stage: Stage) => void,
  engines: ReadonlyArray<Engine> = ["sqlite"],
): void => {
  if (withoutChromium) {
    for (const engine of engines)
      describe.skip(`${title} [${engine}] (skipped: no Chromium is installed)`, () => body(makeStage(engine, options)))
    return
  }
  describeEngines(title, (engine) => body(makeStage(engine, options)), engines)
}
