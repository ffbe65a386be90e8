import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { backoffMs, defaultRetry, delayBeforeRetry, type FailedTry, isRetryable, retryAfterMs } from "./Retry.js"

const longestTimer = 2_147_483_647
const now = Date.UTC(2026, 10, 21, 12, 30, 15, 250)

/** As `Math.random` gives it. */
const chance = FastCheck.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const highest = 1 - 2 ** -53

const pause = FastCheck.oneof(
  FastCheck.integer({ min: 0, max: 10_000 }),
  FastCheck.integer({ min: 0, max: longestTimer }),
)

const settings = FastCheck.record({
  maxRetries: FastCheck.integer({ min: 0, max: 10 }),
  initialDelayMs: pause,
  maxDelayMs: pause,
})

const attempt = FastCheck.integer({ min: 0, max: 10 })

/** Doubled for each attempt, and capped each time. */
const boundOf = (initial: number, most: number, tries: number): number =>
  tries === 0 ? Math.min(initial, most) : Math.min(boundOf(initial, most, tries - 1) * 2, most)

const failed: FailedTry = { retryable: true, attempt: 0, retryAfter: null, now, random: 0.5 }

describe("the wait is random up to the doubled initial delay, capped at maxDelayMs", () => {
  it("is a whole number of milliseconds, not negative, and below the bound", () => {
    FastCheck.assert(
      FastCheck.property(settings, attempt, chance, (retry, count, random) => {
        const bound = boundOf(retry.initialDelayMs, retry.maxDelayMs, count)
        const delay = backoffMs(retry, count, random)
        assert.isTrue(Number.isInteger(delay))
        assert.isTrue(delay === 0 || (delay > 0 && delay < bound), `${delay} of ${bound}`)
        assert.isTrue(delay <= random * bound && random * bound < delay + 1, `${delay} is not ${random} of ${bound}`)
      }),
    )
  })

  it("has a bound that never shrinks between attempts", () => {
    FastCheck.assert(
      FastCheck.property(settings, attempt, chance, (retry, count, random) => {
        assert.isAtMost(backoffMs(retry, count, random), backoffMs(retry, count + 1, random))
      }),
    )
  })

  it.each([
    [0, 199],
    [1, 399],
    [2, 799],
    [4, 3199],
    [5, 4999],
    [10, 4999],
  ])("after try %d is at most %d by default, and may be nothing", (count, most) => {
    assert.strictEqual(backoffMs(defaultRetry, count, highest), most)
    assert.strictEqual(backoffMs(defaultRetry, count, 0), 0)
  })
})

describe("only network errors, timeouts, 408, 429, 500, 502, 503 and 504 are retried", () => {
  it("these statuses only", () => {
    const statuses = Array.from({ length: 500 }, (_, index) => index + 100)
    assert.deepStrictEqual(statuses.filter(isRetryable), [408, 429, 500, 502, 503, 504])
  })

  it("never without retryable, and at most maxRetries times", () => {
    FastCheck.assert(
      FastCheck.property(settings, attempt, chance, (retry, count, random) => {
        assert.isNull(delayBeforeRetry(retry, { ...failed, attempt: count, random, retryable: false }))
        const delay = delayBeforeRetry(retry, { ...failed, attempt: count, random })
        assert.strictEqual(delay !== null, count < retry.maxRetries)
        if (delay !== null) assert.isAtMost(delay, retry.maxDelayMs)
      }),
    )
  })
})

const days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ")

const partsOf = (at: number) => {
  const [date = "", time = ""] = new Date(at).toISOString().slice(0, 19).split("T")
  const [year = "", month = "", day = ""] = date.split("-")
  // 1 January 1970 was a Thursday.
  const weekday = days[(Math.floor(at / 86_400_000) + 4) % 7] ?? ""
  return { day, month: months[Number(month) - 1] ?? "", time, weekday, year }
}

/** The three forms, as specified in RFC 9110, 5.6.7. */
const forms: Readonly<Record<string, (at: number) => string>> = {
  "IMF-fixdate": (at) => {
    const { day, month, time, weekday, year } = partsOf(at)
    return `${weekday.slice(0, 3)}, ${day} ${month} ${year} ${time} GMT`
  },
  "RFC 850": (at) => {
    const { day, month, time, weekday, year } = partsOf(at)
    return `${weekday}, ${day}-${month}-${year.slice(2)} ${time} GMT`
  },
  asctime: (at) => {
    const { day, month, time, weekday, year } = partsOf(at)
    return `${weekday.slice(0, 3)} ${month} ${String(Number(day)).padStart(2, " ")} ${time} ${year}`
  },
}

/** Whole seconds of the years that two digits express unambiguously. */
const instant = FastCheck.oneof(
  FastCheck.integer({ min: -100, max: 100 }).map((seconds) => Math.floor(now / 1000) + seconds),
  FastCheck.integer({ min: Date.UTC(2000, 0) / 1000, max: Date.UTC(2049, 11, 31) / 1000 }),
).map((seconds) => seconds * 1000)

describe("what Retry-After means", () => {
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  it("seconds, with any blanks around them", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.nat(), FastCheck.constantFrom("", " ", "\t"), (seconds, blank) => {
        assert.strictEqual(retryAfterMs(`${blank}${seconds}${blank}`, now), seconds * 1000)
      }),
    )
    assert.strictEqual(retryAfterMs("007", now), 7000)
  })

  it("writes the example dates of RFC 9110", () => {
    const at = Date.UTC(1994, 10, 6, 8, 49, 37)
    assert.deepStrictEqual(
      Object.values(forms).map((write) => write(at)),
      ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"],
    )
  })

  it.each(
    ["UTC", "America/New_York", "Asia/Kathmandu"].flatMap((zone) =>
      Object.entries(forms).map(([form, write]) => [form, zone, write] as const),
    ),
  )("a date as %s, on a machine in the zone %s, and 0 where it is past", (_, zone, write) => {
    vi.stubEnv("TZ", zone)
    // In a worker thread, setting the variable would not change the zone.
    assert.strictEqual(new Intl.DateTimeFormat().resolvedOptions().timeZone.replace("Katmandu", "Kathmandu"), zone)
    FastCheck.assert(
      FastCheck.property(instant, (at) => {
        assert.strictEqual(retryAfterMs(write(at), now), at > now ? at - now : 0)
      }),
    )
  })

  it.each([
    null,
    "",
    " ",
    "-1",
    "+1",
    "1.5",
    "1e3",
    "0x10",
    "1 2",
    "soon",
    "2099-01-01T00:00:00Z",
    "Sun",
    "Sun, soon at 08:49:37",
    "Sun, 99 Nov 2099 08:49:37 GMT",
    "Sun, 01 Nov 2099 25:00:00 GMT",
  ])("nothing by %j", (header) => {
    assert.isNull(retryAfterMs(header, now))
  })
})

describe("Retry-After replaces the backoff and, when longer than maxDelayMs, stops retrying", () => {
  const after = (retryAfter: string, maxDelayMs: number) =>
    delayBeforeRetry({ ...defaultRetry, maxDelayMs }, { ...failed, retryAfter })

  it("in seconds", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.integer({ min: 0, max: 20 }),
        FastCheck.integer({ min: 0, max: 20_000 }),
        (s, most) => assert.strictEqual(after(String(s), most), s * 1000 > most ? null : s * 1000),
      ),
    )
  })

  it("exact to the millisecond, also where the backoff would be zero or the number is huge", () => {
    assert.strictEqual(after("5", 5000), 5000)
    assert.isNull(after("5", 4999))
    assert.strictEqual(after("0", 0), 0)
    assert.isNull(after("9".repeat(400), longestTimer))
  })

  it("as a date", () => {
    const at = new Date(Math.floor(now / 1000) * 1000 + 3000)
    const left = at.getTime() - now
    assert.strictEqual(after(at.toUTCString(), left), left)
    assert.isNull(after(at.toUTCString(), left - 1))
    assert.strictEqual(after(new Date(now - 60_000).toUTCString(), 5000), 0)
  })

  it("but not where it is invalid", () => {
    assert.strictEqual(after("soon", 5000), 100)
  })
})
