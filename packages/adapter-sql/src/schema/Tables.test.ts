import { assert, it } from "@effect/vitest"
import { tablePrefixProblem, tablesOf } from "./Tables.js"

it.each(["", "cs_", "_x", "Consent2_", "p".repeat(32)])("%j is a table prefix", (prefix) => {
  assert.isNull(tablePrefixProblem(prefix))
  assert.strictEqual(tablesOf(prefix).consent, `${prefix}consent`)
  // The longest name that PostgreSQL does not truncate.
  for (const name of Object.values(tablesOf(prefix))) assert.isAtMost(name.length, 63)
})

it.each(["1x", "a-b", "a b", 'a"', "ä", "p".repeat(33), "x\n"])("%j is not valid", (prefix) => {
  assert.isNotNull(tablePrefixProblem(prefix))
  assert.throws(() => tablesOf(prefix), /the table prefix must be/)
})
