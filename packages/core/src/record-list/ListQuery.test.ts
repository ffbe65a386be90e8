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

  it.each(["cookie_banner", "marketing_communications", "age_verification", "other", "dpa_eu"])(
    "%s is a type",
    (type) => {
      assert.isEmpty(wrongPaths({ type }))
    },
  )

  it("says what came, as issues of bodies do", () => {
    const issues = [
      {
        path: "action",
        message: "must be one of accept_all, reject_all, opt_out, custom, got a string of 4 characters",
      },
      { path: "limit", message: "must be a whole number from 1 to 1000, got an empty string" },
    ]
    assert.deepStrictEqual(decodeListQuery({ ...none, action: "none", limit: "" }), Either.left(issues))
  })
})
