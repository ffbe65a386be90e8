import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { decodeListQuery, type RawListQuery } from "./ListQuery.js"

const none: RawListQuery = {
  from: null,
  to: null,
  domain: null,
  type: null,
  country: null,
  action: null,
  after: null,
  limit: null,
}

const wrongPaths = (change: Partial<RawListQuery>): ReadonlyArray<string> =>
  Either.match(decodeListQuery({ ...none, ...change }), {
    onLeft: (issues) => issues.map(({ path }) => path),
    onRight: () => [],
  })

describe("the query of a list", () => {
  it("may have no parameters", () => {
    const filter = { domain: null, type: null, country: null, action: null }
    assert.deepStrictEqual(
      decodeListQuery(none),
      Either.right({ from: null, before: null, after: null, filter, limit: 100 }),
    )
  })

  it("has a day as a whole, and its end as a time that is not included", () => {
    const decoded = Either.getOrThrow(decodeListQuery({ ...none, from: "2026-01-31", to: "2026-01-31" }))
    assert.deepStrictEqual([decoded.from, decoded.before], [Date.UTC(2026, 0, 31), Date.UTC(2026, 1, 1)])
  })

  it.each<[string, Partial<RawListQuery>, ReadonlyArray<string>]>([
    ["an end before the beginning", { from: "2026-02-01", to: "2026-01-31" }, ["from"]],
    ["a limit beyond the most", { limit: "1001" }, ["limit"]],
    ["a limit that is no whole number", { limit: "1e2" }, ["limit"]],
    ["another action", { action: "none" }, ["action"]],
    ["a type that no save has", { type: "nope" }, ["type"]],
    ["a name of a country", { country: "Germany" }, ["country"]],
    ["an id of something else", { after: "sub_2Zk7PqYb9RtWmN4x" }, ["after"]],
    [
      "all of it",
      { from: "x", to: "", domain: " ", type: "", country: "", action: "", after: "", limit: "" },
      ["from", "to", "domain", "type", "country", "action", "after", "limit"],
    ],
  ])("%s is reported", (_, change, paths) => {
    assert.sameMembers([...wrongPaths(change)], [...paths])
  })

  it("has its parameters as they were sent, a country in capitals", () => {
    const after = `cns_${"1".repeat(40)}`
    const sent = { domain: "Shop.Example", type: "other", country: "de", action: "opt_out", after, limit: "7" }
    assert.deepStrictEqual(
      decodeListQuery({ ...none, ...sent, from: "2026-01-31T12:00:00Z", to: "2026-01-31T12:00:00.000Z" }),
      Either.right({
        from: Date.UTC(2026, 0, 31, 12),
        // The last millisecond is included.
        before: Date.UTC(2026, 0, 31, 12) + 1,
        after,
        filter: { domain: "shop.example", type: "other", country: "DE", action: "opt_out" },
        limit: 7,
      }),
    )
  })

  it("may have one bound only, on either side of the epoch", () => {
    for (const day of ["1960-01-01", "1970-01-01", "2026-01-01"]) {
      const time = Date.parse(day)
      const [from, to] = [{ from: day }, { to: day }].map((bound) => decodeListQuery({ ...none, ...bound }))
      assert.deepInclude(Either.getOrNull(from ?? assert.fail()), { from: time, before: null })
      assert.deepInclude(Either.getOrNull(to ?? assert.fail()), { from: null, before: time + 86_400_000 })
    }
  })

  it.each(["accept_all", "reject_all", "opt_out", "custom"] as const)("%s is an action", (action) => {
    assert.strictEqual(Either.getOrNull(decodeListQuery({ ...none, action }))?.filter.action, action)
  })

  it.each(["1", "9", "10", "99", "100", "999", "1000"])("%s is a limit", (limit) => {
    assert.strictEqual(Either.getOrNull(decodeListQuery({ ...none, limit }))?.limit, Number(limit))
  })

  it.each(["0", "01", "1001", "9999", "10000", "-1", "1.5", "1e2", " 1", "a"])("%j is no limit", (limit) => {
    assert.deepStrictEqual(wrongPaths({ limit }), ["limit"])
  })

  it.each(["cns_1", "cns_zZ9", `cns_${"z".repeat(40)}`])("%s is an id to go on after", (after) => {
    assert.strictEqual(Either.getOrNull(decodeListQuery({ ...none, after }))?.after, after)
  })

  it.each(["cns_", "cns_0", "cns_l", "xcns_1", "cns_1 ", "cns_1!", `cns_${"1".repeat(41)}`])(
    "%j is no id to go on after",
    (after) => {
      assert.deepStrictEqual(wrongPaths({ after }), ["after"])
    },
  )

  it.each(["D", "DEU", "D3", " DE", "DE "])("%j is no country", (country) => {
    assert.deepStrictEqual(wrongPaths({ country }), ["country"])
  })

  it.each(["cookie_banner", "marketing_communications", "age_verification", "other", "dpa_eu"])(
    "%s is a type",
    (type) => {
      assert.isEmpty(wrongPaths({ type }))
    },
  )

  it("says what came, as issues of bodies do", () => {
    const issues = [
      {
        path: "type",
        message: "must be a type of consent, such as cookie_banner or dpa_eu, got a string of 1 character",
      },
      { path: "country", message: "must be an ISO 3166-1 code, such as DE, got a string of 7 characters" },
      {
        path: "action",
        message: "must be one of accept_all, reject_all, opt_out, custom, got a string of 4 characters",
      },
      { path: "after", message: "must be the next of the page before, got a string of 5 characters" },
      { path: "limit", message: "must be a whole number from 1 to 1000, got an empty string" },
    ]
    assert.deepStrictEqual(
      decodeListQuery({ ...none, type: "x", country: "Germany", action: "none", after: "sub_2", limit: "" }),
      Either.left(issues),
    )
    assert.deepStrictEqual(
      decodeListQuery({ ...none, from: "2026-02-01", to: "2026-01-31" }),
      Either.left([{ path: "from", message: "must not be after 'to'" }]),
    )
  })
})
