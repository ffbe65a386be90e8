/**
 * `consent-service log backfill` and `log reconcile`: entries for records that have none.
 *
 * @module
 */
import { backfillStep, type BackfillOptions, reconcile } from "@consent-service/core/evidence-log"
import * as Effect from "effect/Effect"
import { makeRandomSalts } from "../evidence/RandomSalts.js"
import { plural } from "./Amounts.js"
import { type Command, type CommandResult, type Given, type Progress, usageError } from "./Command.js"
import { failed, tenantOptions, writing } from "./TenantStores.js"

const options = (): BackfillOptions => ({ batch: 256, salts: makeRandomSalts().salts })

const notOpened = "this tenant has no evidence log yet: the service opens it with the first save"

/** How many records are looked at between two lines of progress. */
const progressEvery = 50_000

/** Prints a line now and then. */
const watched = (progress: Progress) => {
  let printed = 0
  return (records: number): Effect.Effect<void> =>
    Effect.sync(() => {
      if (records - printed < progressEvery) return
      printed = records
      progress(`${plural(records, "record")} checked`)
    })
}

/** What was looked at and queued; null while the log is not open. */
type Counted = { readonly records: number; readonly queued: number } | null

const resultOf = (counted: Counted): CommandResult =>
  counted === null
    ? failed(notOpened)
    : {
        ok: true,
        data: counted,
        lines: [
          `${plural(counted.records, "record")} checked, ${counted.queued} had no entry in the log${counted.queued === 0 ? "" : "; a running service adds what was queued for them"}`,
        ],
      }

const backfillAll = (progress: Progress) => {
  const onStep = watched(progress)
  const steps = options()
  return Effect.gen(function* () {
    let [records, queued] = [0, 0]
    while (true) {
      const step = yield* backfillStep(steps)
      if (step === null) return null
      ;[records, queued] = [records + step.records, queued + step.queued]
      if (step.isDone) return { records, queued }
      yield* onStep(records)
    }
  })
}

const reconcileAll = (progress: Progress) => {
  const onStep = watched(progress)
  return reconcile(options(), ({ records }) => onStep(records))
}

const commandOf = (
  name: string,
  summary: string,
  look: (progress: Progress) => ReturnType<typeof backfillAll> | ReturnType<typeof reconcileAll>,
): Command => ({
  name,
  synopsis: `${name} --database URL [--tenant TENANT] [--table-prefix PREFIX] [--json]`,
  summary,
  options: tenantOptions,
  run: (given: Given, progress) =>
    given.positionals.length > 0 ? usageError("expected no argument") : writing(given, look(progress), resultOf),
})

/** The commands. */
export const logBackfillCommands: ReadonlyArray<Command> = [
  commandOf("log backfill", "queue entries for records that were stored before the evidence log", backfillAll),
  commandOf("log reconcile", "look at every record, and queue entries for those that have none", reconcileAll),
]
