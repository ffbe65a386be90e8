import { counterexampleText, explore } from "@consent-service/test-engines/explore"
import { inForm, testSeed } from "@consent-service/test-engines/form"
import { assert, describe, it } from "vitest"
import { brokenDrains } from "../testing/BrokenDrains.js"
import { drainProtocol, type DrainScenario } from "../testing/DrainModel.js"

const usual: DrainScenario = { clients: 2, requests: 1, mayLeave: false, sharesPort: false }

const scenarios: Readonly<Record<string, DrainScenario>> = {
  "two clients": usual,
  "a client that sends one request after another": { ...usual, clients: 1, requests: 3 },
  "clients that leave": { ...usual, mayLeave: true },
  "a port that other processes listen on": { ...usual, requests: 2, sharesPort: true },
}

const bounds = {
  deviations: inForm({ short: 2, full: 4 }),
  most: inForm({ short: 300, full: 40_000 }),
  random: inForm({ short: 100, full: 10_000 }),
  seed: testSeed,
  settles: "loop" as const,
}

/** The full form takes minutes. */
const timeoutMs = inForm({ short: 120_000, full: 3_600_000 })

describe("in every explored schedule a server answers what it has accepted, and then ends, with", () => {
  for (const [name, scenario] of Object.entries(scenarios)) {
    it(
      name,
      async () => {
        const { violation } = await explore(drainProtocol(scenario), bounds)
        if (violation !== null) assert.fail(counterexampleText(violation))
      },
      timeoutMs,
    )
  }
})

describe("the exploration finds a shutdown that", () => {
  for (const [name, { make, violates }] of Object.entries(brokenDrains)) {
    it(name, async () => {
      const { violation } = await explore(drainProtocol({ ...usual, requests: 2 }, make), bounds)
      assert.strictEqual(violation?.property, violates, violation === null ? "" : counterexampleText(violation))
    })
  }
})
