import { optionalCategories } from "@consent-service/core/policy"
import { afterEach, assert, describe, it } from "@effect/vitest"
import * as fc from "effect/FastCheck"
import { makeClearer, matchesName } from "./ClearOnRevocation.js"

const flags = fc.record({
  experience: fc.boolean(),
  functionality: fc.boolean(),
  marketing: fc.boolean(),
  measurement: fc.boolean(),
})

/** Names with special characters of regular expressions and patterns. */
const name = fc.string({ unit: fc.constantFrom("_", "g", "a", ".", "*", "+", "$"), maxLength: 4 })

describe("matchesName", () => {
  it.prop("matches a pattern literally, except for a star at its end", [name, name], ([pattern, text]) => {
    const escaped = (literal: string) => literal.replace(/[.*+$]/g, "\\$&")
    const source = pattern.endsWith("*") ? `${escaped(pattern.slice(0, -1))}.*` : escaped(pattern)
    assert.strictEqual(matchesName([pattern], text), new RegExp(`^(?:${source})$`).test(text))
  })

  it("tries each of the patterns, and an empty list matches nothing", () => {
    assert.isTrue(matchesName(["_fbp", "_ga*"], "_ga_X1"))
    assert.isFalse(matchesName(["_fbp", "_gat"], "_ga"))
    assert.isFalse(matchesName([], "_ga"))
  })
})

describe("makeClearer", () => {
  afterEach(() => {
    Reflect.deleteProperty(globalThis, "window")
  })

  it.prop(
    "deletes for what is refused at first, then for what was allowed just before; never what is ours",
    [fc.array(flags, { minLength: 1, maxLength: 5 })],
    ([sequence]) => {
      class Keys {
        readonly [key: string]: unknown
        removeItem(key: string) {
          Reflect.deleteProperty(this, key)
        }
      }
      const localStorage = new Keys()
      Reflect.set(globalThis, "window", { localStorage })
      const rules = Object.fromEntries(
        optionalCategories.map((category) => [category, { localStorage: [`${category}*`, "own*"] }]),
      )
      const clear = makeClearer(rules, ["own"])
      sequence.forEach((now, at) => {
        Object.assign(localStorage, { own: 1, "euconsent-v2": 1, else: 1 })
        for (const category of optionalCategories) Object.assign(localStorage, { [`${category}.1`]: 1 })
        clear(now)
        const before = sequence[at - 1]
        const kept = optionalCategories.filter((category) => now[category] || before?.[category] === false)
        assert.sameMembers(Object.keys(localStorage), [
          "own",
          "euconsent-v2",
          "else",
          ...kept.map((category) => `${category}.1`),
        ])
      })
    },
  )

  it("continues where storage is blocked", () => {
    const removed: Array<string> = []
    const sessionStorage = Object.create({ removeItem: (key: string) => removed.push(key) })
    sessionStorage.ads = "1"
    const blocked = { get: () => assert.fail("blocked") }
    Reflect.set(globalThis, "window", Object.defineProperty({ sessionStorage }, "localStorage", blocked))
    makeClearer(
      { marketing: { localStorage: ["ads"], sessionStorage: ["ads"] } },
      [],
    )({ experience: true, functionality: true, marketing: false, measurement: true })
    assert.deepStrictEqual(removed, ["ads"])
  })
})
