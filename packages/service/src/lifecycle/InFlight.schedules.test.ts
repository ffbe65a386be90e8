import { describeFound, describeKept } from "@consent-service/test-engines/explore-suite"
import { inForm, testSeed } from "@consent-service/test-engines/form"
import * as Record from "effect/Record"
import { brokenInFlights, inFlightProtocol, type InFlightScenario } from "../testing/InFlightModel.js"

const scenarios: Readonly<Record<string, InFlightScenario>> = {
  "requests, and one shutdown": { requests: 3, withBackground: 0, closes: 1 },
  "background work, and two shutdowns": { requests: 2, withBackground: 2, closes: 2 },
}

const bounds = {
  deviations: inForm({ short: 3, full: 100 }),
  most: inForm({ short: 1_500, full: 100_000 }),
  random: inForm({ short: 200, full: 0 }),
  seed: testSeed,
  settles: "promises" as const,
}

describeKept(
  "in every explored schedule a shutdown waits for exactly what runs, with",
  Record.map(scenarios, (scenario) => inFlightProtocol(scenario)),
  { ...bounds, complete: inForm({ short: 2, full: 5 }) },
)

describeFound(
  "the exploration finds a count that",
  Record.map(brokenInFlights, ({ make, violates }) => ({
    protocol: inFlightProtocol({ requests: 3, withBackground: 0, closes: 1 }, make),
    violates,
  })),
  bounds,
)
