import { assert, describe, it } from "@effect/vitest"
import { readJourney } from "./ReadSignals.js"

const id = "0f8fad5b-d9cb-469f-a165-70867728950e"

const read = (parameters: Readonly<Record<string, string>>) => readJourney((name) => parameters[name] ?? null)

describe("the journey on /init", () => {
  it("is read by the current names, the id in lower case", () => {
    const read1 = read({ journey: id.toUpperCase(), journeyScope: "tab", stored: "1" })
    assert.deepStrictEqual(read1, { id, scope: "tab", storedChoice: true })
  })

  it("is read by the older names where none of the current ones is present", () => {
    const journey = read({ csJourney: id, csJourneyScope: "page", csStored: "0" })
    assert.deepStrictEqual(journey, { id, scope: "page", storedChoice: false })
  })

  it("never mixes the two sets", () => {
    assert.isNull(read({ journey: id, csJourneyScope: "page", csStored: "0" }))
    assert.isNull(read({ stored: "1", csJourney: id, csJourneyScope: "page" }))
  })

  it.each([
    ["no id", { journeyScope: "tab", stored: "1" }],
    ["an id that is no UUID", { journey: "abc", journeyScope: "tab", stored: "1" }],
    ["a UUID with more behind it", { journey: `${id}0`, journeyScope: "tab", stored: "1" }],
    ["no scope", { journey: id, stored: "1" }],
    ["an unknown scope", { journey: id, journeyScope: "site", stored: "1" }],
  ])("%s: there is no journey", (_, parameters) => {
    assert.isNull(read(parameters))
  })

  it("ignores a flag that is neither 1 nor 0", () => {
    assert.isNull(read({ journey: id, journeyScope: "tab", stored: "yes" })?.storedChoice)
    assert.isNull(read({ journey: id, journeyScope: "tab" })?.storedChoice)
  })
})
