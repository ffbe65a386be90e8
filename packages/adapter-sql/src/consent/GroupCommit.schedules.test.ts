import { counterexampleText, explore } from "@consent-service/test-engines/explore"
import { inForm, testSeed } from "@consent-service/test-engines/form"
import { assert, describe, it } from "vitest"
import { brokenGroupCommits } from "../testing/BrokenGroupCommits.js"
import { groupCommitProtocol, type GroupCommitScenario } from "../testing/GroupCommitModel.js"
import { makeGroupCommit } from "./GroupCommit.js"

const usual: GroupCommitScenario = {
  acts: ["a", "b", "c"],
  atOnce: 1,
  faults: 1,
  leaving: 0,
  blocks: 0,
  canInterrupt: true,
}

const scenarios: Readonly<Record<string, GroupCommitScenario>> = {
  "of one commit at a time": { ...usual, acts: ["a", "b", "c", "d"] },
  "of two commits at a time, with retries of one act": { ...usual, acts: ["a", "b", "a", "a"], atOnce: 2, faults: 2 },
  "with a save that no batch can hold": { ...usual, acts: ["a", "poison", "c"], atOnce: 2 },
  "whose callers leave": { ...usual, leaving: 2, atOnce: 2 },
  "over a driver that cannot be interrupted": { ...usual, atOnce: 2, canInterrupt: false, faults: 2 },
  "on a thread that is blocked": { ...usual, acts: ["a", "poison", "c"], blocks: 1 },
}

const bounds = {
  deviations: inForm({ short: 1, full: 4 }),
  most: inForm({ short: 1_000, full: 40_000 }),
  random: inForm({ short: 100, full: 10_000 }),
  seed: testSeed,
}

/** The full form takes minutes. */
const timeoutMs = inForm({ short: 120_000, full: 3_600_000 })

describe("every explored schedule of a group commit keeps its promises", () => {
  for (const [name, scenario] of Object.entries(scenarios)) {
    it(
      name,
      async () => {
        const { violation } = await explore(groupCommitProtocol(makeGroupCommit, scenario), bounds)
        if (violation !== null) assert.fail(counterexampleText(violation))
      },
      timeoutMs,
    )
  }
})

describe("the exploration finds a group commit that", () => {
  for (const [name, { make, scenario, violates }] of Object.entries(brokenGroupCommits)) {
    it(name, async () => {
      const { violation } = await explore(groupCommitProtocol(make, { ...usual, ...scenario }), {
        ...bounds,
        deviations: 2,
      })
      assert.strictEqual(violation?.property, violates, violation === null ? "" : counterexampleText(violation))
    })
  }
})
