import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { initFault } from "./DecodeInit.js"
import { checkManifest } from "./Manifest.js"

const golden = new URL("../../../core/golden/", import.meta.url)
const bodies = readdirSync(golden)
  .filter((name) => name.startsWith("init-"))
  .map((name): [string, unknown] => [name, JSON.parse(readFileSync(new URL(name, golden), "utf8"))])

type Path = ReadonlyArray<string | number>

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), value)

const copyOf = (body: unknown): object => Object(JSON.parse(JSON.stringify(body)))

/** The body with one change at a path. */
const changed = (body: unknown, path: Path, edit: (parent: object, key: string | number) => void): unknown => {
  const copy = copyOf(body)
  edit(Object(at(copy, path.slice(0, -1))), path.at(-1) ?? "")
  return copy
}

const matched = bodies.filter(([, body]) => at(body, ["policyResolution", "status"]) === "matched")

/** The parts of a response that a page's decisions depend on. */
const relied: ReadonlyArray<Path> = [
  ["version"],
  ["status"],
  ["policy"],
  ["fingerprints"],
  ...["policy", "choice", "notice"].map((name) => ["fingerprints", name]),
  ...["model", "prompt", "scope", "scopeMode", "rights", "preselectedCategories"].map((name) => ["policy", name]),
  ["policy", "actions"],
  ["policy", "actions", "allowed"],
  ["policy", "actions", "required"],
  ["policy", "validity"],
  ["policy", "validity", "choiceMs"],
  ["policy", "validity", "noticeMs"],
  ["policy", "privacySignals", "gpc"],
  ["policy", "privacySignals", "gpc", "denyCategories"],
].map((path) => ["policyResolution", ...path])

describe("an /init body", () => {
  it.each(bodies)("accepts the service's response: %s", (_, body) => {
    assert.isUndefined(initFault(body))
  })

  it("the responses include policy rules", () => {
    assert.isAbove(matched.length, 3)
  })

  it.each(matched)(
    "is not gone by without anything that decisions go by, or with another thing in its place: %s",
    (_, body) => {
      for (const path of [["policyResolution"], ["location"], ["translations", "translations"], ...relied]) {
        const less = changed(body, path, (parent, key) => Reflect.deleteProperty(parent, key))
        assert.isDefined(initFault(less), path.join("."))
        for (const other of [null, true, -1, 0, "", "?", [], {}]) {
          if (typeof other === typeof at(body, path) && typeof other !== "string" && other !== -1 && other !== 0)
            continue
          if (other === "?" && path[1] === "fingerprints" && path.length === 3) continue
          const odd = changed(body, path, (parent, key) => Reflect.set(parent, key, other))
          assert.isDefined(initFault(odd), `${path.join(".")} = ${JSON.stringify(other)}`)
        }
      }
    },
  )

  it("distinguishes names of a later contract from mistakes", () => {
    const [, body] = matched[0] ?? []
    const having = (path: Path, value: unknown) =>
      initFault(changed(body, ["policyResolution", ...path], (parent, key) => Reflect.set(parent, key, value)))
    assert.strictEqual(having(["version"], 2), "unsupported-contract")
    assert.strictEqual(having(["status"], "perhaps"), "unsupported-contract")
    assert.strictEqual(having(["policy", "model"], "opt-maybe"), "unsupported-contract")
    assert.strictEqual(having(["policy", "prompt"], "quiz"), "unsupported-contract")
    assert.strictEqual(having(["policy", "scopeMode"], "some"), "unsupported-contract")
    assert.strictEqual(having(["policy", "validity", "choiceMs"], 0), "invalid-payload")
    assert.strictEqual(having(["policy", "rights"], "all"), "invalid-payload")
    assert.strictEqual(having(["fingerprints", "choice"], ""), "invalid-payload")
  })

  it.each([undefined, null, 1, "", [], {}])("is not %s", (body) => {
    assert.strictEqual(initFault(body), "invalid-payload")
  })
})

const manifest = (name: string): unknown => JSON.parse(readFileSync(new URL(`manifest-${name}.json`, golden), "utf8"))

describe("a manifest", () => {
  it.each(["full", "unconfigured", "invalid-rules"])("of the service is taken: %s", (name) => {
    assert.isTrue(checkManifest(manifest(name)).ok)
  })

  it("refuses a response with one unknown rule", () => {
    const full = manifest("full")
    const packs = at(full, ["policyPacks"])
    const count = Array.isArray(packs) ? packs.length : 0
    assert.isAbove(count, 1)
    for (let i = 0; i < count; i++) {
      const rule = ["policyPacks", i, "rule"]
      const odd = changed(full, [...rule, "model"], (parent, key) => Reflect.set(parent, key, "new"))
      assert.deepStrictEqual(checkManifest(odd), { ok: false, reason: "unsupported-contract" })
      for (const path of [rule, [...rule, "scope"], ["policyPacks", i, "fingerprints"]]) {
        const less = changed(full, path, (parent, key) => Reflect.deleteProperty(parent, key))
        assert.deepStrictEqual(checkManifest(less), { ok: false, reason: "invalid-payload" })
      }
    }
  })

  it("reports another schema as another contract", () => {
    const odd = changed(manifest("full"), ["schemaVersion"], (parent, key) => Reflect.set(parent, key, 3))
    assert.deepStrictEqual(checkManifest(odd), { ok: false, reason: "unsupported-contract" })
    assert.isFalse(checkManifest(null).ok)
  })
})
