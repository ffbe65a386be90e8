import { counterexampleText, explore } from "@consent-service/test-engines/explore"
import { inForm, testSeed } from "@consent-service/test-engines/form"
import { assert, describe, it } from "vitest"
import { brokenInFlights, inFlightProtocol, type InFlightScenario } from "../testing/InFlightModel.js"

const scenarios: Readonly<Record<string, InFlightScenario>> = {
  "requests, and one shutdown": { requests: 3, withBackground: 0, closes: 1 },
  "background work, and two shutdowns": { requests: 2, withBackground: 2, closes: 2 },
}

const bounds = {
  deviations: inForm({ short: 3, full: 100 }),
  most: inForm({ short: 1_500, full: 100_000 }),
  random: inForm({ short: 200, full: 10_000 }),
  seed: testSeed,
  settles: "promises" as const,
}

/** The full form takes minutes. */
const timeoutMs = inForm({ short: 120_000, full: 3_600_000 })

describe("in every explored schedule a shutdown waits for exactly what runs, with", () => {
  for (const [name, scenario] of Object.entries(scenarios)) {
    it(
      name,
      async () => {
        const { violation } = await explore(inFlightProtocol(scenario), bounds)
        if (violation !== null) assert.fail(counterexampleText(violation))
      },
      timeoutMs,
    )
  }
})

describe("the exploration finds a count that", () => {
  for (const [name, { make, violates }] of Object.entries(brokenInFlights)) {
    it(name, async () => {
      const protocol = inFlightProtocol({ requests: 3, withBackground: 0, closes: 1 }, make)
      const { violation } = await explore(protocol, bounds)
      assert.strictEqual(violation?.property, violates, violation === null ? "" : counterexampleText(violation))
    })
  }
})
