import type { DeclaredVendor } from "@consent-service/core/vendor"
import type { OptionalCategory } from "@consent-service/core/policy"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "effect/FastCheck"
import { flagsOf } from "../consent/Evaluate.js"
import { type AccessState, vendorAllowed, verdictOf } from "./Access.js"

const vendor = (id: string, category: DeclaredVendor["category"]): DeclaredVendor => ({
  id,
  name: id,
  category,
  privacyPolicyUrl: "https://vendor.test/privacy",
})

const stateOf = (granted: ReadonlyArray<OptionalCategory>, change: Partial<AccessState> = {}): AccessState => ({
  permissions: flagsOf((category) => granted.includes(category)),
  isPending: false,
  vendorsKnown: true,
  declared: [vendor("maps", "functionality"), vendor("ads", { and: ["marketing", "measurement"] })],
  ownEntries: [{ id: "broken" }],
  denials: null,
  iabPermits: () => null,
  ...change,
})

describe("vendors", () => {
  it("need their category, and a switch never grants", () => {
    assert.isTrue(vendorAllowed(stateOf(["functionality"]), "maps"))
    assert.isFalse(vendorAllowed(stateOf([]), "maps"))
    assert.isFalse(vendorAllowed(stateOf(["marketing"]), "ads"))
    assert.isTrue(vendorAllowed(stateOf(["marketing", "measurement"]), "ads"))
  })

  it("stop when switched off", () => {
    const denials = { confirmedAt: 1, denied: ["maps"] }
    assert.isFalse(vendorAllowed(stateOf(["functionality"], { denials }), "maps"))
    assert.isTrue(vendorAllowed(stateOf(["functionality"], { denials }), "other"))
  })

  it("that the page could not declare do not run", () => {
    assert.isFalse(vendorAllowed(stateOf(["functionality", "marketing", "measurement"]), "broken"))
  })

  it("that are undeclared are ignored; IAB decides about those it knows", () => {
    assert.isTrue(vendorAllowed(stateOf([]), "unknown"))
    const iabPermits = (id: string) => (id === "755" ? false : id === "maps" ? true : null)
    assert.isFalse(vendorAllowed(stateOf(["functionality"], { iabPermits }), "755"))
    assert.isTrue(vendorAllowed(stateOf([], { iabPermits }), "maps"))
  })
})

describe("the verdict", () => {
  it("waits before the policy is known, except where nothing optional is needed", () => {
    const pending = stateOf([], { isPending: true, vendorsKnown: false })
    assert.strictEqual(verdictOf(pending, { category: "marketing" }), "pending")
    assert.strictEqual(verdictOf(pending, { vendor: "maps" }), "pending")
    for (const need of [{}, { category: "necessary" as const }]) assert.strictEqual(verdictOf(pending, need), "granted")
  })

  it("lets no vendor run before the vendors are known, declared or not", () => {
    for (const id of ["maps", "unknown"]) {
      const given = stateOf(["functionality"], { vendorsKnown: false })
      assert.strictEqual(verdictOf(given, { vendor: id }), "denied")
      assert.strictEqual(verdictOf({ ...given, isPending: true }, { vendor: id }), "pending")
      assert.strictEqual(verdictOf({ ...given, vendorsKnown: true }, { vendor: id }), "granted")
    }
  })

  it.prop(
    "grants only what category and vendor both allow",
    {
      granted: fc.subarray<OptionalCategory>(["functionality", "marketing", "measurement"]),
      category: fc.option(fc.constantFrom<OptionalCategory>("functionality", "marketing"), { nil: undefined }),
      id: fc.option(fc.constantFrom("maps", "ads", "unknown"), { nil: undefined }),
      off: fc.subarray(["maps", "ads"]),
      pending: fc.boolean(),
      known: fc.boolean(),
    },
    ({ category, granted, id, known, off, pending }) => {
      const state = stateOf(granted, {
        vendorsKnown: known,
        isPending: pending,
        denials: { confirmedAt: 1, denied: off },
      })
      const verdict = verdictOf(state, { category, vendor: id })
      const byCategory = category === undefined || granted.includes(category)
      const byVendor = id === undefined || (known && vendorAllowed(state, id))
      assert.strictEqual(verdict, byCategory && byVendor ? "granted" : pending ? "pending" : "denied")
    },
  )
})
