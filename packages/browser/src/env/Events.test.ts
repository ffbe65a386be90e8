import { assert, describe, it } from "@effect/vitest"
import { makeEvents } from "./Events.js"

describe("events", () => {
  it("late listeners get the last ready and ui, but no earlier consent or error", () => {
    const events = makeEvents()
    const heard: Array<unknown> = []
    for (const [name, detail] of [
      ["ready", 1],
      ["ui", "banner"],
      ["ui", "none"],
      ["consent", 2],
      ["error", 3],
    ] as const)
      events.emit(name, detail)
    for (const name of ["ready", "ui", "consent", "error"] as const)
      events.on(name, (detail) => heard.push([name, detail]))
    assert.deepStrictEqual(heard, [
      ["ready", 1],
      ["ui", "none"],
    ])
    events.emit("consent", 4)
    assert.deepStrictEqual(heard.at(-1), ["consent", 4])
  })

  it("a throwing listener does not affect others; a removed one is not called", () => {
    const events = makeEvents()
    const heard: Array<string> = []
    const leave = events.on("consent", () => {
      heard.push("first")
      throw new Error("of the page")
    })
    events.on("consent", () => heard.push("second"))
    events.emit("consent", null)
    leave()
    leave()
    events.emit("consent", null)
    assert.deepStrictEqual(heard, ["first", "second", "second"])
  })
})
