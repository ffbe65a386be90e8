import { describeFound, describeKept } from "@consent-service/test-engines/explore-suite"
import { inForm, testSeed } from "@consent-service/test-engines/form"
import * as Record from "effect/Record"
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

describeKept(
  "in every explored schedule a server answers what it has accepted, and then ends, with",
  Record.map(scenarios, (scenario) => drainProtocol(scenario)),
  { ...bounds, complete: inForm({ short: 1, full: 2 }) },
)

describeFound(
  "the exploration finds a shutdown that",
  Record.map(brokenDrains, ({ make, violates }) => ({
    protocol: drainProtocol({ ...usual, requests: 2 }, make),
    violates,
  })),
  bounds,
)
