import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { domainField, given, issuesIn, timeField, wrong } from "./QueryField.js"

describe("a parameter of a query", () => {
  it("is null where it was not sent, and an empty one was sent", () => {
    const read = (text: string) => Either.right(text.length)
    assert.deepStrictEqual(given(null, read), Either.right(null))
    assert.deepStrictEqual(given("", read), Either.right(0))
  })

  it("is a time as a date or as an instant", () => {
    const epochMs = Date.UTC(2026, 0, 31)
    assert.deepStrictEqual(timeField("from", "2026-01-31"), Either.right({ kind: "date", epochMs }))
    assert.deepStrictEqual(timeField("from", "2026-01-31T00:00Z"), Either.right({ kind: "instant", epochMs }))
    const message =
      "must be a date (2026-01-31) or a timestamp (2026-01-31T12:00:00Z) of ISO 8601, got a string of 10 characters"
    assert.deepStrictEqual(timeField("from", "2026-02-30"), Either.left({ path: "from", message }))
  })

  it("is a domain in its comparable form", () => {
    assert.deepStrictEqual(domainField("Shop.Example"), Either.right("shop.example"))
    const message = "must be a host name with an optional port, 1 to 253 characters, got an empty string"
    assert.deepStrictEqual(domainField(""), Either.left({ path: "domain", message }))
  })

  it("is reported with every other one that is wrong", () => {
    const [one, other] = [wrong("a", "must be one", "x"), wrong("b", "must be other", "yy")]
    assert.deepStrictEqual(issuesIn({ one, fine: Either.right(1), other }), [
      { path: "a", message: "must be one, got a string of 1 character" },
      { path: "b", message: "must be other, got a string of 2 characters" },
    ])
    assert.deepStrictEqual(issuesIn({ fine: Either.right(null) }), [])
  })
})
