/**
 * Reads the arguments of a command.
 *
 * @module
 */
import * as Either from "effect/Either"
import { parseArgs } from "node:util"
import { nearest } from "../options/Nearest.js"
import type { Command, CommandOption, Given } from "./Command.js"

/** The options of every command. */
export const everywhere: Readonly<Record<string, CommandOption>> = {
  json: { type: "boolean", help: "print JSON" },
  help: { type: "boolean", help: "print this help" },
}

type Options = Readonly<Record<string, CommandOption>>

/** One option as it was written. */
interface Written {
  readonly name: string
  /** With its dashes. */
  readonly rawName: string
  readonly value: string | undefined
  /** Whether the value is behind an equals sign; undefined without a value. */
  readonly inlineValue: boolean | undefined
}

/** A misspelled option may be a URL with its password: only what looks like an option is repeated. */
const unknownOption = ({ name, rawName }: Written, options: Options): string => {
  if (!/^--?[a-z][a-z-]*$/i.test(rawName)) return "unknown option"
  const meant = rawName.startsWith("--") ? nearest(name, Object.keys(options)) : null
  return `unknown option "${rawName}"${meant === null ? "" : `; did you mean "--${meant}"?`}`
}

/** What is wrong with an option; null when nothing is. */
const problemOf = (written: Written, options: Options): string | null => {
  const { inlineValue, name, rawName, value } = written
  const option = options[name]
  if (option === undefined) return unknownOption(written, options)
  if (option.type === "boolean") return value === undefined ? null : `${rawName} takes no value`
  if (value === undefined) return `${rawName} needs a value`
  return inlineValue !== true && /^-./.test(value)
    ? `${rawName} needs a value; one that begins with - is written as ${rawName}=-…`
    : null
}

const parse = (options: Options, args: ReadonlyArray<string>) =>
  parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(options).map(([name, { type }]) => [name, name === "help" ? { type, short: "h" } : { type }]),
    ),
    allowPositionals: true,
    strict: false,
    tokens: true,
  })

/**
 * Reads arguments.
 *
 * @param args - those behind the command's name
 * @returns what the command was called with, or what is wrong with it
 */
export const readArguments = (command: Command, args: ReadonlyArray<string>): Either.Either<Given, string> => {
  const options = { ...command.options, ...everywhere }
  const { positionals, tokens } = parse(options, args)
  const written: ReadonlyArray<Written> = tokens.filter((token) => token.kind === "option")
  const problem = written.map((each) => problemOf(each, options)).find((each) => each !== null)
  if (problem !== undefined) return Either.left(problem)
  const valuesOf = (option: string): ReadonlyArray<string> =>
    written.flatMap(({ name, value }) => (name === option && value !== undefined ? [value] : []))
  return Either.right({
    positionals,
    flags: new Set(written.flatMap(({ name, value }) => (value === undefined ? [name] : []))),
    value: (option) => valuesOf(option).at(-1) ?? null,
    values: valuesOf,
  })
}
