import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { cpuMs } from "../testing/CpuTime.js"
import { parseAcceptLanguage, primarySubtag } from "./AcceptLanguage.js"

interface Mention {
  readonly code: string
  readonly weight: number
  readonly position: number
}

/**
 * A naive implementation of the rules, with regular expressions and quadratic passes instead of a scanner and a map.
 */
const naive = (header: string): ReadonlyArray<string> => {
  const mentions: ReadonlyArray<Mention> = header.split(",").map((range, position) => {
    const code = /^[^;]*/.exec(range)?.[0].trim().toLowerCase().replace(/-.*$/s, "") ?? ""
    const written = /;\s*q=([^;]*)/is.exec(range)?.[1]
    const number = parseFloat(written ?? "1")
    return { code, position, weight: isNaN(number) ? 1 : number }
  })
  const beats = (a: Mention, b: Mention): boolean =>
    a.weight > b.weight || (a.weight === b.weight && a.position < b.position)
  const first = mentions.filter((a) => a.code !== "" && !mentions.some((b) => b.code === a.code && beats(b, a)))
  return first.toSorted((a, b) => (beats(a, b) ? -1 : 1)).map(({ code }) => code)
}

const weight = FastCheck.oneof(
  FastCheck.double({ min: 0, max: 1, noNaN: true }).map((q) => q.toFixed(2)),
  FastCheck.constantFrom(
    "1",
    "0",
    "",
    "abc",
    "-1",
    "7",
    "0.5x",
    " 0.3",
    "NaN",
    "Infinity",
    "-Infinity",
    "1e1",
    ".4",
    "0,9",
  ),
)
const tag = FastCheck.constantFrom(
  "en",
  "EN-gb",
  "de",
  " de-AT ",
  "fr",
  "pt-BR",
  "*",
  "",
  "-",
  "-US",
  "__proto__",
  "zh-Hant-TW",
  "x\ty",
)
const parameters = FastCheck.oneof(
  FastCheck.constant(""),
  weight.map((q) => `;q=${q}`),
  weight.map((q) => ` ; Q=${q} `),
  FastCheck.tuple(weight, weight).map(([a, b]) => `;level=1;q=${a};q=${b}`),
  FastCheck.constantFrom(";", ";q", ";qq=0.1", ";q =0.1", ";;q=0.2"),
)
const header = FastCheck.array(
  FastCheck.tuple(tag, parameters).map((parts) => parts.join("")),
  { maxLength: 12 },
).map((ranges) => ranges.join(","))
const noise = FastCheck.string({ unit: FastCheck.constantFrom(..."aAzé-,;=qQ.019* \t\n_\u0000\ud800"), maxLength: 60 })

describe("parseAcceptLanguage", () => {
  it.each<[string, ReadonlyArray<string>]>([
    ["en", ["en"]],
    ["de-AT, de;q=0.9, en;q=0.8", ["de", "en"]],
    ["en;q=0.8, fr-CH", ["fr", "en"]],
    ["a;q=0.5,b;q=0.5,c;q=0.5", ["a", "b", "c"]],
    ["en;q=0.1,de;q=0.5,en;q=0.9", ["en", "de"]],
    ["en;q=0,de;q=0.1", ["de", "en"]],
    ["en;q=0", ["en"]],
    ["en;q=0.9,de;q=nonsense", ["de", "en"]],
    ["en;q=0.9,de;q=", ["de", "en"]],
    ["en,de;q=7", ["de", "en"]],
    ["en;q=0,de;q=-1", ["en", "de"]],
    ["*,pt;q=0.5", ["*", "pt"]],
    ["EN-US,En-gb", ["en"]],
    ["a;q=Infinity,b;q=Infinity,c", ["a", "b", "c"]],
    ["", []],
    [" , ;q=1,-,", []],
  ])("reads %j as %j", (given, expected) => {
    assert.deepStrictEqual(parseAcceptLanguage(given), expected)
  })

  it("agrees with a naive implementation of the rules", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.oneof(header, noise), (given) => {
        assert.deepStrictEqual(parseAcceptLanguage(given), naive(given))
      }),
      { numRuns: 1000 },
    )
  })

  it("gives each code once, lower-cased and free of separators, for any text", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.oneof(header, noise, FastCheck.string({ unit: "binary" })), (given) => {
        const codes = parseAcceptLanguage(given)
        assert.strictEqual(new Set(codes).size, codes.length)
        for (const code of codes) assert.match(code, /^[^,;-]+$/)
      }),
    )
  })

  it("sorts a visitor's distinct languages by the weights they were given", () => {
    const wanted = FastCheck.uniqueArray(
      FastCheck.tuple(
        FastCheck.string({ unit: FastCheck.constantFrom(..."abcdefgh"), minLength: 2, maxLength: 3 }),
        FastCheck.nat(1000),
      ),
      { selector: ([code]) => code, maxLength: 30 },
    )
    FastCheck.assert(
      FastCheck.property(wanted, (pairs) => {
        const weights = new Map(pairs)
        const codes = parseAcceptLanguage(pairs.map(([code, q]) => `${code}-XX;q=${q / 1000}`).join(", "))
        assert.sameMembers([...codes], [...weights.keys()])
        const sorted = codes.map((code) => weights.get(code) ?? -1)
        assert.deepStrictEqual(
          sorted,
          sorted.toSorted((a, b) => b - a),
        )
      }),
    )
  })
})

const filled = (unit: string): string => unit.repeat(Math.ceil(16_384 / unit.length)).slice(0, 16_384)

const distinctCodes = Array.from({ length: 2_400 }, (_, i) => `${(i + 300).toString(36)};q=.${(i * 7) % 10}`).join(",")

const hostile = [
  ",",
  "-",
  "a,",
  ";q=",
  "a;q=",
  "a-",
  ";",
  "9",
  "\t",
  " ",
  "a;q=1,",
  "a;q=9999999999,",
  ";q=1;q=1",
  "q=,",
]

const ordinary = filled("de-AT,de;q=0.9,en-US;q=0.8,en;q=0.7,")

describe("a hostile header", () => {
  const quickest = (given: string): number => cpuMs(() => parseAcceptLanguage(given), 20)

  /** Quadratic work on 16 KiB would cost about a thousand times as much. */
  const costsLike = (given: string): void => {
    assert.isBelow(quickest(given), 50 * quickest(ordinary))
  }

  it.each(hostile)("of 16 KiB of %j costs about as much as an ordinary one of its length", (unit) =>
    costsLike(filled(unit)),
  )

  it("of thousands of distinct languages, too", () => costsLike(distinctCodes))

  it("of one long number, too", () => costsLike(`en;q=0.${"1".repeat(16_000)}`))

  it("of a megabyte costs no more than one of 16 KiB", () => {
    costsLike("a,".repeat(500_000))
    assert.deepStrictEqual(parseAcceptLanguage(`en${" ".repeat(1_000_000)},de`), ["en"])
  })
})

describe("primarySubtag", () => {
  it.each([
    ["de", "de"],
    [" de-AT ", "de"],
    ["PT-br", "pt"],
    ["zh-Hant-TW", "zh"],
    ["", ""],
    ["-US", ""],
    ["en_US", "en_us"],
    ["constructor", "constructor"],
  ])("of %j is %j", (tagGiven, expected) => {
    assert.strictEqual(primarySubtag(tagGiven), expected)
  })
})
