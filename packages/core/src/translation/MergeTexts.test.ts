import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { mergeTexts } from "./MergeTexts.js"

const leaf = FastCheck.oneof(FastCheck.string(), FastCheck.array(FastCheck.string(), { maxLength: 2 }))
const key = FastCheck.constantFrom("a", "b", "c", "__proto__", "constructor")

const texts = FastCheck.letrec<{ node: unknown; object: Record<string, unknown> }>((tie) => ({
  node: FastCheck.oneof({ depthSize: "small" }, leaf, tie("object")),
  object: FastCheck.array(FastCheck.tuple(key, tie("node")), { maxLength: 4 }).map((entries) =>
    Object.fromEntries(entries),
  ),
})).object

const at = (value: unknown, path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>(
    (inner, name) =>
      typeof inner === "object" && inner !== null && !Array.isArray(inner) && Object.hasOwn(inner, name)
        ? Object.getOwnPropertyDescriptor(inner, name)?.value
        : undefined,
    value,
  )

const leavesOf = (value: unknown, path: ReadonlyArray<string> = []): ReadonlyArray<ReadonlyArray<string>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]))
    : [path]

describe("mergeTexts", () => {
  it("has every leaf of the override, and the leaves of the base that it does not override", () => {
    FastCheck.assert(
      FastCheck.property(texts, texts, (base, override) => {
        const merged = mergeTexts(base, override)
        for (const path of leavesOf(override)) assert.deepStrictEqual(at(merged, path), at(override, path))
        for (const path of leavesOf(base)) {
          const spoken = path.some((_, i) =>
            leavesOf(override).some((said) => said.join(".") === path.slice(0, i + 1).join(".")),
          )
          const replaced = typeof at(override, path) === "object"
          if (!spoken && !replaced) assert.deepStrictEqual(at(merged, path), at(base, path))
        }
      }),
    )
  })

  it("modifies neither argument, is idempotent, and modifies no prototype", () => {
    FastCheck.assert(
      FastCheck.property(texts, texts, (base, override) => {
        const before = JSON.stringify([base, override])
        const merged = mergeTexts(base, override)
        assert.strictEqual(JSON.stringify([base, override]), before)
        assert.deepStrictEqual(mergeTexts(merged, override), merged)
        assert.strictEqual(Object.getPrototypeOf(merged), Object.prototype)
        assert.deepStrictEqual(Object.keys(Object.prototype), [])
      }),
    )
  })

  it("ignores undefined, and replaces whole arrays and scalars", () => {
    assert.deepStrictEqual(mergeTexts({ a: { b: "1", c: ["x", "y"] } }, { a: { b: undefined, c: ["z"] } }), {
      a: { b: "1", c: ["z"] },
    })
  })

  it("reads `frame` as `consentGate`, whose own keys win key by key, and never answers `frame`", () => {
    const base = { consentGate: { title: "base", loading: "base", error: "base" } }
    const override = { frame: { title: "frame", loading: "frame" }, consentGate: { title: "gate" } }
    assert.deepStrictEqual(mergeTexts(base, override), {
      consentGate: { title: "gate", loading: "frame", error: "base" },
    })
  })

  it("`common.dismiss` speaks for `acknowledge` unless that has a text of its own", () => {
    const base = { common: { dismiss: "d", acknowledge: "a" } }
    assert.deepStrictEqual(mergeTexts(base, { common: { dismiss: "x" } }), {
      common: { dismiss: "x", acknowledge: "x" },
    })
    assert.deepStrictEqual(mergeTexts(base, { common: { dismiss: "x", acknowledge: "y" } }), {
      common: { dismiss: "x", acknowledge: "y" },
    })
  })
})
