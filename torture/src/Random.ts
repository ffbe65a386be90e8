/**
 * Choices that can be repeated: they begin with a seed, and `CONSENT_TORTURE_SEED` sets it.
 *
 * What is repeated is what the run decides (when to kill, what to send); what the machine does in between is not.
 */
import { inForm, numberFromEnvironment } from "@consent-service/test-engines/form"
import { fractionsFrom } from "@consent-service/test-engines/random"
import { randomInt } from "node:crypto"

export interface Random {
  /** At least `min`, at most `max`. */
  readonly between: (min: number, max: number) => number
  readonly flip: () => boolean
  /** One of these, which must not be none. */
  readonly pick: <A>(items: ReadonlyArray<A>) => A
}

export const seededRandom = (seed: number): Random => {
  const next = fractionsFrom(seed)
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const pick = <A>(items: ReadonlyArray<A>): A => {
    const item = items[between(0, items.length - 1)]
    if (item === undefined) throw new Error("there is nothing to pick from")
    return item
  }
  return { between, flip: () => next() < 0.5, pick }
}

/** How often to kill. */
export const killCycles = (cycles: { readonly short: number; readonly full: number }): number =>
  numberFromEnvironment("CONSENT_TORTURE_CYCLES", inForm(cycles))

const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

/** A subject id unused in this and earlier runs: a check against ids of an earlier run would prove nothing. */
export const newSubjectId = (): string =>
  `sub_${Array.from({ length: 22 }, () => base58[randomInt(base58.length)]).join("")}`
