import { assert, describe, it, vi } from "@effect/vitest"
import { makeLog } from "./Log.js"

const observation = { _tag: "MigrationApplied", id: "1-baseline", durationMs: 1 } as const

/** What the console is told while a drain fails. */
const consoleErrorsOf = async (drain: () => unknown): Promise<ReadonlyArray<unknown>> => {
  const console = vi.spyOn(globalThis.console, "error").mockImplementation(() => {})
  try {
    makeLog("info", drain)(observation)
    await Promise.resolve()
    return console.mock.calls.map(([line]): unknown => JSON.parse(String(line)))
  } finally {
    console.mockRestore()
  }
}

describe("a drain of the integrator's own", () => {
  const failure = { level: "error", event: "log-drain-failed", failure: "Error: full" }

  it("that throws fails nothing but itself", async () => {
    const [line] = await consoleErrorsOf(() => {
      throw new Error("full")
    })
    assert.deepInclude(line, failure)
  })

  it("that rejects later fails nothing but itself", async () => {
    const [line] = await consoleErrorsOf(() => Promise.reject(new Error("full")))
    assert.deepInclude(line, failure)
  })

  it("gets what is grave enough and nothing else", () => {
    const got: Array<string> = []
    makeLog("warn", ({ event }) => got.push(event))(observation)
    makeLog("info", ({ event }) => got.push(event))(observation)
    assert.deepStrictEqual(got, ["migration-applied"])
  })
})
