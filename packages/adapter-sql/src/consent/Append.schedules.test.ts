import { describeFound, describeKept } from "@consent-service/test-engines/explore-suite"
import { inForm, testSeed } from "@consent-service/test-engines/form"
import * as Record from "effect/Record"
import { type AppendScenario, appendProtocol, type Save } from "../testing/AppendModel.js"
import { brokenAppends } from "../testing/BrokenAppends.js"

const at =
  (server: number) =>
  (act: string, subject: string): Save => ({ act, subject, server })

const [here, there] = [at(0), at(1)]

const scenarios: Readonly<Record<string, AppendScenario>> = {
  "retries of one act at two servers": {
    bursts: [[here("a", "s"), here("b", "t")], [there("a", "s"), there("b", "t")], [here("a", "s")]],
    bound: 10,
    faults: 1,
  },
  "two subjects in opposite orders": {
    bursts: [
      [here("a", "s"), here("b", "t")],
      [there("c", "t"), there("d", "s")],
      [here("e", "t"), here("f", "s")],
    ],
    bound: 10,
    faults: 1,
  },
  "one act of two subjects": {
    bursts: [
      [here("a", "s"), here("a", "t")],
      [there("a", "u"), there("b", "t")],
      [here("b", "u"), here("a", "t")],
    ],
    bound: 10,
    faults: 0,
  },
  "a subject that is full": {
    bursts: [[here("a", "s"), here("b", "s")], [there("c", "s"), there("d", "s")], [here("a", "s")]],
    bound: 2,
    faults: 1,
  },
}

const bounds = {
  deviations: inForm({ short: 1, full: 3 }),
  most: inForm({ short: 250, full: 6_000 }),
  random: inForm({ short: 30, full: 3_000 }),
  seed: testSeed,
}

describeKept(
  "every explored schedule of commits at a time keeps their promises, with",
  Record.map(scenarios, appendProtocol),
  { ...bounds, complete: inForm({ short: 1, full: 2 }) },
)

describeFound(
  "the exploration finds statements that",
  Record.map(brokenAppends, ({ bursts, statements, violates }) => ({
    protocol: appendProtocol({ bursts, statements, bound: 2, faults: 0 }),
    violates,
  })),
  { ...bounds, random: 1_000 },
)
