/**
 * The configuration of `consent-service serve`: a file, over it variables of the environment, over these the flags of
 * the command. Where a value came from is kept, for the operator.
 *
 * @module
 */
import { recommendedPolicyRules } from "@consent-service/core/policy"
import * as Either from "effect/Either"
import * as Predicate from "effect/Predicate"
import { readFileSync } from "node:fs"
import { basename } from "node:path"
import { type ConfigurationIssue, isAbout } from "../configuration/ConsentConfigurationError.js"
import { inspectOptions } from "../options/CheckOptions.js"
import type { ConsentServiceOptions } from "../options/Options.js"
import type { MetricsPlace } from "../node.js"
import { serveIssues } from "../options/ServeIssues.js"
import { type ConfigFile, findConfigFile, readConfigFile } from "./ConfigFile.js"
import { type OptionLeaf, optionLeaves } from "./OptionLeaves.js"
import { readVariables, type SaidValue, type SaidValues, type Variables } from "./Variables.js"

type Issues = ReadonlyArray<ConfigurationIssue>

/** Where `serve` listens; what is left out has the default of `serve` in `consent-service/node`. */
export interface ServerSettings {
  readonly port: number
  readonly host?: string
  readonly maxConnections?: number
  readonly graceMs?: number
  /** Where metrics are served; left out, none are. */
  readonly metrics?: MetricsPlace
}

/** What configures a server. */
export interface ServerConfiguration {
  readonly options: ConsentServiceOptions
  readonly server: ServerSettings
  /** The file, or null where there is none. */
  readonly file: string | null
  /** Where each written option came from, by its dotted name: a file's name, a variable's or a flag's. */
  readonly sources: ReadonlyMap<string, string>
  /** What works and the operator should look at. */
  readonly notices: ReadonlyArray<string>
}

/** Where to look for a configuration. */
export interface ConfigurationPlace {
  readonly folder: string
  /** A file that was named; null looks for one in the folder. */
  readonly path: string | null
  readonly variables: Variables
  /** What flags of the command set. */
  readonly flags: ReadonlyArray<SaidValue>
}

const defaultPort = 8_787

/** The file that records are kept in where nothing names a database. */
export const defaultDatabase = "sqlite:./consent.db"

const serverLeaves: ReadonlyArray<OptionLeaf> = [
  { path: ["server", "port"], forms: ["number"], words: [] },
  { path: ["server", "host"], forms: ["text"], words: [] },
  { path: ["server", "maxConnections"], forms: ["number"], words: [] },
  { path: ["server", "graceMs"], forms: ["number"], words: [] },
  { path: ["server", "metrics", "port"], forms: ["number"], words: [] },
  { path: ["server", "metrics", "host"], forms: ["text"], words: [] },
]

/** Every option that a variable can set. */
export const serverOptionLeaves: ReadonlyArray<OptionLeaf> = [...optionLeaves, ...serverLeaves]

type Members = Readonly<Record<PropertyKey, unknown>>

const withValue = (content: unknown, [name, ...rest]: ReadonlyArray<string>, value: unknown): unknown => {
  if (name === undefined) return value
  const members = Predicate.isRecord(content) ? content : {}
  return { ...members, [name]: withValue(members[name], rest, value) }
}

/** The dotted names of what a file says, down to what is no plain object. */
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

const isText = (value: unknown): value is string => typeof value === "string"
const isNumber = (value: unknown): value is number => typeof value === "number"

const serverNames = new Set(serverLeaves.map(({ path }) => path[1]))

const placeOf = ({ host, port }: Members): MetricsPlace => ({
  port: Number(port),
  ...(isText(host) ? { host } : {}),
})

const readServer = (given: unknown): Either.Either<ServerSettings, Issues> => {
  if (given !== undefined && !Predicate.isRecord(given)) {
    return Either.left([
      { option: "server", message: "must be an object with port, host, maxConnections, graceMs and metrics" },
    ])
  }
  const { graceMs, host, maxConnections, metrics: place, port = defaultPort, ...others } = given ?? {}
  // An address alone opens no port: an image may come with one.
  const metrics = Predicate.isRecord(place) && place["port"] === undefined ? undefined : place
  const issues = [
    ...serveIssues({ port, host, maxConnections, graceMs, metrics }),
    ...Object.keys(others)
      .filter((name) => !serverNames.has(name))
      .map((option) => ({ option, message: "is not an option" })),
  ].map(({ message, option }) => ({ option: `server.${option}`, message }))
  if (issues.length > 0) return Either.left(issues)
  return Either.right({
    port: Number(port),
    ...(isText(host) ? { host } : {}),
    ...(isNumber(maxConnections) ? { maxConnections } : {}),
    ...(isNumber(graceMs) ? { graceMs } : {}),
    ...(Predicate.isRecord(metrics) ? { metrics: placeOf(metrics) } : {}),
  })
}

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

const isChecked = (options: unknown): options is ConsentServiceOptions => Either.isRight(inspectOptions(options))

const issuesOf = (options: unknown): Issues =>
  Either.match(inspectOptions(options), { onLeft: ({ issues }) => issues, onRight: () => [] })

/** Variables that a module may read for itself are no mistake of the operator's. */
const judged = (unknown: Issues, file: ConfigFile | null): { readonly issues: Issues; readonly notices: Issues } =>
  file?.isModule === true ? { issues: [], notices: unknown } : { issues: unknown, notices: [] }

/**
 * Reads and checks the configuration of a server.
 *
 * @returns the configuration, or everything that is wrong with it
 */
export const readServerConfiguration = async (
  place: ConfigurationPlace,
): Promise<Either.Either<ServerConfiguration, Issues>> => {
  const { file, issues: unreadable } = await findFile(place)
  const said = readVariables(serverOptionLeaves, place.variables, (path) => readFileSync(path, "utf8"))
  const overrides = [...said.values, ...place.flags]
  const content = overrides.reduce(
    (all: unknown, { path, value }) => withValue(all, path, value),
    file?.content ?? withoutFile(),
  )
  const given: Members = Predicate.isRecord(content) ? content : {}
  const { server: givenServer, ...options } = given
  const written: Members = hasStorage(options) ? options : { ...options, database: defaultDatabase }
  const sources = new Map([
    ...(file === null ? [] : namesIn(file.content).map((name) => [name, basename(file.path)] as const)),
    ...overrides.map(({ path, source }) => [path.join("."), source] as const),
  ])
  const server = readServer(givenServer)
  const { issues: misnamed, notices } = judged(said.unknown.map(unknownVariable), file)
  const issues = [
    ...unreadable,
    ...said.issues,
    ...misnamed,
    // Options that come from a file that cannot be read are not missing.
    ...(unreadable.length > 0 ? [] : issuesOf(written).map(sourced(sources))),
    ...Either.match(server, { onLeft: (found) => found.map(sourced(sources)), onRight: () => [] }),
  ]
  if (issues.length > 0 || Either.isLeft(server) || !isChecked(written)) return Either.left(issues)
  return Either.right({
    options: written,
    server: server.right,
    file: file?.path ?? null,
    sources,
    notices: notices.map(({ message, option }) => `${option} ${message}`),
  })
}
