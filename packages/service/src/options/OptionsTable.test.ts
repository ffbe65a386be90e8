import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import type * as AST from "effect/SchemaAST"
import { readFileSync } from "node:fs"
import { ConsentServiceOptions } from "./Options.js"

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8")

/** The members of an option's value, when it has members of its own. */
const membersOf = (ast: AST.AST): ReadonlyArray<AST.PropertySignature> => {
  if (ast._tag === "Union") return ast.types.flatMap(membersOf)
  return ast._tag === "TypeLiteral" ? ast.propertySignatures : []
}

/** Every option by its dotted name, as deep as the table goes. */
const namesWithin = (ast: AST.AST, path: ReadonlyArray<string>, depth: number): ReadonlyArray<string> => {
  const members = depth === 0 ? [] : membersOf(ast)
  if (members.length === 0) return path.length === 0 ? [] : [path.join(".")]
  return members.flatMap(({ name, type }) => namesWithin(type, [...path, String(name)], depth - 1))
}

/** The first cells of the rows of the tables of today's options. */
const named = readme
  .slice(0, readme.indexOf("### Older names"))
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .flatMap((line) => Array.from((line.split("|")[1] ?? "").matchAll(/`([^`]+)`/g), ([, name = ""]) => name))

const rates = ["perNetwork", "perSubject", "perProcess", "reads", "sessions"].map((name) => `rateLimit.${name}`)

/** Blocks whose members the table leaves to their own types. */
const whole = ["openapi.info", "script.bundles", ...rates, "manifest.i18n"]

const optionNames = namesWithin(Schema.encodedSchema(ConsentServiceOptions).ast, [], 3).map(
  (name) => whole.find((block) => name.startsWith(`${block}.`)) ?? name,
)

describe("the README's tables of options", () => {
  it("there are options to look for", () => {
    assert.includeMembers([...optionNames], ["database", "gvl.ttlMs", "manifest.iab.cmpId", "openapi.info"])
  })

  it("have nothing that is none", () => {
    const headings = ["rateLimit"]
    assert.deepStrictEqual(
      named.filter((name) => !optionNames.includes(name) && !headings.includes(name)),
      [],
    )
  })

  it.each(Array.from(new Set(optionNames)))("%s is in them", (name) => {
    assert.include(named, name)
  })
})
