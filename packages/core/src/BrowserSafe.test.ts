import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path/posix"

/** The modules that a browser bundle may import as values: neither they nor their imports may load a package. */
const browserSafe = [
  "schema/PlainValue",
  "digest/Base58",
  "digest/Base64",
  "digest/Rfc8785",
  "evidence/Checkpoint",
  "evidence/Commitment",
  "evidence/Entry",
  "evidence/MerkleTree",
  "evidence/PackManifest",
  "evidence/ReadJson",
  "evidence/Receipt",
  "evidence/SignedNote",
  "evidence/Statement",
  "evidence/Tiles",
  "evidence/VerifyPack",
  "evidence/VerifyReceipt",
  "location/Location",
  "policy/Category",
  "policy/ModelObligations",
  "policy/MatchRule",
  "policy/ResolveRule",
  "policy/PolicyInvariants",
  "policy/SafeFallback",
  "subject/NewSubjectId",
  "translation/AcceptLanguage",
  "translation/Direction",
  "translation/Languages",
  "translation/MergeTexts",
  "translation/MessageProfiles",
  "translation/SelectLanguage",
  "translation/messages/enIab",
  "translation/messages/enSite",
  "vendor/VendorIdPattern",
]

// The build removes a type-only import, but not `import { type A }` (verbatimModuleSyntax).
const valueImport = /^(?:import|export)\s+(?!type\b)(?:[\w\s{},*$]*?\bfrom\s*)?"([^"]+)"|\bimport\("([^"]+)"\)/gm

const importsOf = (source: string): ReadonlyArray<string> =>
  Array.from(source.matchAll(valueImport), ([, named = "", loaded = named]) => loaded)

type ReadSource = (module: string) => string

const readSource: ReadSource = (module) => readFileSync(new URL(`${module}.ts`, import.meta.url), "utf8")

/** The path from a module to the first package it loads; null when it loads none. */
const wayOut = (read: ReadSource, module: string, seen = new Set<string>()): ReadonlyArray<string> | null => {
  if (seen.has(module)) return null
  seen.add(module)
  for (const target of importsOf(read(module))) {
    if (!target.startsWith(".")) return [module, target]
    const way = wayOut(read, join(dirname(module), target.replace(/\.js$/, "")), seen)
    if (way !== null) return [module, ...way]
  }
  return null
}

describe("modules of the core in browsers", () => {
  it.each(browserSafe)("%s reaches no package", (module) => {
    const way = wayOut(readSource, module)
    assert.isNull(way, way?.join(" -> "))
  })
})

describe("the walk", () => {
  it("sees every import that exists at run time", () => {
    const source = `
import * as A from "a"
import b, {
  type B,
  c,
} from "b"
import "c"
import type { D } from "d"
export * from "e"
export { f } from "f"
export type { G } from "g"
import { type H } from "h"
export const i = () => import("i")
export const importFrom = "j"
`
    assert.deepStrictEqual(importsOf(source), ["a", "b", "c", "e", "f", "h", "i"])
  })

  it("names each module on the path", () => {
    const sources: Readonly<Record<string, string>> = {
      "a/Start":
        'import type { T } from "effect/Schema"\nimport { x } from "../b/Pure.js"\nimport { y } from "./Next.js"',
      "b/Pure": 'import { z } from "../a/Start.js"',
      "a/Next": 'export { y } from "../b/End.js"',
      "b/End": 'import * as Either from "effect/Either"',
    }
    const read: ReadSource = (module) => sources[module] ?? assert.fail(`no module imports ${module}`)
    assert.deepStrictEqual(wayOut(read, "a/Start"), ["a/Start", "a/Next", "b/End", "effect/Either"])
    assert.isNull(wayOut(() => 'import type { T } from "effect/Schema"', "a/Start"))
  })

  it("finds the schemas of this package", () => {
    assert.deepStrictEqual(wayOut(readSource, "vendor/VendorChoice"), ["vendor/VendorChoice", "effect/Schema"])
  })
})
