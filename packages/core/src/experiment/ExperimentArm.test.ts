import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { maxExperimentName, parseExperimentArm } from "./ExperimentArm.js"

const name = FastCheck.string({ unit: "binary", minLength: 1, maxLength: maxExperimentName }).filter(
  (text) => text.isWellFormed() && Array.from(text).length <= maxExperimentName,
)

describe("the experiment arm on /init", () => {
  it("is decoded from a client's encoding, whatever the names", () => {
    FastCheck.assert(
      FastCheck.property(name, name, (id, arm) => {
        const value = `${encodeURIComponent(id)}=${encodeURIComponent(arm)}`
        assert.deepStrictEqual(parseExperimentArm(value), { id, arm })
      }),
    )
  })

  it("never fails a request", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.string({ unit: "binary" }), (value) => {
        const parsed = parseExperimentArm(value)
        if (parsed !== null) assert.isTrue(value.includes("=") && parsed.id !== "" && parsed.arm !== "")
      }),
    )
  })

  it.each<[string, string | null]>([
    ["absent", null],
    ["empty", ""],
    ["without `=`", "banner"],
    ["`=` first", "=b"],
    ["`=` last", "banner="],
    ["undecodable", "banner=%E0%A4%A"],
    ["an id over 128 characters", `${"x".repeat(129)}=b`],
    ["an arm over 128 characters", `a=${"x".repeat(129)}`],
    ["megabytes", `a=${"%41".repeat(1_000_000)}`],
  ])("%s is no experiment", (_, value) => {
    assert.isNull(parseExperimentArm(value))
  })

  it("splits at the first `=`", () => {
    assert.deepStrictEqual(parseExperimentArm("a=b=c"), { id: "a", arm: "b=c" })
  })

  it("128 characters are counted as code points", () => {
    const arm = "🍪".repeat(128)
    assert.deepStrictEqual(parseExperimentArm(`a=${encodeURIComponent(arm)}`), { id: "a", arm })
    assert.isNull(parseExperimentArm(`a=${encodeURIComponent(`${arm}x`)}`))
  })
})
