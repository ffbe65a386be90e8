import { assert, describe, it } from "@effect/vitest"
import * as fc from "effect/FastCheck"
import { jsonProblemAt, parseJson } from "./ParseJson.js"

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const problemOf = (text: string): string => {
  try {
    return String(parseJson(text))
  } catch (error) {
    return String(error)
  }
}

/** JSON with one character replaced, removed or added. */
const almostJson = fc
  .tuple(
    fc.json({ maxDepth: 3 }),
    fc.nat(),
    fc.constantFrom("", ...'{}[]",:\\ -+.0123eEtrufalsn\n\t\u0001x'),
    fc.nat(1),
  )
  .map(([json, at, put, removed]) => {
    const place = at % (json.length + 1)
    return json.slice(0, place) + put + json.slice(place + removed)
  })

describe("the place where a text is no JSON", () => {
  it("is found exactly where JSON.parse refuses the text", () => {
    fc.assert(fc.property(almostJson, (text) => (jsonProblemAt(text) === null) === isJson(text)))
    fc.assert(fc.property(fc.json(), (text) => jsonProblemAt(text) === null))
  })

  it("is no later than the character that makes every continuation invalid", () => {
    fc.assert(
      fc.property(almostJson, (text) => {
        const at = jsonProblemAt(text)
        // What comes before is JSON, or the beginning of some.
        return at === null || jsonProblemAt(text.slice(0, at)) === at || isJson(text.slice(0, at))
      }),
    )
  })

  it.each([
    ['{"apiKeys":[S3CRETKEY]}', "line 1, column 13"],
    ['{\n  "a": 1,\n  "b": "S3CRETKEY\n}', "line 3, column 8"],
    ['{"a": 1} S3CRETKEY', "line 1, column 10"],
    ["{'a': 'S3CRETKEY'}", "line 1, column 2"],
    ['{"apiKeys": ["S3CRETKEY"', "ends too early at line 1, column 25"],
    ["", "ends too early at line 1, column 1"],
  ])("is named without the text: %j", (text, place) => {
    assert.match(problemOf(text), new RegExp(`is not valid JSON: .*${place}$`))
    assert.notInclude(problemOf(text), "S3CRET")
  })
})
