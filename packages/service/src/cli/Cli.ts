/**
 * The command line: finds the command, reads its options, prints what it came to.
 *
 * @module
 */
import { packageVersion } from "@consent-service/adapter-http/Version"
import * as Either from "effect/Either"
import { readArguments } from "./Arguments.js"
import type { Command, Each } from "./Command.js"
import { commandIn, meantBy } from "./Commands.js"
import { commandHelp, groupHelp, overviewHelp } from "./Help.js"

/** Where a command prints to. */
export interface Output {
  readonly out: (text: string) => void
  readonly error: (text: string) => void
}

const wrongUsage = (output: Output, command: Command, message: string): number => {
  output.error(`${message}\nUsage: consent-service ${command.synopsis}`)
  return 2
}

const runCommand = async (command: Command, args: ReadonlyArray<string>, output: Output): Promise<number> => {
  const read = readArguments(command, args)
  if (Either.isLeft(read)) return wrongUsage(output, command, read.left)
  const given = read.right
  if (given.flags.has("help")) {
    output.out(commandHelp(command))
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

const isHelp = (word: string): boolean => word === "--help" || word === "-h"

const print = (output: Output, help: string): number => {
  output.out(help)
  return 0
}

/** What was taken for a command's name. Nothing else is repeated: it may be a database's URL with its password. */
const wordsIn = (args: ReadonlyArray<string>): ReadonlyArray<string> =>
  args.slice(0, 2).filter((word) => /^[a-z]+(-[a-z]+)*$/i.test(word))

const unknownCommand = async (args: ReadonlyArray<string>, output: Output): Promise<number> => {
  const [first = ""] = args
  const words = wordsIn(args)
  const meant = words.length === 0 ? [] : await meantBy(words)
  const isOption = /^--?[a-z][a-z-]*$/i.test(first)
  const named = words.length === 0 ? "unknown command" : `unknown command "${words.join(" ")}"`
  const suggested = meant.length === 0 ? "" : `; did you mean ${meant.map((name) => `"${name}"`).join(" or ")}?`
  const isGroup = words[0] === first && (await groupHelp(first)) !== null
  output.error(isOption ? `expected a command before ${first}` : named + suggested)
  output.error(
    isGroup
      ? `consent-service help ${first} lists the commands of ${first}.`
      : "consent-service help lists the commands.",
  )
  return 2
}

/** `help`, `help policy` and `help policy check`. */
const runHelp = async (args: ReadonlyArray<string>, output: Output): Promise<number> => {
  const words = args.filter((word) => !word.startsWith("-"))
  if (words.length === 0) return print(output, await overviewHelp())
  const command = await commandIn(words)
  if (command?.name === words.join(" ")) return print(output, commandHelp(command))
  const group = words.length === 1 ? await groupHelp(words[0] ?? "") : null
  return group === null ? unknownCommand(words, output) : print(output, group)
}

/** A group without its second word prints its commands, and is invalid usage; so is a call without a command. */
const runIncomplete = async (args: ReadonlyArray<string>, output: Output): Promise<number> => {
  const help = args.length === 0 ? await overviewHelp() : args.length === 1 ? await groupHelp(args[0] ?? "") : null
  if (help === null) return unknownCommand(args, output)
  output.out(help)
  return 2
}

/**
 * Runs the command line.
 *
 * @param args - without the program's own name
 * @returns the exit code
 */
export const runCli = async (args: ReadonlyArray<string>, output: Output): Promise<number> => {
  const command = await commandIn(args)
  if (command !== undefined) return runCommand(command, args.slice(command.name.split(" ").length), output)
  if (args.length === 1 && (args[0] === "--version" || args[0] === "-v")) return print(output, packageVersion)
  if (args[0] === "help") return runHelp(args.slice(1), output)
  return args.some(isHelp) ? runHelp(args, output) : runIncomplete(args, output)
}
