import { counterexampleText, explore } from "@consent-service/test-engines/explore"
import { inForm, testSeed } from "@consent-service/test-engines/form"
import { assert, describe, it } from "vitest"
import { brokenLogs, withoutLease } from "../testing/BrokenLogs.js"
import { type SequencerScenario, sequencerProtocol } from "../testing/SequencerModel.js"

const usual: SequencerScenario = { clocks: [0, 0], rounds: 2, faults: 0, deaths: 0, pauses: 0, thefts: 0 }

const scenarios: Readonly<Record<string, SequencerScenario>> = {
  "pauses longer than a lease": { ...usual, pauses: 2 },
  "a clock is ahead by more than a lease, and another behind": { ...usual, clocks: [0, 7_000, -4_000] },
  "operations fail and answers are lost": { ...usual, faults: 2 },
  "processes die and leases are deleted": { ...usual, deaths: 2, thefts: 2 },
  "every process gets the lease": { ...usual, faults: 1, ports: withoutLease },
}

const bounds = {
  deviations: inForm({ short: 1, full: 3 }),
  most: inForm({ short: 60, full: 6_000 }),
  random: inForm({ short: 30, full: 3_000 }),
  seed: testSeed,
}

/** The full form takes minutes. */
const timeoutMs = inForm({ short: 120_000, full: 3_600_000 })

describe("every explored schedule of sequencers keeps their promises, whatever", () => {
  for (const [name, scenario] of Object.entries(scenarios)) {
    it(
      name,
      async () => {
        const { violation } = await explore(sequencerProtocol(scenario), bounds)
        if (violation !== null) assert.fail(counterexampleText(violation))
      },
      timeoutMs,
    )
  }
})

describe("the exploration finds a database that", () => {
  for (const [name, { ports, violates }] of Object.entries(brokenLogs)) {
    it(name, async () => {
      const protocol = sequencerProtocol({ ...usual, clocks: [0, 7_000], ports })
      const { violation } = await explore(protocol, { ...bounds, random: 500 })
      assert.strictEqual(violation?.property, violates, violation === null ? "" : counterexampleText(violation))
    })
  }
})
