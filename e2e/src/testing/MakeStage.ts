/**
 * Servers and visitors of tests, for any browser.
 *
 * @module
 */
import { afterAll, afterEach, beforeAll } from "@effect/vitest"
import type { Engine } from "@consent-service/test-engines"
import { type Backend, type BackendOptions, startBackend } from "./Backend.js"
import type { Presence, Servers } from "./Presence.js"
import { policyRules } from "./Rules.js"
import { type PageSpec, type Site, startSite } from "./Site.js"
import { tagOf, type TagSpec } from "./Tag.js"
import { startVendor, type Vendor } from "./Vendor.js"

/** A visitor of any browser. */
export interface AnyVisitor extends Presence {
  readonly page: { readonly goto: (url: string) => Promise<unknown> }
  readonly troubles: ReadonlyArray<string>
  readonly leave: () => Promise<unknown>
}

/** How tests use a browser. */
export interface Driver<B, V extends AnyVisitor, Spec> {
  readonly launch: () => Promise<{ readonly browser: B; readonly close: () => Promise<void> }>
  readonly newVisitor: (surroundings: Servers & { readonly browser: B }, spec?: Spec) => Promise<V>
}

/** A page and how it is visited. */
export interface VisitSpecOf<Spec> extends PageSpec {
  readonly tag?: TagSpec
  readonly visitor?: Spec
}

/** What the tests of a `describe` share; its members are there once the tests run. */
export interface StageOf<B, V extends AnyVisitor, Spec> {
  readonly engine: Engine
  readonly backend: Backend
  readonly site: Site
  readonly vendor: Vendor
  readonly browser: B
  /** A new visitor; removed when the test ends. */
  readonly newVisitor: (spec?: Spec) => Promise<V>
  /** The tag of the service. */
  readonly tag: (spec?: TagSpec) => string
  /** A new visitor opens a new page that starts with the tag. */
  readonly visit: (spec?: VisitSpecOf<Spec>) => Promise<V & { readonly url: string }>
}

interface Parts<B> extends Servers {
  readonly site: Site
  readonly browser: B
}

/** One browser serves all stages of a file, one after the other: a profile is what keeps visitors apart. */
const shareBrowser = <B, V extends AnyVisitor, Spec>({ launch }: Driver<B, V, Spec>) => {
  let launched: ReturnType<typeof launch> | null = null
  let stagesLeft = 0
  return {
    expect: () => void (stagesLeft += 1),
    borrow: async (): Promise<B> => (await (launched ??= launch())).browser,
    giveBack: async (): Promise<void> => {
      stagesLeft -= 1
      if (stagesLeft > 0) return
      const running = launched
      // The next file of this thread has this module, too.
      launched = null
      await (await running)?.close()
    },
  }
}

/** Makes stages of a browser. Called in a `describe`. */
export const stagesOf = <B, V extends AnyVisitor, Spec>(driver: Driver<B, V, Spec>) => {
  const shared = shareBrowser(driver)
  const start = async (engine: Engine, options: BackendOptions): Promise<Parts<B>> => {
    const [backend, site, vendor, browser] = await Promise.all([
      startBackend(engine, { manifest: { policyRules }, ...options }),
      startSite(),
      startVendor(),
      shared.borrow(),
    ])
    return { backend, browser, site, vendor }
  }
  const stop = async ({ backend, site, vendor }: Parts<B>): Promise<void> => {
    await shared.giveBack()
    await Promise.all([backend.close(), site.close(), vendor.close()])
  }
  return (engine: Engine, options: BackendOptions): StageOf<B, V, Spec> => {
    let parts: Parts<B> | null = null
    shared.expect()
    const present: Array<V> = []
    beforeAll(async () => {
      parts = await start(engine, options)
    })
    afterEach(async ({ task }) => {
      // What a page complained of is most often why its test failed.
      if (task.result?.state === "fail")
        for (const { troubles } of present) if (troubles.length > 0) console.error(troubles)
      await Promise.all(present.splice(0).map(({ leave }) => leave()))
    })
    afterAll(async () => {
      if (parts !== null) await stop(parts)
    })
    const part = <K extends keyof Parts<B>>(name: K): Parts<B>[K] => {
      if (parts === null) throw new Error("the stage exists only while tests run")
      return parts[name]
    }
    const enter = async (spec?: Spec): Promise<V> => {
      const visitor = await driver.newVisitor(
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
}
