import { assert, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import { withoutZeros, withParameter } from "./ServerOptions.js"

it.each([
  ["postgres://u:p%25@h/d", "postgres://u:p%25@h/d?timeout=5"],
  ["postgres://h/d?x=1", "postgres://h/d?x=1&timeout=5"],
  ["postgres://h/d?timeout=0", "postgres://h/d?timeout=0"],
])("a parameter is added to %s unless it is there", (url, expected) => {
  assert.strictEqual(Redacted.value(withParameter(Redacted.make(url), "timeout", "5")), expected)
})

it.each([
  ["postgres://u:p%25@h/d", "postgres://u:p%25@h/d"],
  ["postgres://h/d?statement_timeout=0", "postgres://h/d"],
  ["postgres://h/d?a=%25&statement_timeout=0&lock_timeout=00&b", "postgres://h/d?a=%25&b"],
  [
    "postgres://h/d?statement_timeout=10&lock_timeout=5&other=0",
    "postgres://h/d?statement_timeout=10&lock_timeout=5&other=0",
  ],
])("a time-out of 0 is left out of %s", (url, expected) => {
  const names = ["statement_timeout", "lock_timeout"]
  assert.strictEqual(Redacted.value(withoutZeros(Redacted.make(url), names)), expected)
})
