import { optionalCategories, type OptionalCategory } from "@consent-service/core/policy"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "effect/FastCheck"
import type { Condition } from "../consent/Access.js"
import { allows, categoriesNamed, readCondition } from "./Conditions.js"

const permissions = fc.record({
  experience: fc.boolean(),
  functionality: fc.boolean(),
  marketing: fc.boolean(),
  measurement: fc.boolean(),
})

/** A condition, the equal JavaScript expression, and its categories. */
interface Sample {
  readonly condition: Condition
  readonly source: string
  readonly names: ReadonlyArray<OptionalCategory>
}

const { sample } = fc.letrec<{ sample: Sample; list: Sample; negation: Sample; leaf: Sample }>((tie) => ({
  leaf: fc.constantFrom<Sample>(
    { condition: "necessary", source: "true", names: [] },
    ...optionalCategories.map((name) => ({ condition: name, source: `p.${name}`, names: [name] })),
  ),
  negation: tie("sample").map(({ condition, source, names }) => ({
    condition: { not: condition },
    source: `(!${source})`,
    names,
  })),
  list: fc
    .tuple(fc.boolean(), fc.array(tie("sample"), { minLength: 1, maxLength: 3 }), fc.boolean())
    .map(([every, parts, bare]) => {
      const [first] = parts
      const operands = bare && first && parts.length === 1 ? first.condition : parts.map(({ condition }) => condition)
      return {
        condition: every ? { and: operands } : { or: operands },
        source: `(${parts.map(({ source }) => source).join(every ? "&&" : "||")})`,
        names: parts.flatMap(({ names }) => names),
      }
    }),
  sample: fc.oneof({ maxDepth: 4 }, tie("leaf"), tie("list"), tie("negation")),
}))

describe("allows", () => {
  it.prop("equals its JavaScript expression", [sample, permissions], ([{ condition, source }, p]) => {
    assert.strictEqual(allows(condition, p), new Function("p", `return ${source}`)(p))
  })
})

describe("categoriesNamed", () => {
  it.prop(
    "names what the condition was made of, once each and in canonical order",
    [sample],
    ([{ condition, names }]) => {
      assert.deepStrictEqual(
        categoriesNamed(condition),
        optionalCategories.filter((category) => names.includes(category)),
      )
    },
  )
})

describe("readCondition", () => {
  it.prop(
    "reads what JSON wrote, and names as they are",
    [sample, fc.constantFrom("", " ", "\n")],
    ([{ condition }, space]) => {
      const text = typeof condition === "string" ? condition : `${space}${JSON.stringify(condition)}${space}`
      assert.deepStrictEqual(readCondition(text), condition)
    },
  )

  it.prop(
    "refuses a condition with anything unknown in it",
    [
      sample,
      fc.constantFrom<unknown>("analytics", "constructor", "", 1, null, [], {}, { and: [] }, { xor: "marketing" }),
    ],
    ([{ condition }, unknown]) => {
      for (const operands of [[condition, unknown], [unknown], unknown]) {
        assert.isNull(readCondition(JSON.stringify({ and: operands })))
        assert.isNull(readCondition(JSON.stringify({ or: operands })))
      }
      assert.isNull(readCondition(JSON.stringify({ not: unknown })))
      assert.isNull(readCondition(JSON.stringify({ not: [condition] })))
      assert.isNull(readCondition(JSON.stringify({ and: condition, or: condition })))
    },
  )

  it("refuses text that is neither a name nor a condition", () => {
    for (const text of [
      "",
      "Marketing",
      " marketing",
      "marketing,measurement",
      "{",
      "{}",
      "null",
      "[]",
      '["marketing"]',
      "toString",
    ]) {
      assert.isNull(readCondition(text), text)
    }
  })
})
