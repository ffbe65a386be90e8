/**
 * `consent-service config check | print`: what a server would run with.
 *
 * @module
 */
import { inspectPolicyRules } from "@consent-service/core/policy"
import * as Either from "effect/Either"
import * as Predicate from "effect/Predicate"
import type { ConfigurationIssue } from "../configuration/ConsentConfigurationError.js"
import { inspectOptions } from "../options/CheckOptions.js"
import { shortened } from "../options/Shortened.js"
import { showOptions } from "../options/ShownOptions.js"
import { inWords, type ServerConfiguration, sourceOf, weakKeysIn } from "../server/ServerConfiguration.js"
import { plural } from "./Amounts.js"
import { type Command, type CommandResult, type Given, usageError } from "./Command.js"
import { misconfigured } from "./Misconfigured.js"
import { configurationOf, placeOf, serverOptions } from "./ServerOptions.js"

/** One option as it is printed. */
interface PrintedOption {
  readonly option: string
  readonly value: unknown
  /** A file's name, a variable's, a flag's, or `default`. */
  readonly source: string
}

/** Every issue, and the keys that can be guessed: they are to be repaired together. */
const invalid = async (given: Given, issues: ReadonlyArray<ConfigurationIssue>): Promise<CommandResult> => {
  const notices = await weakKeysIn(placeOf(given), issues)
  const result = misconfigured(issues, { ok: false, notices })
  return "usage" in result || notices.length === 0
    ? result
    : { ...result, error: [result.error, "Warnings:", ...notices.map((notice) => `  ${notice}`)].join("\n") }
}

const withConfiguration =
  (use: (configuration: ServerConfiguration) => CommandResult) =>
  async (given: Given): Promise<CommandResult> => {
    if (given.positionals.length > 0) return usageError("expected no argument: the configuration is named by --config")
    const configuration = await configurationOf(given)
    return Either.isLeft(configuration) ? invalid(given, configuration.left) : use(configuration.right)
  }

/** Documents are printed as a whole: their members are no options. */
const documents = new Set(["manifest.policyRules", "manifest.customTranslations", "manifest.i18n", "gvl.bundled"])

const leavesOf = (value: unknown, path: string): ReadonlyArray<readonly [string, unknown]> =>
  Predicate.isRecord(value) && !documents.has(path)
    ? Object.entries(value).flatMap(([name, member]) => leavesOf(member, path === "" ? name : `${path}.${name}`))
    : [[path, value]]

/** What is derived from the written keys is no option: `olderKeys`, and `signingKey` next to a list. */
const isDerived = (option: string, options: ReadonlySet<string>): boolean =>
  option.endsWith(".olderKeys") || (option.endsWith(".signingKey") && options.has(`${option}s`))

const printedOptions = ({ options, server, sources }: ServerConfiguration): ReadonlyArray<PrintedOption> =>
  Either.match(inspectOptions(options), {
    onLeft: () => [],
    onRight: (checked) => {
      const { tokens, ...settings } = showOptions(checked.options)
      const leaves = leavesOf({ ...settings, ...tokens, server }, "")
      const names = new Set(leaves.map(([option]) => option))
      return leaves
        .filter(([option]) => !isDerived(option, names))
        .map(([option, value]) => ({ option, value, source: sourceOf(sources, option) ?? "default" }))
    },
  })

const widest = 60

const shown = (value: unknown): string => shortened(JSON.stringify(value) ?? "–", widest)

/** Each column is as wide as the longest text in it. */
const linesOf = (printed: ReadonlyArray<PrintedOption>): ReadonlyArray<string> => {
  const cells = printed.map(({ option, source, value }) => ({ option, source, value: shown(value) }))
  const names = Math.max(0, ...cells.map(({ option }) => option.length))
  const values = Math.max(0, ...cells.map(({ value }) => value.length))
  return cells.map(({ option, source, value }) => `${option.padEnd(names)} ${value.padEnd(values)} ${source}`)
}

/** What is valid and probably a mistake, as the server's start logs it, and in the rules. */
const warningsOf = ({ checked, notices, sources }: ServerConfiguration): ReadonlyArray<string> => [
  ...notices,
  ...checked.notices.map(inWords(sources)),
  ...inspectPolicyRules(checked.options.manifest.policyRules ?? []).warnings.map(
    (warning) => `manifest.policyRules: ${warning}`,
  ),
]

const check: Command = {
  name: "config check",
  synopsis: "config check [--config FILE] [--json]",
  summary: "report every error and warning in the configuration of serve",
  options: serverOptions,
  run: withConfiguration((configuration) => {
    const { file } = configuration
    const notices = warningsOf(configuration)
    const verdict = `${file ?? "without a configuration file, the configuration"} is valid`
    return {
      ok: true,
      data: { ok: true, file, notices },
      lines:
        notices.length === 0
          ? [verdict]
          : [`${verdict}, with ${plural(notices.length, "warning")}:`, ...notices.map((notice) => `  ${notice}`)],
    }
  }),
}

const print: Command = {
  name: "config print",
  synopsis: "config print [--config FILE] [--json]",
  summary: "print every option of serve with its value and where it came from; secrets are left out",
  options: serverOptions,
  run: withConfiguration((configuration) => {
    const printed = printedOptions(configuration)
    return { ok: true, data: { file: configuration.file, options: printed }, lines: linesOf(printed) }
  }),
}

/** The commands. */
export const configCommands: ReadonlyArray<Command> = [check, print]
