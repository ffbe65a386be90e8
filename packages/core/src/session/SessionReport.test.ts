import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { SessionReportBody } from "./SessionReport.js"

const decode = Schema.decodeUnknownEither(SessionReportBody)

const journeyId = "0f8fad5b-d9cb-469f-a165-70867728950e"
const journey: SessionReportBody["journey"] = { id: journeyId, scope: "tab", prompt: "due", storedChoice: false }

const report: SessionReportBody = {
  source: "route",
  revision: "r",
  resolution: "matched",
  policy: { id: "p", fingerprint: "f", matchedBy: "country", model: "opt-in" },
  country: "DE",
  region: null,
  language: "de",
  gpc: false,
  adapter: "next",
  tenantId: "of the sender",
  experiment: { id: "e", arm: "a" },
  journey,
}

const without = (key: string) => Object.fromEntries(Object.entries(report).filter(([name]) => name !== key))

const long = "🍪".repeat(255)

describe("the body of POST /sessions", () => {
  it("is read as it is", () => {
    assert.deepStrictEqual(decode(report), Either.right(report))
  })

  it("a journey's id is kept in lower case", () => {
    const decoded = decode({ ...report, journey: { ...journey, id: journeyId.toUpperCase() } })
    assert.deepStrictEqual(decoded, Either.right(report))
  })

  it.each([
    ["no policy", { policy: null, resolution: "no-match" }],
    ["names of 255 characters", { revision: long, language: long, adapter: long, country: long, region: long }],
    ["an experiment of 128 characters", { experiment: { id: "🍪".repeat(128), arm: "a" } }],
    ["more than is known", { later: 1 }],
  ])("%s is accepted", (_, change) => {
    assert.isTrue(Either.isRight(decode({ ...report, ...change })))
  })

  it.each(["adapter", "tenantId", "experiment", "journey"])("%s may be absent", (key) => {
    assert.isTrue(Either.isRight(decode(without(key))))
  })

  it.each(["source", "revision", "resolution", "policy", "country", "region", "language", "gpc"])(
    "%s may not be absent",
    (key) => {
      assert.isTrue(Either.isLeft(decode(without(key))))
    },
  )

  it.each([
    ["a revision of 256 characters", { revision: `${long}x` }],
    ["a policy id of 256 characters", { policy: { ...report.policy, id: `${long}x` } }],
    ["an arm of 129 characters", { experiment: { id: "e", arm: "🍪".repeat(129) } }],
    ["an arm without a name", { experiment: { id: "e", arm: "" } }],
    ["an unknown source", { source: "browser" }],
    ["a journey whose id is no UUID", { journey: { ...journey, id: "abc" } }],
    ["a journey whose id has a line behind", { journey: { ...journey, id: `${journeyId}\n` } }],
    ["a journey on a domain of 256 characters", { journey: { ...journey, domain: `${long}x` } }],
  ])("%s is refused", (_, change) => {
    assert.isTrue(Either.isLeft(decode({ ...report, ...change })))
  })
})
