import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { checkRules, inspectPolicyRules, PolicyRulesInvalid, validatePolicyRules } from "./InspectRules.js"

const good = { id: "a", match: { countries: ["DE"] }, model: "opt-in", prompt: "choice" }
const other = (change: object) => ({ ...good, id: "b", match: { countries: ["FR"] }, ...change })

const errorsOf = (rules: unknown, iabEnabled?: boolean) => inspectPolicyRules(rules, { iabEnabled }).errors

/** A rule with a value at a path, such as `privacySignals.gpc`. */
const withLevel = (path: string, level: object): object =>
  path === "" ? level : path.split(".").reduceRight<object>((inner, key) => ({ [key]: inner }), level)

class Rule {
  readonly id = "a"
  readonly match = { countries: ["DE"] }
  readonly model = "opt-in"
  readonly prompt = "choice"
}

describe("every object rejects unknown keys", () => {
  const levels: ReadonlyArray<readonly [string, object]> = [
    ["", {}],
    ["match", { countries: ["DE"] }],
    ["validity", {}],
    ["privacySignals", {}],
    ["privacySignals.gpc", { denyCategories: [] }],
    ["i18n", {}],
    ["proof", {}],
    ["review", { status: "pending" }],
    ["legacyMaterial", { input: {}, policyFingerprint: "f" }],
  ]

  it.each(levels)("an unknown key of '%s' is an error", (path, level) => {
    const errors = errorsOf([{ ...good, ...withLevel(path, { ...level, expires: 1 }) }])
    assert.strictEqual(errors.length, 1)
    assert.match(errors[0] ?? "", new RegExp(`^rule 'a': ${path === "" ? "" : `${path}\\.`}expires: is unexpected`))
  })

  it.each(levels)("an unknown key of '%s' that is not enumerable is an error", (path, level) => {
    const hidden = path === "" ? { ...good } : { ...level }
    Object.defineProperty(hidden, "expires", { value: undefined })
    const errors = errorsOf([path === "" ? hidden : { ...good, ...withLevel(path, hidden) }])
    assert.strictEqual(errors.length, 1)
    assert.match(errors[0] ?? "", new RegExp(`^rule 'a': ${path === "" ? "" : `${path}\\.`}expires: is unexpected`))
  })

  it.each(levels)("a class instance at '%s' is an error", (path, level) => {
    const rule = withLevel(path, Object.assign(Object.create({ inherited: true }), path === "" ? good : level))
    const [error] = errorsOf([path === "" ? rule : { ...good, ...rule }])
    assert.strictEqual(error, `rule ${path === "" ? "at index 0" : `'a': ${path}`}: must be a plain object`)
  })

  it("a symbol as a key is an error", () => {
    assert.match(errorsOf([{ ...good, [Symbol("s")]: 1 }]).join(), /^rule 'a': Symbol\(s\): is unexpected/)
  })

  it("a `__proto__` key is an error and gives no field", () => {
    const match: unknown = JSON.parse('{ "__proto__": { "isDefault": true } }')
    assert.match(errorsOf([{ ...good, match }])[0] ?? "", /^rule 'a': match\.__proto__: is unexpected/)
  })

  it("a rule without a prototype is valid, and non-enumerable known fields count", () => {
    const rule: unknown = Object.assign(Object.create(null), good, { match: undefined })
    Object.defineProperty(rule, "match", { value: { countries: ["DE"] }, enumerable: false })
    assert.deepStrictEqual(errorsOf([rule]), [])
  })

  it("inherited fields do not count", () => {
    const rule = Object.assign(Object.create(good), { id: "a" })
    assert.deepStrictEqual(errorsOf([rule]), ["rule at index 0: must be a plain object"])
  })

  it("a cyclic or unreadable rule is an error", () => {
    const match: Record<string, unknown> = { countries: ["DE"] }
    match["regions"] = [match]
    const unreadable = Object.defineProperty({ ...good, id: "b" }, "rights", {
      get: () => {
        throw new Error("no")
      },
    })
    const errors = errorsOf([{ ...good, match }, unreadable])
    assert.include(errors, "rule 'a': match.regions.0: must not contain itself")
    assert.include(errors, "rule 'b': rights: could not be read")
  })
})

describe("errors are sentences with the rule and the field", () => {
  it.each([
    ["one of several values", { model: "ask" }, `must be "opt-in", "opt-out", "iab" or "none", got "ask"`, "model"],
    ["a type", { validity: { choiceDays: "365" } }, `must be a number, got a string`, "validity.choiceDays"],
    ["an object", { review: "done" }, `must be an object, got a string`, "review"],
    ["a missing field", { privacySignals: { gpc: {} } }, "is missing", "privacySignals.gpc.denyCategories"],
    [
      "no JSON",
      { legacyMaterial: { input: { v: 1n }, policyFingerprint: "f" } },
      "must be a JSON value",
      "legacyMaterial.input.v",
    ],
  ])("%s", (_, change, message, field) => {
    assert.deepStrictEqual(errorsOf([{ ...good, ...change }]), [`rule 'a': ${field}: ${message}`])
  })

  it("a rule is named by its id, trimmed", () => {
    assert.match(errorsOf([{ ...good, id: " a ", model: "x" }])[0] ?? "", /^rule 'a': model: /)
  })

  it("a rule without an id is named by its index", () => {
    for (const id of [undefined, "", " ", 5]) {
      assert.match(errorsOf([good, other({ id, model: "x" })]).join("\n"), /^rule at index 1: model: /m)
    }
  })
})

describe("errors of a whole pack", () => {
  it.each([[undefined], [null], [{}], ["[]"], [{ length: 0 }]])("pack is not an array: %j", (rules) => {
    assert.deepStrictEqual(errorsOf(rules), ["policyRules must be an array"])
  })

  it.each([
    ["null", null],
    ["a text", "a"],
    ["a number", 5],
    ["a list", [good]],
    ["a date", new Date(0)],
    ["an instance of a class", new Rule()],
  ])("an item is not a plain object: %s", (_, item) => {
    assert.deepStrictEqual(errorsOf([good, item]), ["rule at index 1: must be a plain object"])
  })

  it("a missing item", () => {
    const rules: Array<unknown> = [good]
    rules[2] = other({})
    assert.deepStrictEqual(errorsOf(rules), ["rule at index 1: must be a plain object"])
  })

  it("two defaults", () => {
    const match = { isDefault: true }
    assert.deepStrictEqual(errorsOf([{ ...good, match }, other({ match })]), [
      "more than one rule has match.isDefault: true",
    ])
    assert.deepStrictEqual(errorsOf([{ ...good, match }, other({ match: { ...good.match, isDefault: false } })]), [])
  })

  it("two fallbacks", () => {
    const match = { fallback: true }
    assert.deepStrictEqual(errorsOf([{ ...good, match }, other({ match })]), [
      "more than one rule has match.fallback: true",
    ])
    assert.deepStrictEqual(errorsOf([{ ...good, match }, other({ match: { ...good.match, fallback: false } })]), [])
  })

  it("duplicate id, compared trimmed", () => {
    assert.deepStrictEqual(errorsOf([good, other({ id: " a " })]), ["rule 'a': id: is used by an earlier rule"])
    assert.deepStrictEqual(errorsOf([good, other({ id: "A" })]), [])
  })

  it("an iab rule while IAB support is not exactly true", () => {
    const rules = [{ ...good, model: "iab" }]
    assert.deepStrictEqual(errorsOf(rules, false), ["rule 'a': model: 'iab' needs iab.enabled: true"])
    assert.deepStrictEqual(errorsOf(rules, true), [])
  })

  it("an iab rule is not an error where the caller states no IAB setting", () => {
    assert.deepStrictEqual(errorsOf([{ ...good, model: "iab" }]), [])
  })

  it("an empty pack is valid", () => {
    assert.deepStrictEqual(errorsOf([], false), [])
  })
})

describe("all errors are reported together", () => {
  it("of all rules, of all fields, and of the pack", () => {
    const isDefault = { match: { isDefault: true } }
    const errors = errorsOf(
      [
        { ...good, ...isDefault, prompt: "none", actions: [], expires: 1 },
        { ...good, ...isDefault, model: "iab", proof: { storeIp: "yes" } },
        other({ match: {}, model: "x" }),
        5,
      ],
      false,
    )
    assert.deepStrictEqual(
      errors.map((error) => error.replace(/^(rule [^:]+: [\w.]+|[^:]+): .*$/s, "$1")),
      [
        "rule 'a': expires",
        "rule 'a': prompt",
        "rule 'a': actions",
        "rule 'a': actions",
        "rule 'a': proof.storeIp",
        "rule 'b': model",
        "rule at index 3",
        "rule 'a': id",
        "rule 'a': model",
        "more than one rule has match.isDefault",
      ],
    )
  })

  it("checkRules returns either every error or the rules", () => {
    assert.deepStrictEqual(
      checkRules([good, other({ expires: 1 }), 5]).pipe(Either.mapLeft(({ length }) => length)),
      Either.left(2),
    )
    assert.deepStrictEqual<unknown>(Either.getOrThrow(checkRules([good, other({})])), [good, other({})])
  })

  it("validatePolicyRules throws the first and contains all", () => {
    const rules = [{ ...good, prompt: "none" }, 5]
    try {
      validatePolicyRules(rules)
    } catch (error) {
      assert.instanceOf(error, PolicyRulesInvalid)
      assert.strictEqual(error.message, "rule 'a': prompt: must be choice with model 'opt-in'")
      assert.deepStrictEqual(error.errors, errorsOf(rules))
      assert.lengthOf(error.errors, 2)
      return
    }
    assert.fail("did not throw")
  })

  it("validatePolicyRules uses the IAB setting and accepts valid rules with warnings", () => {
    assert.throws(() => validatePolicyRules([{ ...good, model: "iab" }], { iabEnabled: false }), /needs iab.enabled/)
    assert.isUndefined(validatePolicyRules([{ ...good, model: "iab" }], { iabEnabled: true }))
  })
})

describe("warnings", () => {
  const byDefault = other({ id: "d", match: { isDefault: true } })
  const fallback = other({ id: "f", match: { fallback: true } })
  const warningsOf = (...matches: ReadonlyArray<object>) =>
    inspectPolicyRules([...matches.map((match, i) => ({ ...good, id: `r${i}`, match })), byDefault, fallback]).warnings

  it("a valid pack has no warnings", () => {
    assert.deepStrictEqual(warningsOf({ countries: ["DE"] }, { regions: [{ country: "US", region: "CA" }] }), [])
  })

  it("no default", () => {
    assert.deepStrictEqual(inspectPolicyRules([fallback]).warnings, [
      "no rule has match.isDefault: true: visitors of countries that no rule names have no policy",
    ])
  })

  it("no fallback", () => {
    assert.deepStrictEqual(inspectPolicyRules([byDefault]).warnings, [
      "no rule has match.fallback: true: visitors whose location is unknown get the default rule, or none",
    ])
  })

  it.each([
    ["countries", { countries: ["FR"] }],
    ["regions", { regions: [{ country: "US", region: "CA" }] }],
    ["regionFallbacks", { regionFallbacks: ["US"] }],
  ])("a default rule that also has explicit matchers: %s", (_, match) => {
    const rules = [{ ...good, id: " a ", match: { isDefault: true, ...match } }, fallback]
    assert.deepStrictEqual(inspectPolicyRules(rules).warnings, ["rule 'a': match: is the default and names places too"])
  })

  it("a default rule that is also the fallback names no location", () => {
    const rules = [{ ...good, match: { isDefault: true, fallback: true } }]
    assert.deepStrictEqual(inspectPolicyRules(rules).warnings, [])
  })

  it("the same country, upper-cased, in two rules: the first wins", () => {
    assert.deepStrictEqual(warningsOf({ countries: ["DE"] }, { countries: ["FR", " de "] }), [
      "rule 'r1': match: DE is named by rule 'r0' before it, which wins",
    ])
  })

  it("the same COUNTRY-REGION in two rules, whatever the spelling", () => {
    const written = [
      { country: "US", region: "CA" },
      { country: "us", region: "US-ca" },
    ]
    assert.deepStrictEqual(warningsOf(...written.map((region) => ({ regions: [region] }))), [
      "rule 'r1': match: US-CA is named by rule 'r0' before it, which wins",
    ])
  })

  it("a country and its region, or a location twice in one rule, do not overlap", () => {
    assert.deepStrictEqual(
      warningsOf(
        { countries: ["US", "us"], regionFallbacks: ["CA"] },
        { regions: [{ country: "US", region: "CA" }], countries: ["CA"] },
      ),
      [],
    )
  })

  it("do not block", () => {
    assert.isTrue(Either.isRight(checkRules([good, other({ match: good.match })])))
  })
})
