/**
 * What `help` and `--help` print.
 *
 * @module
 */
import { everywhere } from "./Arguments.js"
import type { Command, CommandOption } from "./Command.js"
import { allCommands, groupOf } from "./Commands.js"

const optionLine = ([name, { help, type }]: readonly [string, CommandOption]): string =>
  `  ${`--${name}${type === "string" ? " VALUE" : ""}`.padEnd(22)} ${help}`

const exitCodes = "Exit codes: 0 success, 1 a finding or a failure, 2 invalid usage or an unreadable file."

/** The help of one command: its usage, what it does, and its options. */
export const commandHelp = (command: Command): string =>
  [
    `Usage: consent-service ${command.synopsis}`,
    "",
    `${command.summary[0]?.toUpperCase()}${command.summary.slice(1)}.`,
    "",
    ...Object.entries({ ...command.options, ...everywhere }).map(optionLine),
    "",
    exitCodes,
  ].join("\n")

const summaries = (listed: ReadonlyArray<Command>): ReadonlyArray<string> =>
  listed.map(({ name, summary }) => `  ${name.padEnd(16)} ${summary}`)

/** What `policy` alone prints: its commands; null where no command has more words than this one. */
export const groupHelp = async (group: string): Promise<string | null> => {
  const members = (await groupOf(group)).filter(({ name }) => name !== group)
  if (members.length === 0) return null
  return [`Usage: consent-service ${group} COMMAND`, "", ...summaries(members), "", exitCodes].join("\n")
}

/** Every command with what it does. */
export const overviewHelp = async (): Promise<string> =>
  [
    "Usage: consent-service COMMAND",
    "",
    ...summaries(await allCommands()),
    "",
    "FILE of a policy command is JSON, YAML or a module, with policy rules, a manifest, or a whole configuration.",
    "consent-service help COMMAND prints the options of a command, consent-service --version the version.",
    exitCodes,
  ].join("\n")
