import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { docsHeaders, docsPage } from "./Page.js"

const page = docsPage({ title: "cs API", specUrl: "/api/spec.json", assetsUrl: "/api/docs" })

/** The page's elements and their attributes: `<a href="x">` is `a href="x"`. Escaped text has none. */
const tagsOf = (html: string): ReadonlyArray<string> => Array.from(html.matchAll(/<([^>]*)>?/g), ([, tag]) => tag ?? "")

/** An attribute's values in order of appearance. */
const valuesOf = (html: string, attribute: string): ReadonlyArray<string> =>
  Array.from(html.matchAll(new RegExp(` ${attribute}="([^"]*)"`, "g")), ([, value]) => value ?? "")

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" }
const read = (html: string) => html.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? "?")

/** Texts with the characters that matter to HTML, to the placeholders and to `String.replace`. */
const words = FastCheck.stringOf(FastCheck.constantFrom(..."<>&\"'`$/=!-#; {}abpltscriptx\u2028é", "{{title}}", "$&"))

describe("the page of the API (threat: injecting markup into the page of the API)", () => {
  it("is a complete page that loads its three files and the document", () => {
    assert.isTrue(page.startsWith('<!doctype html>\n<html lang="en">'))
    assert.include(page, "<title>cs API</title>")
    assert.deepStrictEqual(valuesOf(page, "src"), ["/api/docs/viewer.js", "/api/docs/start.js"])
    assert.deepStrictEqual(valuesOf(page, "href"), ["data:,", "/api/docs/viewer.css", "/api/spec.json"])
    assert.deepStrictEqual(valuesOf(page, "data-spec-url"), ["/api/spec.json"])
  })

  it("has no inline script or style", () => {
    assert.notMatch(page, /<script(?![^>]* src=)|<script[^>]*>[^<]|<style|\s(style|on\w+)\s*=/i)
  })

  it("renders any text as text, never as markup", () => {
    // The frame without its attributes' values, which contain the text.
    const frameOf = (html: string) => tagsOf(html).map((tag) => tag.replace(/"[^"]*"/g, '""'))
    FastCheck.assert(
      FastCheck.property(words, words, words, (title, specUrl, assetsUrl) => {
        const html = docsPage({ title, specUrl, assetsUrl })
        assert.deepStrictEqual(frameOf(html), frameOf(page))
        assert.strictEqual(read(/<title>(.*?)<\/title>/s.exec(html)?.[1] ?? ""), title)
        assert.deepStrictEqual(valuesOf(html, "data-spec-url").map(read), [specUrl])
        assert.deepStrictEqual(valuesOf(html, "src").map(read), [`${assetsUrl}/viewer.js`, `${assetsUrl}/start.js`])
      }),
    )
  })
})

describe("a custom page", () => {
  const render = (template: string, title: string, specUrl: string) =>
    docsPage({ title, specUrl, assetsUrl: "/docs", template })

  it("has every placeholder replaced", () => {
    assert.strictEqual(
      render('<title>{{title}}</title><h1>{{title}}</h1><x-viewer at="{{specUrl}}">{{other}}', "Ours", "/spec.json"),
      '<title>Ours</title><h1>Ours</h1><x-viewer at="/spec.json">{{other}}',
    )
    assert.strictEqual(render("", "Ours", "/spec.json"), "")
  })

  it("renders any text as text, and never as another placeholder", () => {
    FastCheck.assert(
      FastCheck.property(words, words, (title, specUrl) => {
        const [heading = "", link = "", ...rest] = render("{{title}}|{{specUrl}}", title, specUrl).split("|")
        assert.notMatch(heading + link, /[<>"']/)
        assert.deepStrictEqual([read(heading), read(link), rest], [title, specUrl, []])
      }),
    )
  })
})

describe("the page's headers", () => {
  it("refuse everything but the page's own files", () => {
    const { "content-security-policy": policy = "", ...others } = docsHeaders(false)
    assert.deepStrictEqual(others, {
      "content-type": "text/html; charset=utf-8",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
    })
    const directives = Object.fromEntries(
      policy.split("; ").map((directive) => {
        const [name = "", ...sources] = directive.split(" ")
        return [name, sources.join(" ")]
      }),
    )
    assert.deepStrictEqual(directives, {
      "default-src": "'none'",
      "script-src": "'self'",
      "style-src": "'self'",
      "img-src": "'self' data:",
      "connect-src": "'self'",
      "form-action": "'none'",
      "base-uri": "'none'",
      "frame-ancestors": "'none'",
    })
  })

  it("set no policy for a custom page", () => {
    const { "content-security-policy": _, ...others } = docsHeaders(false)
    assert.deepStrictEqual(docsHeaders(true), others)
  })
})
