/**
 * The two halves of a test of schedules: the protocols that keep their promises, and the broken ones that must be found.
 *
 * ```ts
 * describeKept("every explored schedule keeps its promises, with", { "two callers": protocol }, bounds)
 * describeFound("the exploration finds a commit that", { "is early": { protocol: early, violates: "…" } }, bounds)
 * ```
 */
import { assert, describe, it } from "vitest"
import { inForm } from "../Form.js"
import { type Bounds, counterexampleText, explore, type Protocol } from "./Explore.js"

/** The full form takes minutes. */
const timeoutMs = inForm({ short: 120_000, full: 3_600_000 })

/** A test for each protocol: no explored schedule of it violates a property. */
export const describeKept = (title: string, protocols: Readonly<Record<string, Protocol>>, bounds: Bounds): void =>
  void describe(title, () => {
    for (const [name, protocol] of Object.entries(protocols)) {
      it(
        name,
        async () => {
          const { violation } = await explore(protocol, bounds)
          if (violation !== null) assert.fail(counterexampleText(violation))
        },
        timeoutMs,
      )
    }
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
