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

/** Prints a result, and adds it to the table. Not for negative controls, whose losses are planted. */
export const tell = ({ acknowledged, faults, findings, runs, suite }: Result, more = ""): void => {
  const [lost, altered, doubled] = [count(findings, "lost"), count(findings, "altered"), count(findings, "doubled")]
  console.log(
    `${suite}: ${runs} runs, ${faults} faults, ${acknowledged} acknowledged, ` +
      `${lost} lost, ${altered} altered, ${doubled} doubled${more === "" ? "" : `, ${more}`} (seed ${testSeed})`,
  )
  const file = process.env["CONSENT_TORTURE_RESULTS"] ?? ""
  const row = { suite, runs, faults, acknowledged, lost, altered, doubled }
  // One write a row: the suites of several processes append to one file.
  if (file !== "") appendFileSync(file, `${JSON.stringify(row)}\n`)
}
