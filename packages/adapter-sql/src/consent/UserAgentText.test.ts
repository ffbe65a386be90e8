import { assert, describe, it } from "@effect/vitest"
import * as fc from "effect/FastCheck"
import { readUserAgent, userAgentText } from "./UserAgentText.js"

const chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36"

/** Rows were written with these: a form that changes would change what is on record. */
const written: ReadonlyArray<readonly [stored: string, userAgent: string]> = [
  ["\nChrome/128 (X11; Linux x86_64)", chrome],
  [
    "\nChrome Mobile/141 (Linux; Android 10; K)",
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36",
  ],
  [
    "\nSafari Mobile/18.6 (iPhone; CPU iPhone OS 18_6 like Mac OS X)",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
  ],
  [
    "\nSafari/17.4.1 (Macintosh; Intel Mac OS X 10_15_7)",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4.1 Safari/605.1.15",
  ],
  [
    "\nEdge/140 (Windows NT 10.0; Win64; x64)",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
  ],
  [
    "\nFirefox/144.0 (Windows NT 10.0; Win64; x64)",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0",
  ],
  [
    "\nFirefox Mobile/144.0 (Android 15; Mobile)",
    "Mozilla/5.0 (Android 15; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0",
  ],
]

const pieces = fc.constantFrom(
  "\n",
  "Mozilla/5.0 (",
  "Chrome/128",
  "Edg/",
  ".0.0.0",
  ")",
  "(",
  " ",
  "; rv:",
  "144.0",
  "X11",
  "$&",
  "{version}",
  "$1",
  " AppleWebKit/537.36 (KHTML, like Gecko)",
  " Safari/537.36",
  " Mobile",
  "Gecko/20100101",
  " Firefox/",
  "Version/18.6",
)
const pieced = fc.array(pieces, { maxLength: 14 }).map((texts) => texts.join(""))
const altered = fc
  .record({
    of: fc.constantFrom(...written.flat()),
    at: fc.nat(150),
    by: fc.oneof(pieces, fc.string({ maxLength: 3 })),
  })
  .map(({ at, by, of }) => of.slice(0, at) + by + of.slice(at))

describe("the column of a browser's name", () => {
  it("has the short form of the browsers that most visitors use, which reads as what they said", () => {
    for (const [stored, userAgent] of written) {
      assert.strictEqual(userAgentText(userAgent), stored)
      assert.strictEqual(readUserAgent(stored), userAgent)
    }
  })

  it("returns any text as it was given", () => {
    fc.assert(
      fc.property(fc.oneof(pieced, altered, fc.string()), (userAgent) => {
        assert.strictEqual(readUserAgent(userAgentText(userAgent)), userAgent)
      }),
      { numRuns: 20_000 },
    )
  })

  it("has what older versions wrote: the text itself", () => {
    for (const [, userAgent] of written) assert.strictEqual(readUserAgent(userAgent), userAgent)
    assert.isNull(readUserAgent(null))
    assert.isNull(userAgentText(null))
  })

  it("stays as it is where a later version wrote it", () => {
    assert.strictEqual(readUserAgent("\nOther/1 (X11)"), "\nOther/1 (X11)")
  })

  it("takes time in proportion to its length", () => {
    const hostile = `Mozilla/5.0 (${"; rv:1".repeat(20_000)}`
    const before = process.cpuUsage().user
    assert.strictEqual(userAgentText(hostile), hostile)
    assert.isBelow(process.cpuUsage().user - before, 200_000)
  })
})
