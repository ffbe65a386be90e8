import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import { anyPlace, anyRules } from "../../testing/PolicyArbitrary.js"
import { diffPolicyRules, type DiffSide, type PolicyChange } from "./DiffRules.js"
import { compileRules } from "../CompiledRule.js"
import type { PolicyRule } from "../PolicyRule.js"
import type { PolicyResolution } from "../PolicyResolution.js"
import { compileResolver, ruleIdOf } from "../MatchRule.js"

const compile = (rules: ReadonlyArray<PolicyRule>) => compileResolver(Either.getOrThrow(compileRules(rules)))

/** The reverse of a change. */
const turned = ({ after, before, stricter, weaker, ...rest }: Omit<PolicyChange, "asksAgain">) => ({
  ...rest,
  before: after,
  after: before,
  weaker: stricter,
  stricter: weaker,
})

/** The comparable part of a change: its texts and the visitors who are asked again have a direction. */
const shape = ({ after, before, changed, stricter, visitors, weaker }: Omit<PolicyChange, "asksAgain">) => ({
  visitors,
  before,
  after,
  changed,
  weaker: weaker.length,
  stricter: stricter.length,
})

const outcomeOf = (resolution: PolicyResolution) => [
  resolution.status,
  ruleIdOf(resolution),
  resolution.status === "matched" ? resolution.matchedBy : null,
]

const outcomeIn = ({ matchedBy, rule, status }: DiffSide) => [status, rule, matchedBy]

const fingerprintsIn = (resolution: PolicyResolution) =>
  resolution.status === "matched" ? resolution.fingerprints : null

describe("diffPolicyRules: properties", () => {
  it("no list differs from itself", () => {
    FastCheck.assert(
      FastCheck.property(anyRules, (rules) => {
        const { changes, rules: ids, weakened } = diffPolicyRules(rules, structuredClone(rules))
        assert.deepStrictEqual(
          { changes, ids, weakened },
          { changes: [], ids: { added: [], removed: [] }, weakened: false },
        )
      }),
    )
  })

  it("the reverse of a change swaps weaker and stricter", () => {
    FastCheck.assert(
      FastCheck.property(anyRules, anyRules, (a, b) => {
        const [there, back] = [diffPolicyRules(a, b), diffPolicyRules(b, a)]
        assert.sameDeepMembers(
          back.changes.map((one) => shape(turned(one))),
          there.changes.map((one) => shape(one)),
        )
        assert.strictEqual(
          there.weakened,
          there.changes.some(({ weaker }) => weaker.length > 0),
        )
        assert.strictEqual(
          back.weakened,
          there.changes.some(({ stricter }) => stricter.length > 0),
        )
        assert.deepStrictEqual(back.rules, { added: there.rules.removed, removed: there.rules.added })
      }),
    )
  })

  it("asks again iff the fingerprint of what is asked differs", () => {
    FastCheck.assert(
      FastCheck.property(anyRules, anyRules, (a, b) => {
        for (const { after, asksAgain, changed } of diffPolicyRules(a, b).changes) {
          assert.strictEqual(asksAgain, after.prompt !== "none" && changed.includes(`${after.prompt} fingerprint`))
        }
      }),
    )
  })

  it("a change contains exactly the visitors who get another rule or policy", () => {
    FastCheck.assert(
      FastCheck.property(anyRules, anyRules, FastCheck.array(anyPlace, { minLength: 20 }), (a, b, places) => {
        const [was, is] = [compile(a), compile(b)]
        const told = diffPolicyRules(a, b).changes.map(({ after, before }) =>
          JSON.stringify([outcomeIn(before), outcomeIn(after)]),
        )
        for (const place of places) {
          const [before, after] = [was(place), is(place)]
          const differs = [outcomeOf, fingerprintsIn].some(
            (of) => JSON.stringify(of(before)) !== JSON.stringify(of(after)),
          )
          const expected = JSON.stringify([outcomeOf(before), outcomeOf(after)])
          assert.strictEqual(told.includes(expected), differs, JSON.stringify(place))
        }
      }),
    )
  })
})
