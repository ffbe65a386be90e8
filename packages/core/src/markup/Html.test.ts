import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { escaped, htmlPage, inLanguage } from "./Html.js"

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" }

/** As a browser reads text or an attribute. */
const read = (markup: string): string => markup.replaceAll(/&([a-z]+|#\d+);/g, (_, name: string) => named[name] ?? "?")

describe("text as HTML", () => {
  it("has no character of markup, and is read as it was", () => {
    const text = FastCheck.string({ unit: FastCheck.constantFrom("&", "<", ">", '"', "'", "a", ";", "amp") })
    FastCheck.assert(
      FastCheck.property(text, (given) => {
        assert.notMatch(escaped(given), /[<>"']/)
        assert.strictEqual(read(escaped(given)), given)
      }),
    )
    assert.strictEqual(escaped("<a href=\"'&'\">"), "&lt;a href=&quot;&#39;&amp;&#39;&quot;&gt;")
  })

  it("is marked with its language and direction", () => {
    assert.strictEqual(inLanguage("de-AT"), 'lang="de-AT" dir="ltr"')
    assert.strictEqual(inLanguage("ar"), 'lang="ar" dir="rtl"')
    assert.strictEqual(inLanguage('"><script>'), 'lang="&quot;&gt;&lt;script&gt;" dir="ltr"')
  })
})

describe("a page", () => {
  it("is a whole document that loads nothing and is not listed by search engines", () => {
    const page = htmlPage({ language: "he", title: "A & B", style: "p{color:red}", body: "<p>text</p>" })
    assert.strictEqual(
      page,
      '<!doctype html><html lang="he" dir="rtl"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>A &amp; B</title><style>p{color:red}</style></head><body><p>text</p></body></html>\n',
    )
  })
})
