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
import { afterAll, afterEach, beforeAll, describe } from "@effect/vitest"
import { describeEngines, type Engine } from "@consent-service/test-engines"
import type { Browser } from "playwright-core"
import { type Backend, type BackendOptions, startBackend } from "./Backend.js"
import { launchChromium, withoutChromium } from "@consent-service/test-engines/chromium"
import { policyRules } from "./Rules.js"
import { type PageSpec, type Site, startSite } from "./Site.js"
import { tagOf, type TagSpec } from "./Tag.js"
import { startVendor, type Vendor } from "./Vendor.js"
import { newVisitor, type Visitor, type VisitorSpec } from "./Visitor.js"

/** A page and how it is visited. */
export interface VisitSpec extends PageSpec {
  readonly tag?: TagSpec
  readonly visitor?: VisitorSpec
}

/** A visitor on a page. */
export interface Visit extends Visitor {
  readonly url: string
}

/** What the tests of a `describe` share; its members are there once the tests run. */
export interface Stage {
  readonly engine: Engine
  readonly backend: Backend
  readonly site: Site
  readonly vendor: Vendor
  readonly browser: Browser
  /** A new visitor; removed when the test ends. */
  readonly newVisitor: (spec?: VisitorSpec) => Promise<Visitor>
  /** The tag of the service. */
  readonly tag: (spec?: TagSpec) => string
  /** A new visitor opens a new page that starts with the tag. */
  readonly visit: (spec?: VisitSpec) => Promise<Visit>
}

interface Parts {
  readonly backend: Backend
  readonly site: Site
  readonly vendor: Vendor
  readonly browser: Browser
}

/** One browser serves all stages of a file, one after the other: a profile is what keeps visitors apart. */
let launched: Promise<Browser> | null = null
let stagesLeft = 0

const borrowBrowser = (): Promise<Browser> => (launched ??= launchChromium({ local: "*.test" }))

const giveBrowserBack = async (): Promise<void> => {
  stagesLeft -= 1
  if (stagesLeft > 0) return
  const browser = launched
  // The next file of this thread has this module, too.
  launched = null
  await (await browser)?.close()
}

const startParts = async (engine: Engine, options: BackendOptions): Promise<Parts> => {
  const [backend, site, vendor, browser] = await Promise.all([
    startBackend(engine, { manifest: { policyRules }, ...options }),
    startSite(),
    startVendor(),
    borrowBrowser(),
  ])
  return { backend, browser, site, vendor }
}

const stopParts = async ({ backend, site, vendor }: Parts): Promise<void> => {
  await giveBrowserBack()
  await Promise.all([backend.close(), site.close(), vendor.close()])
}

const makeStage = (engine: Engine, options: BackendOptions): Stage => {
  let parts: Parts | null = null
  stagesLeft += 1
  const present: Array<Visitor> = []
  beforeAll(async () => {
    parts = await startParts(engine, options)
  })
  afterEach(async ({ task }) => {
    // What a page complained of is most often why its test failed.
    if (task.result?.state === "fail")
      for (const { troubles } of present) if (troubles.length > 0) console.error(troubles)
    await Promise.all(present.splice(0).map(({ leave }) => leave()))
  })
  afterAll(async () => {
    if (parts !== null) await stopParts(parts)
  })
  const part = <K extends keyof Parts>(name: K): Parts[K] => {
    if (parts === null) throw new Error("the stage exists only while tests run")
    return parts[name]
  }
  const enter = async (spec?: VisitorSpec): Promise<Visitor> => {
    const visitor = await newVisitor(
      { backend: part("backend"), browser: part("browser"), vendor: part("vendor") },
      spec,
    )
    present.push(visitor)
    return visitor
  }
  const tag = (spec?: TagSpec) => tagOf(part("backend").url, spec)
  return {
    engine,
    get backend() {
      return part("backend")
    },
    get site() {
      return part("site")
    },
    get vendor() {
      return part("vendor")
    },
    get browser() {
      return part("browser")
    },
    newVisitor: enter,
    tag,
    visit: async ({ tag: tagSpec, visitor: visitorSpec, ...spec } = {}) => {
      const visitor = await enter(visitorSpec)
      const url = part("site").page({ ...spec, head: `${tag(tagSpec)}${spec.head ?? ""}` })
      await visitor.page.goto(url)
      return { ...visitor, url }
    },
  }
}

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
