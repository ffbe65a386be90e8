import { describeFound, describeKept } from "@consent-service/test-engines/explore-suite"
import { inForm, testSeed } from "@consent-service/test-engines/form"
import * as Record from "effect/Record"
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

describeKept(
  "every explored schedule of a group commit keeps its promises",
  Record.map(scenarios, (scenario) => groupCommitProtocol(makeGroupCommit, scenario)),
  { ...bounds, complete: inForm({ short: 1, full: 2 }) },
)

describeFound(
  "the exploration finds a group commit that",
  Record.map(brokenGroupCommits, ({ make, scenario, violates }) => ({
    protocol: groupCommitProtocol(make, { ...usual, ...scenario }),
    violates,
  })),
  { ...bounds, deviations: 2 },
)
