import { assert, it } from "@effect/vitest"
import * as Arr from "effect/Array"
import { makeSentDecisions } from "./SentDecisions.js"

it("a decision is forgotten some minutes after it was sent, however often it is met", () => {
  let now = 0
  const sent = makeSentDecisions(() => now)
  assert.isFalse(sent.has("one"))
  sent.add(["one"])
  now = 200_000
  assert.isTrue(sent.has("one"))
  sent.add(["one", "two"])
  now = 300_001
  assert.isFalse(sent.has("one"))
  assert.isTrue(sent.has("two"))
  sent.add(["one"])
  assert.isTrue(sent.has("one"))
})

it("the oldest is forgotten when there are too many", () => {
  const sent = makeSentDecisions(() => 0)
  const ids = Arr.makeBy(5_000, String)
  sent.add(ids)
  assert.deepStrictEqual(ids.filter(sent.has), ids.slice(5_000 - 4_096))
})
