import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { isSpeculative, reportedHeaders } from "./ReadSignals.js"

const lookup = (headers: Readonly<Record<string, string>>) => (name: string) => headers[name] ?? null

const allowed = [
  "user-agent",
  "x-cs-version",
  "x-cs-policy-contract",
  "x-cs-country",
  "cf-ipcountry",
  "x-vercel-ip-country",
  "x-amz-cf-ipcountry",
  "x-country-code",
  "x-country",
  "x-cs-region",
  "cf-region-code",
  "x-vercel-ip-country-region",
  "x-region-code",
  "accept-language",
  "x-cs-gpc",
  "sec-gpc",
]

const secret = [
  "cookie",
  "authorization",
  "proxy-authorization",
  "x-forwarded-for",
  "x-cs-client-ip",
  "x-client-ip",
  "x-real-ip",
  "forwarded",
  "referer",
  "origin",
]

describe("the headers a receiver of reports may see", () => {
  it("are the allowed ones of the request, as sent, and no others", () => {
    const headers = FastCheck.dictionary(FastCheck.constantFrom(...allowed, ...secret), FastCheck.string(), {
      noNullPrototype: true,
    })
    FastCheck.assert(
      FastCheck.property(headers, (sent) => {
        const expected = Object.fromEntries(Object.entries(sent).filter(([name]) => allowed.includes(name)))
        assert.deepStrictEqual(reportedHeaders(lookup(sent)), expected)
      }),
    )
  })
})

describe("requests before a visit", () => {
  it.each([
    ["sec-purpose", "prefetch"],
    ["sec-purpose", "prefetch;prerender"],
    ["sec-purpose", "Prefetch; anonymous-client-ip"],
    ["purpose", "prefetch"],
    ["x-purpose", "prerender"],
    ["x-moz", "prefetch"],
    ["next-router-prefetch", "1"],
  ])("%s: %s", (name, value) => {
    assert.isTrue(isSpeculative(lookup({ [name]: value })))
  })

  it.each([
    ["accept", "prefetch"],
    ["sec-purpose", "preview"],
    ["purpose", ""],
    ["next-router-prefetch", "0"],
    ["next-router-prefetch", "11"],
  ])("not %s: %s", (name, value) => {
    assert.isFalse(isSpeculative(lookup({ [name]: value })))
  })
})
