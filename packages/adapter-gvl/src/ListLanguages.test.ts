import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { listLanguages } from "./ListLanguages.js"

const plain = "https://lists.example/list.json"
const translated = "https://lists.example/{language}.json"

describe("the language of a list (threat: filling memory with vendor lists)", () => {
  it.each<[string, string, ReadonlyArray<string>, string, string]>([
    ["an endpoint without translations has one language", plain, [], "de", "en"],
    ["a translation is the visitor's", translated, [], "de-AT", "de"],
    ["`en,fr` is two languages, not one (7.4's quirk is not kept)", translated, [], "en,fr", "en"],
    ["the one read best, not the first", translated, [], "fr;q=0.3, de;q=0.9", "de"],
    ["one without a translation is skipped", translated, [], "tlh, fr;q=0.1", "fr"],
    ["the default without a header", translated, [], "", "en"],
    ["the default for anything", translated, [], "*", "en"],
    ["bundled first", translated, ["de"], "de", "de"],
    ["bundled by primary language", plain, ["de"], "de-CH, en;q=0.9", "de"],
    ["bundled with a region, for all who read it", plain, ["pt-br"], "pt", "pt-br"],
    ["the plain one of several bundled", plain, ["pt-br", "pt"], "pt-BR", "pt"],
    ["a translation that is not bundled", translated, ["de"], "fr", "fr"],
    ["bundled English for who reads none", plain, ["de", "en-gb"], "fr", "en-gb"],
    ["the endpoint's English where only another is bundled", plain, ["de"], "fr", "en"],
  ])("%s", (_, endpoint, bundled, header, expected) => {
    assert.strictEqual(listLanguages(endpoint, bundled).choose(header), expected)
  })

  it("every language comes from a closed list, whatever a visitor sends", () => {
    const header = FastCheck.oneof(
      FastCheck.string(),
      FastCheck.fullUnicodeString(),
      FastCheck.constantFrom("../../admin", "en/../..", "__proto__", "constructor", "de?x=y", "%2e%2e", "\r\nHost: x"),
      FastCheck.stringMatching(/^[a-z]{2,3}$/),
    )
    for (const bundled of [[], ["de", "ja-jp"]]) {
      const { choose, isFetched } = listLanguages(translated, bundled)
      FastCheck.assert(
        FastCheck.property(header, (acceptLanguage) => {
          const language = choose(acceptLanguage)
          assert.isTrue(bundled.includes(language) || (isFetched(language) && /^[a-z]{2}$/.test(language)))
        }),
        { numRuns: 1_000 },
      )
    }
  })

  it("visitors cannot make the process keep more lists than there are languages", () => {
    const { isFetched } = listLanguages(translated, [])
    const letters = Array.from("abcdefghijklmnopqrstuvwxyz")
    const two = letters.flatMap((a) => letters.map((b) => a + b))
    const three = two.flatMap((ab) => letters.map((c) => ab + c))
    assert.isAtMost([...two, ...three].filter(isFetched).length, 70)
  })
})
