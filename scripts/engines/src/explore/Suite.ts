/**
 * The two halves of a test of schedules: the protocols that keep their promises, and the broken ones that must be found.
 *
 * ```ts
 * describeKept("every explored schedule keeps its promises, with", { "two callers": protocol }, { ...bounds, complete: 1 })
 * describeFound("the exploration finds a commit that", { "is early": { protocol: early, violates: "…" } }, bounds)
 * ```
 */
import { afterAll, assert, describe, it } from "vitest"
import { inForm } from "../Form.js"
import { type Bounds, counterexampleText, explorationText, explore, type Protocol } from "./Explore.js"

/** The full form takes minutes. */
const timeoutMs = inForm({ short: 120_000, full: 3_600_000 })

/** How far to explore, and how far that must come. */
export interface KeptBounds extends Bounds {
  /** Every schedule with up to so many deviations must be run: a bound that has become too low would go unnoticed. */
  readonly complete: number
}

const exploreKept = async (
  name: string,
  protocol: Protocol,
  bounds: KeptBounds,
  note: (line: string) => void,
): Promise<void> => {
  const exploration = await explore(protocol, bounds)
  const text = explorationText(exploration)
  note(`${name}: ${text}`)
  if (exploration.violation !== null) assert.fail(counterexampleText(exploration.violation))
  assert.isAtLeast(exploration.complete, bounds.complete, text)
}

/** A test for each protocol: no explored schedule of it violates a property. Prints how many there were. */
export const describeKept = (title: string, protocols: Readonly<Record<string, Protocol>>, bounds: KeptBounds): void =>
  void describe(title, () => {
    const lines: Array<string> = []
    const note = (line: string): void => void lines.push(line)
    for (const [name, protocol] of Object.entries(protocols)) {
      it(name, () => exploreKept(name, protocol, bounds, note), timeoutMs)
    }
    afterAll(() => console.log([`${title} (seed ${bounds.seed})`, ...lines].join("\n- ")))
  })

/** A protocol that is broken, and the property that it violates. */
export interface Broken {
  readonly protocol: Protocol
  readonly violates: string
}

/** A test for each broken protocol: an exploration that does not find it proves nothing. */
export const describeFound = (title: string, broken: Readonly<Record<string, Broken>>, bounds: Bounds): void =>
  void describe(title, () => {
    for (const [name, { protocol, violates }] of Object.entries(broken)) {
      it(name, async () => {
        const { violation } = await explore(protocol, bounds)
        assert.strictEqual(violation?.property, violates, violation === null ? "" : counterexampleText(violation))
      })
    }
  })
