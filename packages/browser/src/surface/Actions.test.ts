import { assert, describe, it } from "@effect/vitest"
import * as fc from "effect/FastCheck"
import { type BannerAction, bannerActions } from "./Actions.js"

const required = ["accept", "reject"] as const
const all = ["accept", "customize", "reject"] as const

const order = fc.array(fc.constantFrom<BannerAction>("accept", "reject", "customize"))
const allowed = fc.constantFrom<ReadonlyArray<BannerAction>>(all, required)

describe("the buttons of a banner", () => {
  it("have the default order where the page names none", () => {
    assert.deepStrictEqual(bannerActions({ allowed: all, required }), ["accept", "reject", "customize"])
  })

  it("include those that the rule requires", () => {
    assert.deepStrictEqual(bannerActions({ allowed: all, required }, ["customize", "accept"]), [
      "customize",
      "accept",
      "reject",
    ])
  })

  it("leave out those that the rule does not allow", () => {
    assert.deepStrictEqual(bannerActions({ allowed: required, required }, ["customize", "reject"]), [
      "reject",
      "accept",
    ])
  })

  it.prop(
    "are those of the page and required ones, once each, in the page's order",
    [order, allowed],
    ([wanted, rule]) => {
      const shown = bannerActions({ allowed: rule, required }, wanted)
      for (const action of all) {
        const due = action === "customize" ? wanted.includes(action) && rule.includes(action) : true
        assert.strictEqual(shown.filter((one) => one === action).length, due ? 1 : 0)
      }
      for (const [at, action] of shown.entries()) {
        for (const later of shown.slice(at + 1)) {
          const [first, second] = [wanted.indexOf(action), wanted.indexOf(later)]
          assert.isTrue(second < 0 || (first >= 0 && first < second))
        }
      }
    },
  )
})
