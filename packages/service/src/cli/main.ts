/**
 * The program behind `consent-service`; bin/consent-service.js runs it.
 *
 * @module
 */
import { runCli } from "./Cli.js"

/** Runs the command line of this process and sets its exit code. */
export const main = async (): Promise<void> => {
  process.exitCode = await runCli(process.argv.slice(2), { out: console.log, error: console.error })
}
