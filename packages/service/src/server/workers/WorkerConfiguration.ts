/**
 * The configuration of the processes that serve. One that is started again later must not read what was edited meanwhile:
 * a file takes effect by a reload, in all of them.
 *
 * Values are sent to each. A module is code, which cannot be sent: each process runs it, and compares the files with those
 * that are in force.
 *
 * @module
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { basename, extname } from "node:path"
import { isDeepStrictEqual } from "node:util"
import { ConsentConfigurationError } from "../../configuration/ConsentConfigurationError.js"
import { inspectOptions } from "../../options/CheckOptions.js"
import type { ConsentServiceOptions } from "../../options/Options.js"
import { digestOf } from "../run/FileDigest.js"
import { readConfigurationIn, type SearchPlace, type ServerConfiguration } from "../ServerConfiguration.js"

/** Where to look for the configuration, as in `SearchPlace`. */
const Place = Schema.Struct({
  folder: Schema.String,
  path: Schema.NullOr(Schema.String),
  flags: Schema.Array(
    Schema.Struct({ path: Schema.Array(Schema.String), value: Schema.Unknown, source: Schema.String }),
  ),
})

/** What a process serves with. */
export const WorkerConfiguration = Schema.Union(
  /** Options that are plain values, as they were checked. */
  Schema.TaggedStruct("Values", { options: Schema.Unknown }),
  /** Where to read it, and the digest of each file that it is read from. */
  Schema.TaggedStruct("Files", {
    place: Place,
    digests: Schema.Array(Schema.Struct({ path: Schema.String, digest: Schema.String })),
  }),
)
export type WorkerConfiguration = typeof WorkerConfiguration.Type

const dataFormats: ReadonlySet<string> = new Set([".json", ".yaml", ".yml"])

/** A module may do more than return options. */
const isModule = (file: string | null): boolean => file !== null && !dataFormats.has(extname(file))

/** Whether the channel between processes, which is JSON, changes nothing. A date or an infinite number it would. */
const canBeSent = (options: unknown): boolean => isDeepStrictEqual(JSON.parse(JSON.stringify(options)), options)

/** What to start processes with, so that they serve with this configuration. */
export const toWorkers = (
  { file, files, lasting, options }: Pick<ServerConfiguration, "file" | "files" | "lasting" | "options">,
  place: SearchPlace,
): WorkerConfiguration => {
  if (!isModule(file) && canBeSent(options)) return { _tag: "Values", options }
  const paths = Array.from(new Set([...files, ...lasting]))
  return { _tag: "Files", place, digests: paths.map((path) => ({ path, digest: digestOf(path) })) }
}

const fromValues = (options: unknown): Either.Either<ConsentServiceOptions, string> => {
  const inspected = inspectOptions(options)
  const isRight = (_options: unknown): _options is ConsentServiceOptions => Either.isRight(inspected)
  if (Either.isLeft(inspected)) return Either.left(inspected.left.message)
  return isRight(options) ? Either.right(options) : Either.left("the options are invalid")
}

const notReloaded = (paths: ReadonlyArray<string>): string =>
  `not started with a changed configuration that was not reloaded: ${paths.map((path) => basename(path)).join(", ")}; ` +
  "reload it with SIGHUP, or restore the former content"

/** The options that a process serves with, or why it must not serve. */
export const receiveConfiguration = async (
  received: WorkerConfiguration,
): Promise<Either.Either<ConsentServiceOptions, string>> => {
  if (received._tag === "Values") return fromValues(received.options)
  const read = await readConfigurationIn(received.place)
  // After it was read, so that a change between the two is seen.
  const changed = received.digests.filter(({ digest, path }) => digestOf(path) !== digest)
  if (changed.length > 0) return Either.left(notReloaded(changed.map(({ path }) => path)))
  return Either.isLeft(read)
    ? Either.left(new ConsentConfigurationError(read.left).message)
    : Either.right(read.right.options)
}
