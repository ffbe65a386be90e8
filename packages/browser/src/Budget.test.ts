import { assert, describe, it } from "@effect/vitest"
import { existsSync, readFileSync } from "node:fs"
import { brotliCompressSync, gzipSync } from "node:zlib"
import { budgets } from "../budgets.mjs"
import { type BundleName, bundleFiles } from "./Bundles.js"

const files = bundleFiles() ?? assert.fail("the tests come from files")

const classic = ["full", "headless", "iab", "fullFirst", "iabFirst"] as const
const modules = ["fullSurfaces", "fullRest", "iabSurfaces", "iabRest", "tools", "declaration"] as const
const names = [...classic, ...modules]

const textOf = (name: BundleName): string => {
  assert.isTrue(existsSync(files[name]), "there are no bundles; run `npm run build`")
  return readFileSync(files[name], "utf8")
}

describe("the built bundles", () => {
  it.each(names)("%s stays within its budgets", (name) => {
    const bytes = Buffer.from(textOf(name))
    const { brotli, gzip } = budgets[name]
    const sizes = { gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotliCompressSync(bytes).length }
    assert.isAtMost(sizes.gzip, gzip, "in gzip")
    assert.isAtMost(sizes.brotli, brotli, "in Brotli")
  })

  it.each(names)("%s: no code that a strict content-security policy or a careful page forbids", (name) => {
    const text = textOf(name)
    for (const word of [/\beval\(/, /new Function\b/, /innerHTML/, /document\.write/, /<\/script/i, /sourceMappingURL/])
      assert.notMatch(text, word)
  })

  it("each has its own surfaces only", () => {
    // IAB first, because the ordinary root is searched without it.
    const roots = (name: BundleName) => [
      textOf(name).replaceAll("iab-consent-banner-root", "").includes("consent-banner-root"),
      textOf(name).includes("iab-consent-banner-root"),
    ]
    assert.deepStrictEqual(roots("headless"), [false, false])
    for (const name of ["full", "fullSurfaces"] as const) assert.deepStrictEqual(roots(name), [true, false])
    for (const name of ["iab", "iabSurfaces"] as const) assert.deepStrictEqual(roots(name), [true, true])
    for (const name of ["fullFirst", "iabFirst", "fullRest", "tools", "declaration"] as const)
      assert.deepStrictEqual(roots(name), [false, false])
  })

  it.each(classic)("%s: a classic script that adds nothing to the page's scope", (name) => {
    const text = textOf(name)
    assert.match(text, /^(?:"use strict";)?\(\(\)=>\{/)
    assert.match(text, /\}\)\(\);\s*$/)
  })

  it.each(modules)("%s: a module with its exports alone, that imports nothing", (name) => {
    const text = textOf(name)
    const exported = { tools: /(\w+ as (receipt|debug),?){2}/, declaration: /\w+ as declare/, other: /\w+ as default/ }
    const { source } = exported[name === "tools" || name === "declaration" ? name : "other"]
    assert.match(text, new RegExp(`export\\{${source}\\};\\s*$`))
    assert.notMatch(text, /\bimport\b/)
  })
})
