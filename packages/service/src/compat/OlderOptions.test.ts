import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { ConsentConfigurationError } from "../configuration/ConsentConfigurationError.js"
import { checkOptions } from "../options/CheckOptions.js"
import { foldOlderOptions } from "./OlderOptions.js"
import type { ConsentServiceOptions } from "../options/Options.js"

/** Checks options as a configuration without types has them: older names are in no type. */
const check = (options: object) => checkOptions(options as ConsentServiceOptions).options

const lists = { en: { vendorListVersion: 7 } }
const cache = { get: () => null, set: () => {}, delete: () => {} }

/** Each older option with its value, and today's options that mean the same. */
const successors: ReadonlyArray<readonly [string, object, object]> = [
  ["adapter", { adapter: "sqlite:./a.db" }, { database: "sqlite:./a.db" }],
  ["appName", { appName: "shop" }, { manifest: { appName: "shop" } }],
  ["branding", { branding: "none" }, { manifest: { branding: "none" } }],
  [
    "customTranslations",
    { customTranslations: { en: { common: { acceptAll: "Yes" } } } },
    { manifest: { customTranslations: { en: { common: { acceptAll: "Yes" } } } } },
  ],
  ["i18n", { i18n: { defaultProfile: "a" } }, { manifest: { i18n: { defaultProfile: "a" } } }],
  [
    "iab",
    { iab: { enabled: true, cmpId: 9, bundled: lists, vendorIds: [3], endpoint: "https://l.example/" } },
    {
      manifest: { iab: { enabled: true, cmpId: 9, endpoint: "https://l.example/" } },
      gvl: { bundled: lists, vendorIds: [3] },
    },
  ],
  ["cache.adapter", { cache: { adapter: cache } }, { cache }],
  ["openapi.basePath", { openapi: { basePath: "/v1" } }, { openapi: { servers: [{ url: "/v1" }] } }],
  ["logger", { logger: { level: "debug" } }, { observability: { level: "info" } }],
]

/** Older options that have no successor in the options themselves. */
const kept: ReadonlyArray<readonly [string, object]> = [
  ["tablePrefix", { tablePrefix: "t_" }],
  ["background", { background: () => {} }],
  ["telemetry", { telemetry: { enabled: true } }],
]

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Lays one object over another, down to the values. */
const over = (under: object, upper: object): object => {
  const laid = new Map<string, unknown>(Object.entries(under))
  for (const [name, value] of Object.entries(upper)) {
    const below = laid.get(name)
    laid.set(name, isObject(below) && isObject(value) ? over(below, value) : value)
  }
  return Object.fromEntries(laid)
}

describe("older names of options", () => {
  it.each(successors)("%s is today's option, reported once", (option, older, today) => {
    const { issues, notices, options } = foldOlderOptions(older)
    assert.deepStrictEqual(options, today)
    assert.deepStrictEqual(issues, [])
    assert.deepStrictEqual(
      notices.map((notice) => notice.option),
      [option],
    )
    for (const name of Object.keys(today).filter((each) => each !== "openapi")) {
      assert.include(notices[0]?.message, name)
    }
  })

  it.each(kept)("%s is read as it is, reported once", (option, older) => {
    const { issues, notices, options } = foldOlderOptions(older)
    assert.deepStrictEqual(options, older)
    assert.deepStrictEqual(issues, [])
    assert.deepStrictEqual(
      notices.map((notice) => notice.option),
      [option],
    )
  })

  it("any of them together, over today's options, are today's options", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.subarray([...successors]), FastCheck.boolean(), (chosen, alsoToday) => {
        const today = chosen.reduce<object>((all, [, , each]) => over(all, each), { version: "1" })
        const older = chosen.reduce<object>((all, [, each]) => over(all, each), { version: "1" })
        // A cache and its older form have one name, so both cannot be written.
        const folded = foldOlderOptions(alsoToday && !("cache" in older) ? over(today, older) : older)
        assert.deepStrictEqual(folded.options, today)
        assert.deepStrictEqual(folded.issues, [])
        assert.lengthOf(folded.notices, chosen.length)
      }),
    )
  })

  it("today's options are left alone", () => {
    const today = successors.reduce<object>((all, [, , each]) => over(all, each), {})
    const folded = foldOlderOptions(today)
    assert.strictEqual(folded.options, today)
    assert.deepStrictEqual([folded.notices, folded.issues], [[], []])
  })

  it.each([
    ["adapter", { adapter: "sqlite:./a.db", database: "sqlite:./b.db" }, "adapter", "database"],
    ["branding", { branding: "none", manifest: { branding: "cs" } }, "branding", "manifest.branding"],
    ["a member of iab", { iab: { cmpId: 1 }, manifest: { iab: { cmpId: 2 } } }, "iab.cmpId", "manifest.iab.cmpId"],
    ["a list", { iab: { vendorIds: [1] }, gvl: { vendorIds: [2] } }, "iab.vendorIds", "gvl.vendorIds"],
    [
      "a list in the manifest",
      { manifest: { iab: { vendorIds: [1] } }, gvl: { vendorIds: [2] } },
      "manifest.iab.vendorIds",
      "gvl.vendorIds",
    ],
    [
      "the document's address",
      { openapi: { basePath: "/a", servers: [{ url: "/b" }] } },
      "openapi.basePath",
      "openapi.servers",
    ],
  ])("%s that says something else than today's option is an error naming both", (_, authored, option, today) => {
    const { issues } = foldOlderOptions(authored)
    assert.deepStrictEqual(
      issues.map((issue) => issue.option),
      [option],
    )
    assert.include(issues[0]?.message, today)
  })

  it("the vendor list's options under manifest.iab move to gvl, one notice each", () => {
    const { notices, options } = foldOlderOptions({
      manifest: { iab: { enabled: true, bundled: lists, vendorIds: [3] } },
    })
    assert.deepStrictEqual(options, { manifest: { iab: { enabled: true } }, gvl: { bundled: lists, vendorIds: [3] } })
    assert.deepStrictEqual(
      notices.map(({ option }) => option),
      ["manifest.iab.bundled", "manifest.iab.vendorIds"],
    )
  })

  it("an older option without a value is none", () => {
    const authored = { version: "1", appName: undefined, iab: undefined, adapter: undefined, telemetry: undefined }
    const { issues, notices, options } = foldOlderOptions(authored)
    assert.deepStrictEqual(options, { version: "1", telemetry: undefined })
    assert.deepStrictEqual([notices, issues], [[], []])
  })

  it.each([undefined, null, "options", 5, []])("%j is left for the check to refuse", (authored) => {
    assert.deepStrictEqual(foldOlderOptions(authored).options, authored)
  })

  it.each([
    ["manifest", { manifest: "nonsense", appName: "shop" }],
    ["gvl", { gvl: "nonsense", iab: { bundled: lists } }],
    ["iab", { iab: "nonsense" }],
    ["appName", { appName: 5 }],
    ["adapter", { adapter: "oracle://x" }],
    ["iab.cmpId", { iab: { cmpId: -1 } }],
    ["iab.foo", { iab: { foo: 1 } }],
    ["iab.endpoint", { iab: { endpoint: "ftp://l.example" } }],
    ["openapi.basePath", { openapi: { basePath: 5 } }],
    ["cache.adapter", { cache: { adapter: "redis://h" } }],
  ])("problems with %s are reported under the name that was written", (option, authored) => {
    const database = "adapter" in authored ? {} : { database: "sqlite::memory:" }
    assert.throws(() => check({ ...database, ...authored }), ConsentConfigurationError, `${option}: `)
  })

  it("an older logger is today's observability, which goes before it", () => {
    const events: Array<unknown> = []
    const log = (...told: ReadonlyArray<unknown>) => events.push(told)
    const { observability } = check({ database: "sqlite::memory:", logger: { level: "debug", log } })
    assert.strictEqual(observability.level, "info")
    const event = { level: "warn" as const, event: "request" }
    observability.drain?.(event)
    assert.deepStrictEqual(events, [["warn", "request", event]])
    const both = { database: "sqlite::memory:", logger: { level: "debug" }, observability: { level: "error" } } as const
    assert.strictEqual(check(both).observability.level, "error")
  })

  it("the older name of the one required option will do", () => {
    assert.strictEqual(check({ adapter: "sqlite::memory:" }).database, "sqlite::memory:")
  })
})
