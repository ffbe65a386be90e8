import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { toLogLine } from "./LogLine.js"

const time = new Date("2026-11-21T13:26:59.123Z")

const hostile = fc.array(
  fc.oneof(
    fc.string({ unit: "binary", maxLength: 8 }),
    fc.constantFrom(
      "\r\n",
      "\n{",
      "\u001b[2J",
      "\u009b31m",
      "\u202e",
      "\u2066",
      "\u2028",
      "\u200b",
      "\u007f",
      "\ud800",
      '"',
    ),
  ),
)

describe("a log line", () => {
  const property = (check: (line: string, text: string) => void) =>
    fc.assert(
      fc.property(hostile, (parts) => {
        const text = parts.join("")
        check(toLogLine({ level: "error", event: "request", failure: text, [`x${text}`]: 1 }, time), text)
      }),
      { numRuns: 1_000 },
    )

  it("is one JSON object that equals the event", () =>
    property((line, text) => {
      const said: unknown = JSON.parse(line)
      const event = { time: time.toISOString(), level: "error", event: "request", failure: text, [`x${text}`]: 1 }
      assert.deepStrictEqual(said, event)
    }))

  it("has no character that ends a line, moves a cursor, turns text around or hides", () =>
    property((line) => {
      assert.notMatch(line, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u)
    }))
})
