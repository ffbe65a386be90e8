/** What a run must look like, whatever was killed and however the servers reached their database. */
import { assert } from "vitest"
import type { KillReport } from "./KillRun.js"
import type { RaceReport } from "./RaceRun.js"
import { tell } from "./Results.js"

/** Prints the result of kills, and adds it to the table. */
export const tellKills = (what: string, report: KillReport): void => {
  const { checkpoints, cycles, failedWhileAlive, indeterminate, landed, logged, slowestStartMs } = report
  tell(
    { suite: `kill -9 [${what}]`, runs: cycles, faults: cycles, ...report },
    `${landed} of ${indeterminate} indeterminate landed, ${failedWhileAlive.length} failed while alive, ` +
      `${logged} in the log, ${checkpoints} checkpoints, slowest start ${Math.round(slowestStartMs)} ms`,
  )
}

/** Asserts that kills hit a busy server, and that nothing was lost, altered, doubled or left out of the log. */
export const requireSoundKills = (report: KillReport, cycles: number): void => {
  assert.strictEqual(report.rowsAtStart, 0)
  assert.strictEqual(report.cycles, cycles, "the machine is too slow for that many cycles")
  assert.isAtLeast(report.acknowledged, cycles * 5)
  // Each kill interrupts savers: otherwise it would have hit an idle server.
  assert.isAtLeast(report.indeterminate, cycles * 3)
  assert.deepStrictEqual(report.findings, [])
  assert.deepStrictEqual(report.corruption, [])
  assert.deepStrictEqual(report.log, [])
  assert.isAbove(report.logged, 0)
  assert.isAbove(report.checkpoints, 0)
  assert.deepStrictEqual(report.unexpected, [])
  assert.strictEqual(report.unsettled, 0)
  assert.deepStrictEqual(report.failedWhileAlive, [])
}

/** Prints the result of a race, and adds it to the table. */
export const tellRace = (what: string, report: RaceReport): void =>
  tell(
    { suite: `race [${what}]`, runs: report.rounds, faults: 0, acknowledged: report.saved, findings: report.findings },
    `${report.conflicts} conflicts, ${report.wrong.length} wrong`,
  )

/** Asserts that each act became one record for all its senders. */
export const requireSoundRace = (report: RaceReport, rounds: number): void => {
  assert.strictEqual(report.rowsAtStart, 0)
  assert.strictEqual(report.rounds, rounds, "the machine is too slow for that many rounds")
  assert.deepStrictEqual(report.wrong, [])
  assert.deepStrictEqual(report.findings, [])
  assert.deepStrictEqual(report.log, [])
  // Every other round has three contents: the winner's senders are a third, and the other two thirds conflict.
  assert.strictEqual(report.saved + report.conflicts, rounds * 100)
  assert.isAbove(report.conflicts, rounds * 30)
}
