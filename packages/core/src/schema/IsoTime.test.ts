import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { lowerBound, parseIsoTime, upperBound } from "./IsoTime.js"

const anyDate = FastCheck.date({
  min: new Date("0000-01-01T00:00:00.000Z"),
  max: new Date("9999-12-31T23:59:59.999Z"),
  noInvalidDate: true,
})

const digits = (value: number, width: number): string => String(value).padStart(width, "0")
const upTo = (max: number, width = 2) => FastCheck.nat(max).map((value) => digits(value, width))

const date = FastCheck.tuple(upTo(9999, 4), upTo(14), upTo(33)).map((parts) => parts.join("-"))
const hourMinute = FastCheck.tuple(upTo(25), upTo(61)).map((parts) => parts.join(":"))
const seconds = FastCheck.option(FastCheck.tuple(upTo(61), FastCheck.option(FastCheck.stringMatching(/^\d{1,12}$/))))
const zone = FastCheck.oneof(
  FastCheck.constantFrom("", "Z"),
  FastCheck.tuple(FastCheck.constantFrom("+", "-"), hourMinute).map((parts) => parts.join("")),
)

/** The result of `Date` for a full form, if it round-trips; it would take 30 February for 2 March. */
const oracle = (full: string): number | null => {
  const epochMs = Date.parse(full)
  return Number.isNaN(epochMs) || new Date(epochMs).toISOString() !== full ? null : epochMs
}

describe("ISO 8601 times", () => {
  it("of every instant in full form are that instant", () => {
    FastCheck.assert(
      FastCheck.property(anyDate, (instant) => {
        const text = instant.toISOString()
        assert.deepStrictEqual(parseIsoTime(text), { kind: "instant", epochMs: instant.getTime() })
        const day = text.slice(0, 10)
        assert.deepStrictEqual(parseIsoTime(day), { kind: "date", epochMs: Date.parse(day) })
      }),
    )
  })

  it("equal what Date reads, in every form, for valid dates and times", () => {
    FastCheck.assert(
      FastCheck.property(date, hourMinute, seconds, zone, (day, clock, second, offset) => {
        const [whole, fraction] = second ?? ["00", null]
        const ms = (fraction ?? "").slice(0, 3).padEnd(3, "0")
        const local = oracle(`${day}T${clock}:${whole}.${ms}Z`)
        const ahead = offset.length < 2 ? 0 : oracle(`1970-01-01T${offset.slice(1)}:00.000Z`)
        const expected = local === null || ahead === null ? null : local - (offset[0] === "-" ? -ahead : ahead)

        const text = `${day}T${clock}${second === null ? "" : `:${whole}`}${fraction === null ? "" : `.${fraction}`}`
        const parsed = parseIsoTime(text + offset)
        const year = expected === null ? Number.NaN : new Date(expected).getUTCFullYear()
        assert.strictEqual(parsed?.epochMs ?? null, year >= 0 && year <= 9999 ? expected : null)
        if (parsed !== null) assert.strictEqual(parsed.kind, "instant")
      }),
      { numRuns: 2_000 },
    )
  })

  it("are dates of the calendar, according to Date", () => {
    FastCheck.assert(
      FastCheck.property(date, (day) => {
        assert.strictEqual(parseIsoTime(day)?.epochMs ?? null, oracle(`${day}T00:00:00.000Z`))
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([
    ["a leap day", "2024-02-29", "2024-02-29T00:00:00.000Z"],
    ["a year before 100", "0099-03-01", "0099-03-01T00:00:00.000Z"],
    ["without a zone", "2026-01-31T12:30", "2026-01-31T12:30:00.000Z"],
    ["with an offset", "2026-01-01T00:30:00+02:00", "2025-12-31T22:30:00.000Z"],
    ["with the greatest offset", "2026-01-01T00:00-23:59", "2026-01-01T23:59:00.000Z"],
    ["the first instant", "0000-01-01T00:00:00.000Z", "0000-01-01T00:00:00.000Z"],
    ["the last instant", "9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
    ["64 characters", `2026-01-01T00:00:00.${"1".repeat(43)}Z`, "2026-01-01T00:00:00.111Z"],
    ["a fraction of one digit", "2026-01-01T00:00:00.5Z", "2026-01-01T00:00:00.500Z"],
    ["a finer fraction, truncated", "2026-01-01T00:00:00.9999999Z", "2026-01-01T00:00:00.999Z"],
    ["a finer fraction, truncated before 1970 too", "1969-12-31T23:59:59.9999Z", "1969-12-31T23:59:59.999Z"],
  ])("%s", (_, text, expected) => {
    assert.strictEqual(parseIsoTime(text)?.epochMs, Date.parse(expected))
  })

  it.each([
    ["nothing", ""],
    ["65 characters", `2026-01-01T00:00:00.${"1".repeat(44)}Z`],
    ["31 November", "2026-11-31"],
    ["day 99", "2026-12-99"],
    ["a leap day in another year", "2023-02-29"],
    ["30 February", "2026-02-30"],
    ["month 0", "2026-00-01"],
    ["day 0", "2026-01-00"],
    ["24:00", "2026-01-01T24:00:00Z"],
    ["a leap second", "2016-12-31T23:59:60Z"],
    ["an offset of 24 hours", "2026-01-01T00:00:00+24:00"],
    ["an offset of 60 minutes", "2026-01-01T00:00:00+00:60"],
    ["an offset without a colon", "2026-01-01T00:00:00+0200"],
    ["a zone on a date", "2026-01-01Z"],
    ["a fraction of a minute", "2026-01-01T00:00.5Z"],
    ["an empty fraction", "2026-01-01T00:00:00.Z"],
    ["a space for the T", "2026-01-01 00:00:00Z"],
    ["lower-case letters", "2026-01-01t00:00:00z"],
    ["white space around", " 2026-01-01"],
    ["a line behind", "2026-01-01\n"],
    ["a line behind a timestamp", "2026-01-01T00:00:00Z\n"],
    ["a short year", "26-01-01"],
    ["a long year", "+002026-01-01"],
    ["before the year 0 in UTC", "0000-01-01T00:00:00+00:01"],
    ["after the year 9999 in UTC", "9999-12-31T23:59:59-00:01"],
    ["digits of other scripts", "٢٠٢٦-٠١-٠١"],
    ["words", "yesterday"],
    ["what Date would guess", "2026-1-1"],
    ["megabytes", `2026-01-01T00:00:00.${"1".repeat(1_000_000)}Z`],
  ])("%s is not valid", (_, text) => {
    assert.isNull(parseIsoTime(text))
  })
})

describe("as bounds", () => {
  it("a date means the whole day, including its last millisecond", () => {
    FastCheck.assert(
      FastCheck.property(anyDate, (instant) => {
        const day = parseIsoTime(instant.toISOString().slice(0, 10)) ?? assert.fail("no date")
        const iso = (epochMs: number) => new Date(epochMs).toISOString()
        assert.strictEqual(iso(lowerBound(day)), instant.toISOString().replace(/T.*/, "T00:00:00.000Z"))
        assert.strictEqual(iso(upperBound(day)), instant.toISOString().replace(/T.*/, "T23:59:59.999Z"))
      }),
    )
  })

  it("an instant means itself", () => {
    const noon = parseIsoTime("2026-01-31T12:00:00Z") ?? assert.fail("no instant")
    assert.deepStrictEqual([lowerBound(noon), upperBound(noon)], [noon.epochMs, noon.epochMs])
  })
})
