import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { renderDocsPage } from "./DocsPage.js"
import { makeOpenApiDocument, type OpenApiDocument } from "./OpenApiDocument.js"

const document = makeOpenApiDocument({ title: "cs API", version: "1.2.3", server: "/" })

/** The page's elements and their attributes: `<a href="x">` is `a href="x"`. Escaped text has none. */
const tagsOf = (page: string): ReadonlyArray<string> => Array.from(page.matchAll(/<([^>]*)>?/g), ([, tag]) => tag ?? "")

/** A document in which every text that is not a name in OpenAPI's own vocabulary is this one. */
const saying = (text: string): OpenApiDocument => ({
  ...document,
  info: { title: text, version: text, description: text },
  servers: [{ url: text, description: text }],
  tags: [{ name: text, description: text }],
  paths: {
    [`/${text}`]: {
      post: {
        operationId: text,
        summary: text,
        description: text,
        tags: [text],
        security: [],
        parameters: [{ name: text, in: "query", description: text, required: true, schema: { type: "string" } }],
        requestBody: {
          required: true,
          content: { "application/json": { schema: { type: "string", description: text, enum: [text] } } },
        },
        responses: {
          200: { description: text, content: { "application/json": { schema: { type: "string", title: text } } } },
        },
      },
    },
  },
  components: { schemas: { [text]: { type: "string", description: text } }, securitySchemes: {} },
})

describe("the API reference page (contract decision 23)", () => {
  const page = renderDocsPage(document)

  it("is a complete HTML page that names the API, its version and every operation", () => {
    assert.isTrue(page.startsWith("<!doctype html>"))
    assert.isTrue(page.endsWith("</html>"))
    assert.include(page, "<title>cs API</title>")
    assert.include(page, "1.2.3")
    for (const [path, item] of Object.entries(document.paths)) {
      assert.include(page, `<code>${path}</code>`)
      for (const operation of [item.get, item.post]) {
        if (operation?.summary !== undefined)
          assert.include(page, `<p>${operation.summary.replaceAll("'", "&#39;")}</p>`)
      }
    }
    for (const name of Object.keys(document.components.schemas)) assert.include(page, `&quot;${name}&quot;`)
  })

  it("opens and closes its elements in order", () => {
    const open: Array<string> = []
    for (const tag of tagsOf(page)) {
      const name = /^\/?([a-z0-9]+)/i.exec(tag)?.[1] ?? ""
      if (tag.startsWith("!") || name === "meta") continue
      if (tag.startsWith("/")) assert.strictEqual(open.pop(), name)
      else open.push(name)
    }
    assert.isEmpty(open)
  })

  it("needs nothing from elsewhere and runs nothing", () => {
    const tags = tagsOf(page)
    const elements = new Set(tags.map((tag) => /^[!/]?([a-z0-9]+)/i.exec(tag)?.[1]))
    for (const element of ["script", "link", "img", "iframe", "object", "embed", "base", "form", "svg", "a"]) {
      assert.isFalse(elements.has(element), element)
    }
    for (const tag of tags) assert.notMatch(tag, /\b(src|href|action|style|srcset|on\w+)\s*=|http-equiv/i)
    const style = /<style>(.*?)<\/style>/s.exec(page)?.[1] ?? assert.fail("the page has no style")
    assert.notMatch(style, /@import|url\(|expression|\/\//i)
  })

  it.each([
    "</script><script>alert(1)</script>",
    "</title><img src=x onerror=alert(1)>",
    "</pre></details><iframe src=//evil.example>",
    '" onmouseover="alert(1)',
    "' autofocus onfocus='alert(1)",
    "<!--",
    "]]>",
    "&lt;script&gt;",
    "&#60;b&#62;",
    "</style><style>@import '//evil.example'",
  ])("what it embeds stays text: %s", (hostile) => {
    // The frame is the same whatever the words are.
    assert.deepStrictEqual(tagsOf(renderDocsPage(saying(hostile))), tagsOf(renderDocsPage(saying("words"))))
    assert.notInclude(renderDocsPage(saying(hostile)).replace(/<style>.*?<\/style>/s, ""), hostile)
  })

  it("of any words: they appear as they are once the entities are read, and never as markup", () => {
    const frame = tagsOf(renderDocsPage(saying("words")))
    const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" }
    const read = (html: string) => html.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? "?")
    const words = FastCheck.stringOf(FastCheck.constantFrom(..."<>&\"'/=!-#; abpltscriptx\u2028é"), { minLength: 1 })
    FastCheck.assert(
      FastCheck.property(words, (text) => {
        const html = renderDocsPage(saying(text))
        assert.deepStrictEqual(tagsOf(html), frame)
        assert.strictEqual(read(/<title>(.*?)<\/title>/s.exec(html)?.[1] ?? ""), text)
      }),
    )
  })
})
