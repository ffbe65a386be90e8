import { assert, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import { withParameter } from "./ServerOptions.js"

it.each([
  ["postgres://u:p%25@h/d", "postgres://u:p%25@h/d?timeout=5"],
  ["postgres://h/d?x=1", "postgres://h/d?x=1&timeout=5"],
  ["postgres://h/d?timeout=0", "postgres://h/d?timeout=0"],
])("a parameter is added to %s unless it is there", (url, expected) => {
  assert.strictEqual(Redacted.value(withParameter(Redacted.make(url), "timeout", "5")), expected)
})
