/**
 * The configuration of `consent-service serve`: a file, over it variables of the environment, over these the flags of
 * the command. Where a value came from is kept, for the operator.
 *
 * @module
 */
import { inspectPolicyRules, recommendedPolicyRules } from "@consent-service/core/policy"
import * as Either from "effect/Either"
import * as Predicate from "effect/Predicate"
import { readFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { basename, join } from "node:path"
import { type ConfigurationIssue, isAbout } from "../configuration/ConsentConfigurationError.js"
import { decodeOptions } from "../configuration/DecodeOptions.js"
import { authoredRules, authoredWeakKeys, type CheckedOptions, inspectOptions } from "../options/CheckOptions.js"
import type { ConsentServiceOptions } from "../options/Options.js"
import { ServerOptions, type ServerSettings } from "../options/ServerOptions.js"
import { explainUnknown } from "../options/UnknownOption.js"
import { type ConfigFile, findConfigFile, readConfigFile } from "./ConfigFile.js"
import { configNames } from "./ConfigNames.js"
import { databaseKind } from "./DatabaseKind.js"
import { dotEnvPath, loadDotEnv } from "./DotEnv.js"
import { optionLeaves } from "./OptionLeaves.js"
import { workerCount } from "./WorkerCount.js"
import { readVariables, type SaidValue, type SaidValues, type Variables } from "./Variables.js"

type Issues = ReadonlyArray<ConfigurationIssue>

/** The sources of a server's configuration. */
export interface ServerConfiguration {
  readonly options: ConsentServiceOptions
  /** The same as an instance has them. */
  readonly checked: CheckedOptions
  readonly server: ServerSettings
  /** How many processes serve. */
  readonly workers: number
  /** The file, or null without one. */
  readonly file: string | null
  /** Where each written option came from, by its dotted name: a file's name, a variable's or a flag's. */
  readonly sources: ReadonlyMap<string, string>
  /** Valid settings that the operator should review. */
  readonly notices: ReadonlyArray<string>
  /** Every file that it was read from, and those that would be read if they were there. */
  readonly files: ReadonlyArray<string>
  /** Those of them that cannot be read again in this process. */
  readonly lasting: ReadonlyArray<string>
}

/** Where to look for a configuration, besides variables. */
export interface SearchPlace {
  readonly folder: string
  /** A file that was named; null looks for one in the folder. */
  readonly path: string | null
  /** Settings from the command's flags. */
  readonly flags: ReadonlyArray<SaidValue>
}

/** Where to look for a configuration. */
export interface ConfigurationPlace extends SearchPlace {
  readonly variables: Variables
}

/** The file that records are kept in where nothing names a database. */
export const defaultDatabase = "sqlite:./consent.db"

type Members = Readonly<Record<PropertyKey, unknown>>

const withValue = (content: unknown, [name, ...rest]: ReadonlyArray<string>, value: unknown): unknown => {
  if (name === undefined) return value
  const members = Predicate.isRecord(content) ? content : {}
  return { ...members, [name]: withValue(members[name], rest, value) }
}

/** The dotted names in a file, down to values that are not plain objects. */
const namesIn = (content: unknown, path: ReadonlyArray<string> = []): ReadonlyArray<string> =>
  Predicate.isRecord(content) && Object.getPrototypeOf(content) === Object.prototype && path.length < 4
    ? Object.entries(content).flatMap(([name, member]) => namesIn(member, [...path, name]))
    : [path.join(".")]

/** Where an option came from: the source of the most specific name that it is, or is a member of; null for a default. */
export const sourceOf = (sources: ReadonlyMap<string, string>, option: string): string | null => {
  const [nearest] = Array.from(sources)
    .filter(([name]) => isAbout(option, name))
    .toSorted(([one], [other]) => other.length - one.length)
  return nearest?.[1] ?? null
}

/** Issues name the variable or flag to change, not only the option. */
const sourced =
  (sources: ReadonlyMap<string, string>) =>
  ({ message, option }: ConfigurationIssue): ConfigurationIssue => {
    const source = sourceOf(sources, option)
    return { option: source === null ? option : `${option} (${source})`, message }
  }

const unknownVariable = ({ meant, name }: SaidValues["unknown"][number]): ConfigurationIssue => ({
  option: name,
  message: meant === null ? "is not the variable of an option" : `is not the variable of an option; ${meant} is`,
})

const decodeServer = decodeOptions(ServerOptions, {
  missing: () => "is required",
  unknown: explainUnknown(ServerOptions.ast, "server."),
})

const readServer = (given: unknown): Either.Either<ServerSettings, Issues> =>
  Either.mapLeft(decodeServer(given ?? {}), (issues) =>
    issues.map(({ message, option }) => ({ option: option === "options" ? "server" : `server.${option}`, message })),
  )

interface Found {
  readonly file: ConfigFile | null
  readonly issues: Issues
}

const findFile = async ({ folder, path }: ConfigurationPlace): Promise<Found> => {
  const named = path === null ? findConfigFile(folder) : Either.right(path)
  if (Either.isLeft(named)) return { file: null, issues: [{ option: "configuration", message: named.left }] }
  if (named.right === null) return { file: null, issues: [] }
  const read = await readConfigFile(named.right)
  return Either.isLeft(read)
    ? { file: null, issues: [{ option: "configuration", message: read.left }] }
    : { file: read.right, issues: [] }
}

/** A server without a file serves the recommended rules. */
const withoutFile = (): Members => ({ manifest: { policyRules: recommendedPolicyRules() } })

const hasStorage = (written: Members): boolean => written["database"] !== undefined || written["stores"] !== undefined

/** Variables that a module may read for itself are no mistake of the operator's. */
const judged = (unknown: Issues, file: ConfigFile | null): { readonly issues: Issues; readonly notices: Issues } =>
  file?.isModule === true ? { issues: [], notices: unknown } : { issues: unknown, notices: [] }

const issuesIn = (checked: Either.Either<unknown, Issues>): Issues =>
  Either.match(checked, { onLeft: (issues) => issues, onRight: () => [] })

/**
 * An instance answers every visitor that its rules are invalid. A server does not start with such rules, nor reload them.
 * They are checked next to other options that are invalid.
 */
const ruleIssues = (written: unknown): Issues => {
  const { iabEnabled, rules } = authoredRules(written)
  return inspectPolicyRules(rules, { iabEnabled }).errors.map((message) => ({
    option: "manifest.policyRules",
    message,
  }))
}

/** The options in both types: authored, as an instance takes them, and checked. */
const check = (written: unknown): Either.Either<Pick<ServerConfiguration, "options" | "checked">, Issues> => {
  const inspected = inspectOptions(written)
  const isRight = (_options: unknown): _options is ConsentServiceOptions => Either.isRight(inspected)
  const issues = [...(Either.isLeft(inspected) ? inspected.left.issues : []), ...ruleIssues(written)]
  return issues.length === 0 && Either.isRight(inspected) && isRight(written)
    ? Either.right({ options: written, checked: inspected.right })
    : Either.left(issues)
}

/** The number of processes, even if other options are invalid; the group's check reports an invalid number. */
const readWorkers = (server: unknown, database: unknown): Either.Either<number, Issues> => {
  const given = Predicate.isRecord(server) ? server["workers"] : undefined
  const workers = given === "auto" || typeof given === "number" ? given : 1
  return Either.mapLeft(workerCount(workers, databaseKind(database), availableParallelism()), (issue) => [issue])
}

/** Options are not missing whose variable names a file that cannot be read. */
const isWritten =
  ({ unread }: SaidValues) =>
  ({ option }: ConfigurationIssue): boolean =>
    !unread.includes(option)

/** The paths to watch for a change: without a file, the places where one is searched. */
const filesOf = (place: ConfigurationPlace, file: ConfigFile | null, said: SaidValues): ReadonlyArray<string> => [
  ...(file === null ? configNames.map((name) => join(place.folder, name)) : [file.path, ...file.imported]),
  dotEnvPath(place.folder),
  ...said.files,
]

/** What is written in a file, variables and flags, before any check. */
const readWritten = async (place: ConfigurationPlace) => {
  const { file, issues: unreadable } = await findFile(place)
  const said = readVariables(optionLeaves, place.variables, (path) => readFileSync(path, "utf8"))
  const overrides = [...said.values, ...place.flags]
  const content = overrides.reduce(
    (all: unknown, { path, value }) => withValue(all, path, value),
    file?.content ?? withoutFile(),
  )
  const given: Members = Predicate.isRecord(content) ? content : {}
  const { server: givenServer, ...others } = given
  const written: Members = hasStorage(others) ? others : { ...others, database: defaultDatabase }
  const sources = new Map([
    ...(file === null ? [] : namesIn(file.content).map((name) => [name, basename(file.path)] as const)),
    ...overrides.map(({ path, source }) => [path.join("."), source] as const),
  ])
  return { file, unreadable, said, givenServer, written, sources }
}

/** Issues in words: option, source and message. */
export const inWords =
  (sources: ReadonlyMap<string, string>) =>
  (issue: ConfigurationIssue): string => {
    const { message, option } = sourced(sources)(issue)
    return `${option}: ${message}`
  }

/** The keys of an invalid configuration that can be guessed, except those that are an issue. */
const readWeakKeys = async (place: ConfigurationPlace, issues: Issues): Promise<ReadonlyArray<string>> => {
  const { sources, written } = await readWritten(place)
  const known = new Set(issues.map(({ option }) => option.replace(/ \(.*\)$/, "")))
  return authoredWeakKeys(written)
    .filter(({ option }) => !known.has(option))
    .map(inWords(sources))
}

/**
 * Reads and checks the configuration of a server.
 *
 * @returns the configuration, or all its problems
 */
export const readServerConfiguration = async (
  place: ConfigurationPlace,
): Promise<Either.Either<ServerConfiguration, Issues>> => {
  const { file, givenServer, said, sources, unreadable, written } = await readWritten(place)
  const server = readServer(givenServer)
  const workers = readWorkers(givenServer, written["database"])
  const options = check(written)
  const { issues: misnamed, notices } = judged(said.unknown.map(unknownVariable), file)
  const issues = [
    ...unreadable,
    ...said.issues,
    ...misnamed,
    // Options that come from a file that cannot be read are not missing.
    ...(unreadable.length > 0 ? [] : issuesIn(options).filter(isWritten(said)).map(sourced(sources))),
    ...[server, workers].flatMap(issuesIn).map(sourced(sources)),
  ]
  if (issues.length > 0 || Either.isLeft(server) || Either.isLeft(workers) || Either.isLeft(options))
    return Either.left(issues)
  return Either.right({
    ...options.right,
    server: server.right,
    workers: workers.right,
    file: file?.path ?? null,
    files: filesOf(place, file, said),
    lasting: file?.lasting ?? [],
    sources,
    notices: notices.map(({ message, option }) => `${option} ${message}`),
  })
}

/** Reads it with the current variables of this process, including the folder's `.env`. */
export const readConfigurationIn = (place: SearchPlace): ReturnType<typeof readServerConfiguration> => {
  loadDotEnv(place.folder)
  return readServerConfiguration({ ...place, variables: process.env })
}

/** The keys that can be guessed in a configuration that has issues, in words. */
export const weakKeysIn = (place: SearchPlace, issues: Issues): Promise<ReadonlyArray<string>> =>
  readWeakKeys({ ...place, variables: process.env }, issues)
