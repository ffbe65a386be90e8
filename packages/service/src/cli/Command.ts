/**
 * What a command of the command line is.
 *
 * @module
 */

/** An option of a command. */
export interface CommandOption {
  readonly type: "boolean" | "string"
  readonly help: string
}

/** What a command was called with. */
export interface Given {
  readonly positionals: ReadonlyArray<string>
  /** The boolean options that were given. */
  readonly flags: ReadonlySet<string>
  /** The last value of an option; null when it was not given. */
  readonly value: (option: string) => string | null
  /** Every value of an option that may be repeated. */
  readonly values: (option: string) => ReadonlyArray<string>
}

/** What a command came to. */
export type CommandResult =
  | {
      /** Whether all is well: exit code 0, else 1. */
      readonly ok: boolean
      /** Whether that is because of the call itself, or of a file that cannot be read: exit code 2. */
      readonly isWrongCall?: boolean
      /** What `--json` prints; nothing when undefined. */
      readonly data: unknown
      /** What is printed without it. */
      readonly lines: ReadonlyArray<string>
      /** Why it could not be done, or what the operator should know, for the standard error; without, or null, when nothing. */
      readonly error?: string | null
    }
  | { readonly usage: string }

/** Prints a line while a command runs; with `--json` it prints none. */
export type Progress = (line: string) => void

/** Prints one of many results as it is found: with `--json` as JSON in one line, otherwise as text. */
export type Each = (data: object, line: string) => void

/** One command. */
export interface Command {
  /** One word, or two. */
  readonly name: string
  readonly synopsis: string
  readonly summary: string
  readonly options: Readonly<Record<string, CommandOption>>
  /** @param notice - prints to the standard error, with `--json`, too */
  readonly run: (
    given: Given,
    progress: Progress,
    notice: Progress,
    each: Each,
  ) => CommandResult | Promise<CommandResult>
}

/** The command was called wrongly, or with a file that cannot be read: exit code 2. */
export const usageError = (message: string): CommandResult => ({ usage: message })
