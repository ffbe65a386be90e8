import { assert, describe, it } from "@effect/vitest"
import { existsSync } from "node:fs"
import * as vm from "node:vm"
import { bundleFiles } from "@consent-service/browser"
import { createConsentService } from "../ConsentService.js"
import type { ConsentServiceOptions } from "../options/Options.js"
import { policyRules } from "../testing/TestInstance.js"

/*
 * The scripts as an instance serves them with no option about bundles: those of the browser package, which start
 * wherever there is a `window` and a `fetch`.
 */

const variants = [
  { path: "/cs.js", variant: "full", mode: "hosted" },
  { path: "/cs.headless.js", variant: "headless", mode: "manifest" },
  { path: "/cs.iab.js", variant: "iab", mode: "manifest" },
] as const

const files = bundleFiles() ?? assert.fail("the tests come from files")

const served = async (path: string, options: Partial<ConsentServiceOptions> = {}) => {
  for (const file of Object.values(files)) assert.isTrue(existsSync(file), "there are no bundles; run `npm run build`")
  const manifest = { appName: "</script>\u2028<!-- & Shop", policyRules }
  const service = createConsentService({ manifest, ...options, database: "sqlite::memory:" })
  const response = await service.handler(new Request(`https://consent.test${path}`))
  const text = await response.text()
  await service.dispose()
  assert.strictEqual(response.status, 200, text)
  return { text, etag: response.headers.get("etag") }
}

/** The configuration in the first line, as text. */
const embedded = (text: string): Readonly<Record<string, unknown>> => {
  const [line = ""] = text.split("\n", 1)
  const literal = /JSON\.parse\((".*")\)\);$/.exec(line)?.[1] ?? assert.fail(line.slice(0, 400))
  return JSON.parse(JSON.parse(literal))
}

/** A page that has only `window` and `fetch`; its requests are recorded. */
const barePage = () => {
  const asked: Array<unknown> = []
  const fetch = (url: unknown) => {
    asked.push(url)
    return new Promise(() => {})
  }
  const context = vm.createContext(Object.assign(Object.create(null), { fetch, window: {} }))
  return { asked, run: (code: string): unknown => vm.runInContext(code, context) }
}

const quiet = { enabled: false, persistence: false, ui: false }

describe.each(variants)("$path, with no option about bundles", ({ mode, path, variant }) => {
  it("is one line of configuration, then the package's bundle, and never the end of a script element", async () => {
    const { text } = await served(path)
    const config = embedded(text)
    assert.include(config, { mode, backendURL: "https://consent.test", backendURLSource: "request" })
    if (variant === "full") assert.notProperty(config, "manifest")
    else assert.lengthOf(Object(config["manifest"]).policyPacks, policyRules.length)
    assert.notMatch(text, /<\/script|<!--|\u2028/i)
  })

  it("has a tag of its bytes: another file, another tag", async () => {
    const other = await served(path, { script: { bundles: { [variant]: new URL(import.meta.url) } } })
    assert.include(other.text, "another file, another tag")
    assert.notStrictEqual((await served(path)).etag, other.etag)
  })

  it("starts in an empty page, and shows no prompt while it is not enabled", async () => {
    const { text } = await served(path)
    const { asked, run } = barePage()
    run(`window.cs = [["config", ${JSON.stringify(quiet)}]]`)
    run(text)
    assert.strictEqual(run("window.cs.init().mode"), mode)
    assert.strictEqual(run("window.cs.mode"), mode)
    assert.deepStrictEqual(asked, [])
  })

  it("starts there by the service's own configuration and by init's options too", async () => {
    const configured = barePage()
    configured.run((await served(path, { script: { config: quiet } })).text)
    assert.strictEqual(configured.run("window.cs.init().mode"), mode)
    const manual = barePage()
    manual.run((await served(path, { script: { config: { manual: true } } })).text)
    assert.strictEqual(manual.run(`window.cs.init(${JSON.stringify(quiet)}).mode`), mode)
    assert.deepStrictEqual([...configured.asked, ...manual.asked], [])
  })
})

describe("a page with two of them", () => {
  it("keeps the first it loaded, and starts nothing else", async () => {
    const { run } = barePage()
    run(`window.cs = [["config", ${JSON.stringify(quiet)}]]`)
    run((await served("/cs.js")).text)
    run("window.first = window.cs")
    run((await served("/cs.headless.js")).text)
    assert.strictEqual(run("window.cs === window.first && window.cs.mode"), "hosted")
  })

  it("fails where the IAB one comes second", async () => {
    const { run } = barePage()
    run(`window.cs = [["config", ${JSON.stringify(quiet)}]]`)
    run((await served("/cs.headless.js")).text)
    const { text } = await served("/cs.iab.js")
    assert.throws(() => run(text))
  })
})
