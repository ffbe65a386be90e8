// @ts-check
// The queries of `GET /subjects/:id`, with a growing number of other records stored.
import { layer as sqliteLayer } from "@consent-service/adapter-sql/sqlite"
import { makeDraft } from "@consent-service/testkit/Drafts"
import * as Effect from "effect/Effect"
import { join } from "node:path"
import { openLedger, saveAll } from "./saves-ledger.mjs"

/** @typedef {import("./saves-ledger.mjs").OpenLedger} OpenLedger */
/** @typedef {import("@consent-service/core/subject").SubjectId} SubjectId */

const reads = 2_000

/** The number of records in every history. */
const acts = 2

/** @param {OpenLedger} open @param {number} from @param {number} to @param {Array<SubjectId>} subjects */
const fill = async (open, from, to, subjects) => {
  for (let stored = from; stored < to; stored += 1_000) {
    const drafts = Array.from({ length: 1_000 / acts }, () => makeDraft())
    const later = drafts.map(({ record }) => makeDraft({ subjectId: record.subjectId, givenAt: record.givenAt + 1 }))
    subjects.push(...drafts.map(({ record }) => record.subjectId))
    await saveAll(open, [...drafts, ...later], 128)
  }
}

/** The median of reading one subject's history, in microseconds. @param {OpenLedger} open @param {ReadonlyArray<SubjectId>} subjects */
const readCost = ({ ledger, run }, subjects) =>
  run(
    Effect.gen(function* () {
      const times = []
      for (let read = 0; read < reads; read++) {
        const subject = subjects[Math.floor(Math.random() * subjects.length)]
        if (subject === undefined) throw new Error("no subjects")
        const start = performance.now()
        yield* Effect.scoped(ledger.history(subject))
        times.push(performance.now() - start)
      }
      return (times.sort((a, b) => a - b)[reads / 2] ?? Number.NaN) * 1000
    }),
  )

/** @param {string} folder @param {ReadonlyArray<number>} sizes - ascending, in whole thousands */
export const historyRows = async (folder, sizes) => {
  const open = await openLedger(sqliteLayer(join(folder, "history.db")))
  /** @type {Array<SubjectId>} */
  const subjects = []
  const rows = []
  let [stored, first] = [0, 0]
  for (const size of sizes) {
    await fill(open, stored, size, subjects)
    stored = size
    await readCost(open, subjects)
    const cost = await readCost(open, subjects)
    first ||= cost
    const what = `SQLite: a history of ${acts}, ${size.toLocaleString("en")} records stored`
    rows.push({ what, median: `${cost.toFixed(1)} µs`, ratio: `${(cost / first).toFixed(2)}x`, of: "the first" })
  }
  await open.close()
  return rows
}
