import { safeFallback, safeFallbackFingerprints as fingerprints } from "@consent-service/core/policy"
import { assert, describe, it } from "@effect/vitest"
import type { SavePayload } from "../wire/Wire.js"
import type { IabPart } from "../tcf/IabPart.js"
import { complete } from "./Complete.js"
import type { Resolved } from "./Resolved.js"

const now = 1_800_000_000_000

const resolvedOf = (model: "opt-in" | "iab"): Resolved => ({
  status: "matched",
  rule: { policy: { ...safeFallback, model }, fingerprints },
  proof: { policySnapshotToken: "today" },
})

const save = (value: boolean, fingerprint?: string): SavePayload => ({
  type: "cookie_banner",
  subjectId: "sub_1a",
  domain: "shop.test",
  givenAt: 5,
  preferences: { necessary: true, marketing: value },
  choice: {
    version: 3,
    categories: {
      marketing: {
        value,
        confirmedAt: 5,
        basis: fingerprint === undefined ? { kind: "legacy-v2" } : { kind: "choice-v1", fingerprint },
      },
    },
  },
  consentAction: value ? "all" : "necessary",
})

const partThat = (holds: boolean) => {
  const decided: Array<unknown> = []
  const part: Pick<IabPart, "holds" | "decide"> = {
    holds: () => holds,
    decide: (what, at) => {
      decided.push([what, at])
      const categories = { experience: false, functionality: false, marketing: false, measurement: false }
      return { action: "necessary", categories, tcString: "tc" }
    },
  }
  return { part, decided }
}

describe("a save that waited for a policy", () => {
  it("names its policy, and keeps its own time", () => {
    assert.deepStrictEqual(complete(save(false), { resolved: resolvedOf("opt-in") }, undefined, now), {
      ...save(false),
      policySnapshotToken: "today",
      model: "opt-in",
    })
  })

  it("names no policy where none applies", () => {
    const resolved: Resolved = { status: "unconfigured", rule: null, proof: {} }
    assert.deepStrictEqual(complete(save(false), { resolved }, undefined, now), save(false))
  })

  it("with a grant is completed under the same terms only", () => {
    const state = { resolved: resolvedOf("opt-in") }
    const same = save(true, fingerprints.choice)
    assert.strictEqual(complete(same, state, undefined, now).policySnapshotToken, "today")
    for (const other of [save(true, "of another rule"), save(true)])
      assert.strictEqual(complete(other, state, undefined, now), other)
  })

  it("that refuses under an IAB rule gets the TC string of the refusal, with its own time", () => {
    const { decided, part } = partThat(false)
    const state = { resolved: resolvedOf("iab") }
    assert.include(complete(save(false), state, part, now), { tcString: "tc", model: "iab" })
    assert.deepStrictEqual(decided, [["none", 5]])
  })

  it("gets no TC string after a newer decision, nor for anything but a refusal of all", () => {
    const held = partThat(true)
    const state = { resolved: resolvedOf("iab") }
    assert.notProperty(complete(save(false), state, held.part, now), "tcString")
    const { decided, part } = partThat(false)
    assert.notProperty(complete({ ...save(false), consentAction: "custom" }, state, part, now), "tcString")
    assert.deepStrictEqual([held.decided, decided], [[], []])
  })
})
