/**
 * Every command, and how one is found by its name.
 *
 * @module
 */
import { nearest } from "../options/Nearest.js"
import type { Command } from "./Command.js"

/**
 * The commands by the first word of their names, in the order of the help. Each is loaded when it is called: a server
 * starts without the others.
 */
const groups: ReadonlyMap<string, () => Promise<ReadonlyArray<Command>>> = new Map([
  ["init", async () => [(await import("./InitCommand.js")).init]],
  ["serve", async () => [(await import("./ServeCommand.js")).serve]],
  ["migrate", async () => [(await import("./MigrateCommand.js")).migrate]],
  ["backup", async () => [(await import("./BackupCommand.js")).backup]],
  ["restore", async () => [(await import("./RestoreCommand.js")).restore]],
  ["config", async () => (await import("./ConfigCommands.js")).configCommands],
  [
    "log",
    async () => [
      ...(await import("./LogCommands.js")).logCommands,
      ...(await import("./LogBackfillCommands.js")).logBackfillCommands,
    ],
  ],
  ["audit", async () => [(await import("./AuditCommand.js")).auditCommand]],
  ["verify", async () => [(await import("./VerifyCommand.js")).verifyCommand]],
  ["script-tag", async () => [(await import("./ScriptTagCommand.js")).scriptTagCommand]],
  [
    "subject",
    async () => [
      ...(await import("./PersonCommands.js")).personCommands,
      ...(await import("./ErasureCommands.js")).erasureCommands,
    ],
  ],
  ["export", async () => [(await import("./ExportCommand.js")).exportCommand]],
  ["statistics", async () => [(await import("./StatisticsCommand.js")).statisticsCommand]],
  ["retention", async () => [(await import("./RetentionCommand.js")).retentionCommand]],
  ["hold", async () => (await import("./ErasureCommands.js")).holdCommands],
  [
    "evidence",
    async () => [(await import("./PackCommand.js")).packCommand, (await import("./EvidenceCommand.js")).evidence],
  ],
  ["witness", async () => (await import("./WitnessCommands.js")).witnessCommands],
  ["policy", async () => (await import("./PolicyCommands.js")).policyCommands],
])

/** The commands whose name starts with a word; none for an unknown word. */
export const groupOf = async (word: string): Promise<ReadonlyArray<Command>> => (await groups.get(word)?.()) ?? []

/** Every command, in the order of the help. */
export const allCommands = async (): Promise<ReadonlyArray<Command>> =>
  (await Promise.all(Array.from(groups.values(), (load) => load()))).flat()

/** The command that arguments begin with; undefined where they name none. */
export const commandIn = async (args: ReadonlyArray<string>): Promise<Command | undefined> =>
  (await groupOf(args[0] ?? "")).find(({ name }) => name.split(" ").every((word, index) => args[index] === word))

/** The commands with another first word: `erase` is short for `subject erase`. */
const endingIn = (word: string, names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.filter((name) => name.includes(" ") && name.split(" ").at(-1) === word)

/**
 * The commands that misspelled words probably mean.
 *
 * @param words - what was written in the place of a command, one or two
 */
export const meantBy = async (words: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const [first = "", second] = words
  const names = (await allCommands()).map(({ name }) => name)
  const members = names.filter((name) => name.startsWith(`${first} `))
  const whole = second === undefined ? null : nearest(words.join(" "), members.length > 0 ? members : names)
  if (whole !== null || members.length > 0) return whole === null ? [] : [whole]
  const short = endingIn(first, names)
  if (short.length > 0) return short
  const one = nearest(first, [...groups.keys(), "help"])
  return one === null ? [] : [one]
}
