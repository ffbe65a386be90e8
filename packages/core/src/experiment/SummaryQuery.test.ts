import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import { decodeSummaryQuery, type RawSummaryQuery } from "./SummaryQuery.js"

const decode = (change: Partial<RawSummaryQuery>) =>
  decodeSummaryQuery({ id: "banner", from: null, to: null, domain: null, ...change })

const wrongPaths = (change: Partial<RawSummaryQuery>) =>
  Either.match(decode(change), { onLeft: (issues) => issues.map(({ path }) => path), onRight: () => [] })

describe("the query of a summary", () => {
  it("may have no bounds", () => {
    assert.deepStrictEqual(
      decode({}),
      Either.right({ query: { experimentId: "banner", from: null, to: null, domain: null }, from: null, to: null }),
    )
  })

  it("dates are whole days, bounds are returned as timestamps, and a domain is normalized as in records", () => {
    const [from, to] = ["2026-01-31T00:00:00.000Z", "2026-01-31T23:59:59.999Z"]
    assert.deepStrictEqual(
      decode({ from: "2026-01-31", to: "2026-01-31", domain: "Bücher.Example:8443" }),
      Either.right({
        query: {
          experimentId: "banner",
          from: Date.parse(from),
          to: Date.parse(to),
          domain: "xn--bcher-kva.example:8443",
        },
        from,
        to,
      }),
    )
  })

  it("the returned bounds select the same range again, and from is never after to", () => {
    const anyText = FastCheck.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true }).chain(
      (date) => FastCheck.constantFrom(date.toISOString(), date.toISOString().slice(0, 10)),
    )
    FastCheck.assert(
      FastCheck.property(FastCheck.option(anyText), FastCheck.option(anyText), (from, to) => {
        const decoded = decode({ from, to })
        if (Either.isLeft(decoded)) {
          assert.isTrue(from !== null && to !== null && Date.parse(from) > Date.parse(to))
          assert.deepStrictEqual(wrongPaths({ from, to }), ["from"])
          return
        }
        const { query } = decoded.right
        assert.isTrue(query.from === null || query.to === null || query.from <= query.to)
        assert.deepStrictEqual(decode({ from: decoded.right.from, to: decoded.right.to }), decoded)
      }),
    )
  })

  it("one instant is a range", () => {
    const instant = "2026-01-31T12:00:00.000Z"
    assert.deepStrictEqual(wrongPaths({ from: instant, to: instant }), [])
  })

  it.each<[string, Partial<RawSummaryQuery>, ReadonlyArray<string>]>([
    ["from after to", { from: "2026-02-01", to: "2026-01-31" }, ["from"]],
    ["a bound that does not exist", { from: "2026-02-30" }, ["from"]],
    ["an empty bound", { to: "" }, ["to"]],
    ["an empty domain", { domain: "" }, ["domain"]],
    ["a domain that is invalid", { domain: "https://shop.example/" }, ["domain"]],
    ["an empty id", { id: "" }, ["id"]],
    ["an id over 128 characters", { id: "x".repeat(129) }, ["id"]],
    ["an id that no body can carry", { id: "a\u0000" }, ["id"]],
    ["all of it", { id: "", from: "x", to: "x", domain: " " }, ["id", "from", "to", "domain"]],
  ])("%s is reported", (_, change, paths) => {
    assert.deepStrictEqual(wrongPaths(change), paths)
  })

  it("128 characters are counted as code points", () => {
    assert.deepStrictEqual(wrongPaths({ id: "🍪".repeat(128) }), [])
  })
})
