import { describeFound, describeKept } from "@consent-service/test-engines/explore-suite"
import { inForm, testSeed } from "@consent-service/test-engines/form"
import * as Record from "effect/Record"
import { brokenLogs, withoutLease } from "../testing/BrokenLogs.js"
import { type SequencerScenario, sequencerProtocol } from "../testing/SequencerModel.js"

const usual: SequencerScenario = { clocks: [0, 0], rounds: 2, faults: 0, deaths: 0, pauses: 0, thefts: 0 }

const scenarios: Readonly<Record<string, SequencerScenario>> = {
  "pauses longer than a lease": { ...usual, pauses: 2 },
  "a clock is ahead by more than a lease, and another behind": { ...usual, clocks: [0, 7_000, -4_000] },
  "operations fail and answers are lost": { ...usual, faults: 2 },
  "every process gets the lease": { ...usual, faults: 1, ports: withoutLease },
}

const bounds = {
  deviations: inForm({ short: 1, full: 3 }),
  most: inForm({ short: 250, full: 6_000 }),
  random: inForm({ short: 30, full: 3_000 }),
  seed: testSeed,
}

const complete = inForm({ short: 1, full: 2 })

describeKept(
  "every explored schedule of sequencers keeps their promises, whatever",
  Record.map(scenarios, sequencerProtocol),
  { ...bounds, complete },
)

// Deaths and deletions are possible at every step: there are four times as many schedules with two deviations.
describeKept(
  "every explored schedule of sequencers that die keeps their promises, when",
  { "others take their place, and leases are deleted": sequencerProtocol({ ...usual, deaths: 2, thefts: 2 }) },
  { ...bounds, most: inForm({ short: 250, full: 20_000 }), complete },
)

describeFound(
  "the exploration finds a database that",
  Record.map(brokenLogs, ({ ports, violates }) => ({
    protocol: sequencerProtocol({ ...usual, clocks: [0, 7_000], ports }),
    violates,
  })),
  { ...bounds, random: 500 },
)
