/**
 * The command line: finds the command, reads its options, prints what it came to.
 *
 * @module
 */
import { packageVersion } from "@consent-service/adapter-http/Version"
import { parseArgs } from "node:util"
import type { Command, CommandOption, Each, Given } from "./Command.js"
import { messageOf } from "../thrown/Thrown.js"

/** Where a command prints to. */
export interface Output {
  readonly out: (text: string) => void
  readonly error: (text: string) => void
}

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

const allCommands = async (): Promise<ReadonlyArray<Command>> =>
  (await Promise.all(Array.from(groups.values(), (load) => load()))).flat()

const groupOf = async (word: string): Promise<ReadonlyArray<Command>> => (await groups.get(word)?.()) ?? []

const everywhere: Readonly<Record<string, CommandOption>> = {
  json: { type: "boolean", help: "print JSON" },
  help: { type: "boolean", help: "print this" },
}

const optionLine = ([name, { help, type }]: readonly [string, CommandOption]): string =>
  `  ${`--${name}${type === "string" ? " VALUE" : ""}`.padEnd(22)} ${help}`

const exitCodes = "Exit codes: 0 success, 1 a finding or a failure, 2 invalid usage or an unreadable file."

const helpOf = (command: Command): string =>
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

/** What `policy` alone prints: its commands. */
const groupHelp = async (group: string): Promise<string | null> => {
  const members = (await groupOf(group)).filter(({ name }) => name !== group)
  if (members.length === 0) return null
  return [`Usage: consent-service ${group} COMMAND`, "", ...summaries(members), "", exitCodes].join("\n")
}

const help = async (): Promise<string> =>
  [
    "Usage: consent-service COMMAND",
    "",
    ...summaries(await allCommands()),
    "",
    "FILE is JSON or an ES module with policy rules, a manifest, or a whole configuration.",
    "consent-service COMMAND --help prints the options, consent-service --version the version.",
    exitCodes,
  ].join("\n")

const optionsFor = (command: Command) =>
  Object.fromEntries(
    Object.entries({ ...command.options, ...everywhere }).map(([name, { type }]) =>
      type === "string" ? [name, { type, multiple: true } as const] : [name, { type } as const],
    ),
  )

const read = (command: Command, args: ReadonlyArray<string>): Given => {
  const parsed = parseArgs({ args: [...args], options: optionsFor(command), allowPositionals: true })
  const values: Readonly<Record<string, unknown>> = parsed.values
  const all = (option: string): ReadonlyArray<string> => {
    const value = values[option]
    return Array.isArray(value) ? value.map(String) : []
  }
  return {
    positionals: parsed.positionals,
    flags: new Set(Object.keys(values).filter((name) => values[name] === true)),
    value: (option) => all(option).at(-1) ?? null,
    values: all,
  }
}

const wrongUsage = (output: Output, command: Command, message: string): number => {
  output.error(`${message}\nUsage: consent-service ${command.synopsis}`)
  return 2
}

const runCommand = async (command: Command, args: ReadonlyArray<string>, output: Output): Promise<number> => {
  let given: Given
  try {
    given = read(command, args)
  } catch (error) {
    return wrongUsage(output, command, messageOf(error))
  }
  if (given.flags.has("help")) {
    output.out(helpOf(command))
    return 0
  }
  const json = given.flags.has("json")
  const each: Each = (data, line) => output.out(json ? JSON.stringify(data) : line)
  const result = await command.run(given, json ? () => {} : output.out, output.error, each)
  if ("usage" in result) return wrongUsage(output, command, result.usage)
  if (json && result.data !== undefined) output.out(JSON.stringify(result.data, null, 2))
  else if (!json && result.lines.length > 0) output.out(result.lines.join("\n"))
  if (typeof result.error === "string") output.error(result.error)
  if (result.ok) return 0
  return result.isWrongCall === true ? 2 : 1
}

const isNamed =
  (args: ReadonlyArray<string>) =>
  ({ name }: Command): boolean =>
    name.split(" ").every((word, index) => args[index] === word)

/** What was taken for a command's name. Nothing else is repeated: it may be a database's URL with its password. */
const nameIn = (args: ReadonlyArray<string>): string =>
  args
    .slice(0, 2)
    .filter((word) => /^[a-z]+(-[a-z]+)*$/i.test(word))
    .join(" ")

/**
 * Runs the command line.
 *
 * @param args - without the program's own name
 * @returns the exit code
 */
export const runCli = async (args: ReadonlyArray<string>, output: Output): Promise<number> => {
  const word = args[0] ?? ""
  const command = (await groupOf(word)).find(isNamed(args))
  if (command !== undefined) return runCommand(command, args.slice(command.name.split(" ").length), output)
  if (args.length === 1 && (args[0] === "--version" || args[0] === "-v")) {
    output.out(packageVersion)
    return 0
  }
  const rest = args.slice(1)
  const group = rest.every((each) => each === "--help" || each === "-h") ? await groupHelp(word) : null
  if (group !== null) {
    output.out(group)
    return rest.length === 0 ? 2 : 0
  }
  if (args.length === 0 || args.includes("--help") || args.includes("-h")) {
    output.out(await help())
    return args.length === 0 ? 2 : 0
  }
  output.error(`unknown command ${nameIn(args)}\n\n${await help()}`)
  return 2
}
