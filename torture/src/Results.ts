/** The results of the suites: a line each where they run, and a row each in the table at the end of `npm run torture`. */
import { appendFileSync } from "node:fs"
import { testSeed } from "@consent-service/test-engines/form"
import { count, type Finding } from "./Audit.js"

/** What one suite did, and what it found. */
export interface Result {
  /** With its engine in brackets. */
  readonly suite: string
  /** Rounds, cycles or cuts. */
  readonly runs: number
  /** Kills, cut connections, failed calls. */
  readonly faults: number
  readonly acknowledged: number
  readonly findings: ReadonlyArray<Finding>
}

/** One write a row: the suites of several processes append to one file. */
const addRow = (row: object): void => {
  const file = process.env["CONSENT_TORTURE_RESULTS"] ?? ""
  if (file !== "") appendFileSync(file, `${JSON.stringify(row)}\n`)
}

/** Prints a result, and adds it to the table. Not for negative controls, whose losses are planted. */
export const tell = ({ acknowledged, faults, findings, runs, suite }: Result, more = ""): void => {
  const [lost, altered, doubled] = [count(findings, "lost"), count(findings, "altered"), count(findings, "doubled")]
  console.log(
    `${suite}: ${runs} runs, ${faults} faults, ${acknowledged} acknowledged, ` +
      `${lost} lost, ${altered} altered, ${doubled} doubled${more === "" ? "" : `, ${more}`} (seed ${testSeed})`,
  )
  addRow({ suite, runs, faults, acknowledged, lost, altered, doubled })
}

/** Adds a suite to the table that cannot run here, and is not a skipped test, since CI may do without it, too. */
export const tellSkipped = (suite: string, skipped: string): void => {
  console.log(`${suite}: skipped: ${skipped}`)
  addRow({ suite, runs: 0, faults: 0, acknowledged: 0, lost: 0, altered: 0, doubled: 0, skipped })
}
