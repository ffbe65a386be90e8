/** An evidence log in memory whose checkpoints change while its witnesses are asked. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { EvidenceLog, type KeptCheckpoint } from "../ports/EvidenceLog.js"
import type { EvidenceReader } from "../ports/EvidenceReader.js"
import type { StoreError } from "../ports/StoreError.js"
import { type Witness, Witnesses } from "../ports/Witnesses.js"
import { verifyEd25519 } from "./EvidenceVectors.js"
import { grownLog, portsOf } from "./GrownLog.js"

/** A log after batches of these sizes, with checkpoints after the first ones. */
export const cosignedLog = (batches: ReadonlyArray<number>, { checkpoints = batches.length } = {}) => {
  const grown = grownLog(batches)
  const signed = new Map(grown.checkpoints.map((one) => [one.size, one]))
  const kept: Array<KeptCheckpoint> = grown.checkpoints.slice(0, checkpoints)
  let [attempts, disturbances] = [0, 0]
  let disturb = () => {}
  const indexOf = (size: number): number => kept.findIndex((one) => one.size === size)
  const note = (size: number): string => kept[indexOf(size)]?.note ?? ""
  const rewrite = (size: number, to: string): void => {
    const one = kept[indexOf(size)]
    if (one !== undefined) kept.splice(indexOf(size), 1, { ...one, note: to })
  }
  const replaceNote = (size: number, from: string, to: string) =>
    Effect.sync(() => {
      attempts += 1
      if (attempts <= disturbances) disturb()
      const isAsRead = note(size) === from
      if (isAsRead) rewrite(size, to)
      return isAsRead
    })
  return {
    ports: Layer.merge(
      portsOf({ ...grown, checkpoints: kept }),
      Layer.mock(EvidenceLog, { tenant: null, replaceNote }),
    ),
    note,
    rewrite,
    /** How often a note was to be replaced. */
    attempts: () => attempts,
    addLine: (size: number, line: string) => rewrite(size, `${note(size)}${line}`),
    /** Signs the tree after one of the batches. */
    sign: (size: number): void => {
      kept.push(...Array.from(signed.values()).filter((one) => one.size === size))
    },
    forget: (size: number): void => {
      kept.splice(0, kept.length, ...kept.filter((one) => one.size !== size))
    },
    /** Does something before each of the first attempts to replace a note. */
    beforeReplacing: (times: number, change: () => void): void => {
      disturbances = times
      disturb = change
    },
    loseEntries: () => grown.bundles.clear(),
  }
}

export type CosignedLog = ReturnType<typeof cosignedLog>

/** Runs the witnessing of a log by some witnesses. */
export const witnessed = <A>(
  witnessing: Effect.Effect<A, StoreError, EvidenceLog | EvidenceReader | Witnesses>,
  log: CosignedLog,
  all: ReadonlyArray<Witness>,
): Promise<A> =>
  witnessing.pipe(
    Effect.provideService(Witnesses, { all, verify: verifyEd25519 }),
    Effect.provide(log.ports),
    Effect.runPromise,
  )
