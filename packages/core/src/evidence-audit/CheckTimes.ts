/**
 * Whether entries were logged when they were received.
 *
 * @module
 */
import { type Finding, findingOf } from "./Finding.js"

/** How much later than it was received an entry may be put into the tree; it takes a second or two. */
const lateMs = 60_000

/** How much clocks of several processes may differ. */
const skewMs = 60_000

const iso = (epochMs: number): string => new Date(epochMs).toISOString()

/** Late entries that follow each other. */
interface Run {
  readonly from: number
  readonly to: number
  readonly firstId: string
  readonly time: number
  readonly earliest: number
}

const findingOfRun = ({ earliest, firstId, from, time, to }: Run): Finding => {
  const count = to - from
  const what = count === 1 ? "the record" : `${count} records`
  return findingOf(
    "LoggedLate",
    { ...(count === 1 ? { id: firstId, position: from } : {}), from, to },
    `${what} said to be received from ${iso(earliest)} on, logged on ${iso(time)}: the log vouches for the time from then on`,
  )
}

/** Gathers late entries, those that follow each other as one finding. Mutable. */
export class LateRuns {
  #run: Run | null = null

  /**
   * Checks the times of a record.
   *
   * @param createdAt - as it is stored, epoch milliseconds
   * @param time - when it was put into the tree, epoch milliseconds
   */
  add(id: string, position: number, createdAt: number, time: number): ReadonlyArray<Finding> {
    const run = this.#run
    if (time - createdAt > lateMs) {
      const continues = run !== null && run.to === position
      this.#run = continues
        ? { ...run, to: position + 1, earliest: Math.min(run.earliest, createdAt) }
        : { from: position, to: position + 1, firstId: id, time, earliest: createdAt }
      return continues || run === null ? [] : [findingOfRun(run)]
    }
    if (createdAt - time <= skewMs) return []
    const message = `the record says it was created on ${iso(createdAt)}, and was logged on ${iso(time)}`
    return [findingOf("FromTheFuture", { id, position }, message)]
  }

  /** What was gathered last. */
  end(): ReadonlyArray<Finding> {
    return this.#run === null ? [] : [findingOfRun(this.#run)]
  }
}
