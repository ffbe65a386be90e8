import { assert, describe, it } from "@effect/vitest"
import { existsSync, readFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import { type BundleName, bundleFiles } from "./Bundles.js"

const files = bundleFiles() ?? assert.fail("the tests come from files")

const names = ["full", "headless", "iab"] as const

const textOf = (name: BundleName): string => {
  assert.isTrue(existsSync(files[name]), "there are no bundles; run `npm run build`")
  return readFileSync(files[name], "utf8")
}

/**
 * The largest allowed sizes, compressed, without the service's own line. The goals are 9,000, 14,000 and 20,000 bytes;
 * these budgets are the current sizes, so that no bundle grows unnoticed.
 */
const budgets = { headless: 15_600, full: 20_400, iab: 28_300 }

describe("the built bundles", () => {
  it("stay within their budgets", () => {
    const sizes = names.map((name) => ({ name, bytes: gzipSync(textOf(name), { level: 9 }).length }))
    const over = sizes.filter(({ bytes, name }) => bytes > budgets[name])
    const table = sizes.map(({ bytes, name }) => `${name} ${bytes} of ${budgets[name]}`).join(", ")
    assert.deepStrictEqual(over, [], table)
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
    assert.deepStrictEqual(roots("full"), [true, false])
    assert.deepStrictEqual(roots("iab"), [true, true])
  })

  it.each(names)("%s: a classic script that adds nothing to the page's scope", (name) => {
    const text = textOf(name)
    assert.match(text, /^(?:"use strict";)?\(\(\)=>\{/)
    assert.match(text, /\}\)\(\);\s*$/)
  })
})
