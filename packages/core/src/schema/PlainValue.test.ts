import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { deepestNesting, isPlainObject, toPlainValue } from "./PlainValue.js"

class Rule {
  readonly id = "a"
}

/** An object whose key a loop or `JSON.stringify` would pass over. */
const withHidden = (key: PropertyKey, value: unknown): object => Object.defineProperty({}, key, { value })

const ownKeys = (value: unknown): ReadonlyArray<PropertyKey> => (isPlainObject(value) ? Reflect.ownKeys(value) : [])

describe("isPlainObject", () => {
  it.each([
    ["an object literal", {}, true],
    ["an object without a prototype", Object.create(null), true],
    ["parsed JSON with a `__proto__` key", JSON.parse('{ "__proto__": {} }'), true],
    ["an object made from another", Object.create({ id: "a" }), false],
    ["an instance of a class", new Rule(), false],
    ["a date", new Date(0), false],
    ["a map", new Map(), false],
    ["a list", [], false],
    ["a function", () => ({}), false],
    ["null", null, false],
    ["undefined", undefined, false],
    ["a text", "{}", false],
    ["a boxed text", Object("{}"), false],
  ] satisfies ReadonlyArray<[string, unknown, boolean]>)("%s: %o is %s", (_, value, expected) => {
    assert.strictEqual(isPlainObject(value), expected)
  })
})

describe("toPlainValue: own keys", () => {
  it("plain data is copied as it is", () => {
    const authored = { id: "a", match: { countries: ["DE", "FR"], isDefault: false }, copyRevision: null, days: 0.5 }
    assert.deepStrictEqual(toPlainValue(authored), { value: authored, problems: [] })
  })

  it("what is not an object is given back", () => {
    for (const value of ["text", 5, true, null, undefined, Symbol.iterator, isPlainObject]) {
      assert.deepStrictEqual(toPlainValue(value), { value, problems: [] })
    }
  })

  it("a key that is not enumerable comes into sight, with its value", () => {
    const { problems, value } = toPlainValue({ match: withHidden("cities", ["Bonn"]) })
    assert.deepStrictEqual(problems, [])
    assert.strictEqual(JSON.stringify(value), '{"match":{"cities":["Bonn"]}}')
  })

  it("a symbol counts as a key, enumerable or not", () => {
    const [shown, hidden] = [Symbol("shown"), Symbol("hidden")]
    const { value } = toPlainValue(Object.assign(withHidden(hidden, 1), { [shown]: 2 }))
    assert.sameMembers([...ownKeys(value)], [hidden, shown])
    assert.isTrue(ownKeys(value).every((key) => Object.prototype.propertyIsEnumerable.call(value, key)))
  })

  it("an own `__proto__` key stays a key and gives nothing away", () => {
    const { value } = toPlainValue(JSON.parse('{ "__proto__": { "isDefault": true } }'))
    assert.deepStrictEqual(ownKeys(value), ["__proto__"])
    assert.isFalse(isPlainObject(value) && "isDefault" in value)
  })

  it("an object without a prototype is copied like any other", () => {
    const authored: unknown = Object.assign(Object.create(null), { id: "a" })
    assert.strictEqual(JSON.stringify(toPlainValue({ rule: authored }).value), '{"rule":{"id":"a"}}')
  })

  it("the value of a getter is read once", () => {
    let reads = 0
    const authored = Object.defineProperty({}, "id", { get: () => `read ${++reads}` })
    const { value } = toPlainValue(authored)
    assert.strictEqual(JSON.stringify(value), '{"id":"read 1"}')
    assert.strictEqual(reads, 1)
  })

  it("a getter that throws is a problem, not a crash", () => {
    const authored = Object.defineProperty({}, "id", {
      get: () => {
        throw new Error("no")
      },
    })
    assert.deepStrictEqual(toPlainValue({ rule: authored }).problems, [
      { path: ["rule", "id"], message: "could not be read" },
    ])
  })

  it("a gap in a list is an item without a value", () => {
    const authored: Array<string> = []
    authored[1] = "DE"
    const { value } = toPlainValue(authored)
    assert.isTrue(Array.isArray(value) && 0 in value && value[0] === undefined && value[1] === "DE")
  })

  it("the copy is independent of the original (property)", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.jsonValue(), (json) => {
        const { problems, value } = toPlainValue(json)
        assert.deepStrictEqual(problems, [])
        assert.strictEqual(JSON.stringify(value), JSON.stringify(json))
        if (typeof json === "object" && json !== null) assert.notStrictEqual(value, json)
      }),
    )
  })
})

describe("toPlainValue: what is not plain, and where", () => {
  it.each([
    ["an instance of a class", { match: new Rule() }, ["match"]],
    ["a date in a list", { review: { sources: ["s", new Date(0)] } }, ["review", "sources", 1]],
    ["an object made from another", { match: Object.create({ isDefault: true }) }, ["match"]],
    ["the whole value", new Map(), []],
  ] satisfies ReadonlyArray<[string, unknown, ReadonlyArray<PropertyKey>]>)("%s", (_, authored, path) => {
    assert.deepStrictEqual(toPlainValue(authored).problems, [{ path, message: "must be a plain object" }])
  })

  it("behind a key that is not enumerable too", () => {
    const authored = withHidden("match", new Rule())
    assert.deepStrictEqual(toPlainValue(authored).problems, [{ path: ["match"], message: "must be a plain object" }])
  })

  it("reports all of them together", () => {
    const { problems } = toPlainValue([new Rule(), { match: new Rule() }, {}])
    assert.deepStrictEqual(
      problems.map(({ path }) => path),
      [[0], [1, "match"]],
    )
  })

  it("an object or list that contains itself, at any depth", () => {
    const match: Record<string, unknown> = {}
    match["countries"] = [match]
    const regions: Array<unknown> = []
    regions.push(regions)
    assert.deepStrictEqual(toPlainValue({ match, regions }).problems, [
      { path: ["match", "countries", 0], message: "must not contain itself" },
      { path: ["regions", 0], message: "must not contain itself" },
    ])
  })

  it("one object in two places is no cycle", () => {
    const gpc = { denyCategories: ["marketing"] }
    assert.deepStrictEqual(toPlainValue({ a: gpc, b: [gpc, gpc] }), {
      value: { a: gpc, b: [gpc, gpc] },
      problems: [],
    })
  })
})

describe("toPlainValue: what is too large", () => {
  const most = 250_000

  /** Lists within each other. */
  const nested = (levels: number): unknown => (levels === 0 ? "inside" : [nested(levels - 1)])

  it("is an authored value of more than 64 levels", () => {
    assert.deepStrictEqual(toPlainValue(nested(deepestNesting)), { value: nested(deepestNesting), problems: [] })
    assert.deepStrictEqual(toPlainValue(nested(deepestNesting + 1)).problems, [
      {
        path: Array.from({ length: deepestNesting }, () => 0),
        message: "is nested too deeply; at most 64 levels can be read",
      },
    ])
  })

  it("is one of more than 250,000 members together, which is said once", () => {
    const half = Array.from({ length: most / 2 - 2 }, () => 1)
    assert.isEmpty(toPlainValue([half, half]).problems)
    const message = "has too many members; at most 250000 can be read"
    const { problems, value } = toPlainValue({ a: half, b: half, c: { d: 1 }, e: [2] })
    assert.deepStrictEqual(problems, [{ path: ["c"], message }])
    assert.deepStrictEqual(value, { a: half, b: half, c: null, e: null })
    assert.deepStrictEqual(toPlainValue({ a: { list: [...half, ...half, 1, 1] }, b: half }), {
      value: { a: { list: null }, b: null },
      problems: [{ path: ["a", "list"], message }],
    })
  })
})

describe("toPlainValue: what is decided by its caller", () => {
  it("objects that are to be kept are the same objects, unread", () => {
    const rule = new Rule()
    const asked: Array<ReadonlyArray<PropertyKey>> = []
    const keeps = (value: object, path: ReadonlyArray<PropertyKey>): boolean => {
      asked.push(path)
      return value instanceof Rule
    }
    const { problems, value } = toPlainValue({ a: [rule] }, { keeps })
    assert.isEmpty(problems)
    assert.strictEqual(isPlainObject(value) && Array.isArray(value["a"]) && value["a"][0], rule)
    assert.deepStrictEqual(asked, [[], ["a"], ["a", 0]])
  })

  it("a key with a problem is reported where it is, and its value is not read", () => {
    const keyProblem = (key: PropertyKey): string | null => (key === "no" ? "must be another key" : null)
    const authored = { a: { no: new Map(), yes: 1 } }
    assert.deepStrictEqual(toPlainValue(authored, { keyProblem }), {
      value: { a: { no: null, yes: 1 } },
      problems: [{ path: ["a", "no"], message: "must be another key" }],
    })
  })

  it("an object that throws when it is looked at is a problem, not a crash", () => {
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    assert.deepStrictEqual(toPlainValue({ a: proxy, b: 1 }), {
      value: { a: null, b: 1 },
      problems: [{ path: ["a"], message: "could not be read" }],
    })
    const keeps = (): boolean => assert.fail("cannot be asked")
    assert.deepStrictEqual(toPlainValue({}, { keeps }).problems, [{ path: [], message: "could not be read" }])
  })
})
