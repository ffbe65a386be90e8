/**
 * What a command comes to whose configuration is wrong.
 *
 * @module
 */
import { type ConfigurationIssue, ConsentConfigurationError } from "../configuration/ConsentConfigurationError.js"
import { isUnreadableFile } from "../server/Variables.js"
import type { CommandResult } from "./Command.js"

/** Issues have the source of their option behind its name; those of the file as a whole are about `configuration`. */
const isOfCall = (issue: ConfigurationIssue): boolean =>
  issue.option === "configuration" || /\(--[a-z-]+\)$/.test(issue.option) || isUnreadableFile(issue)

/**
 * Names every issue. It is a wrong call when a flag is among them, or when a file cannot be read.
 *
 * @param data - what `--json` prints next to the issues
 */
export const misconfigured = (issues: ReadonlyArray<ConfigurationIssue>, data: object = {}): CommandResult => ({
  ok: false,
  isWrongCall: issues.some(isOfCall),
  data: { ...data, issues },
  lines: [],
  error: new ConsentConfigurationError(issues).message,
})
