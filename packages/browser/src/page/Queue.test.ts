import { assert, describe, it } from "@effect/vitest"
import { deferred, immediate, isDeferred, readCall } from "./Queue.js"

describe("the queue", () => {
  it("reads arrays and arguments objects only", () => {
    assert.deepStrictEqual(readCall(["save", { marketing: true }]), ["save", { marketing: true }])
    const like = (...args: ReadonlyArray<unknown>) => ({ ...args, length: args.length })
    assert.deepStrictEqual(readCall(like("on", "ready", 1)), ["on", "ready", 1])
    for (const other of [null, undefined, 1, "save", {}, [], [1], [["save"]]]) assert.isNull(readCall(other))
  })

  it("every method runs either immediately or later", () => {
    assert.deepStrictEqual(
      deferred.filter((name) => immediate.includes(name)),
      [],
    )
    assert.isTrue(isDeferred("acceptAll"))
    for (const name of ["getSnapshot", "has", "constructor", "config"]) assert.isFalse(isDeferred(name))
  })
})
