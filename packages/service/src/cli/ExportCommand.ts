/**
 * `consent-service export`: the records of a span of time as a file.
 *
 * @module
 */
import { decodeListQuery, type ListQuery, type PartialDisclosure, readInOrder } from "@consent-service/core/records"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { newFileProblem, writeWhole } from "../backup/WholeFile.js"
import { type ExportFormat, exportFormats, isExportFormat, isStandardForm, writerOf } from "../export/ExportFormats.js"
import type { OpenWriter } from "../export/RecordWriter.js"
import { keepHeapSmall } from "../export/SmallHeap.js"
import { writeRecords, type Written } from "../export/WriteRecords.js"
import { reasonOf } from "../thrown/Thrown.js"
import { count, plural } from "./Amounts.js"
import { type Command, type CommandResult, type Given, type Progress, usageError } from "./Command.js"
import { misconfigured } from "./Misconfigured.js"
import { settingsOf } from "./ServerOptions.js"
import { failed, reading, tenantOptions } from "./TenantStores.js"

/** How many records are between two lines of progress. */
const progressEvery = 50_000

/** The file could not be completed: none is left. */
class Unwritten extends Error {
  constructor(readonly result: CommandResult) {
    super("nothing was exported")
  }
}

const reported = (progress: Progress) => {
  let printed = 0
  return ({ looked, written }: Written): void => {
    if (looked - printed < progressEvery) return
    printed = looked
    progress(`${count(looked)} records looked at, ${count(written)} written`)
  }
}

const noRecords = (tenant: string | null): string =>
  tenant === null
    ? "the single-tenant scope has no record at all; the records of a tenant are exported with --tenant"
    : `the tenant ${JSON.stringify(tenant)} has no record at all; check --tenant`

/** A file without records is what a misspelled tenant leads to, too. */
const warningFor = (given: Given, { looked }: Written) =>
  looked > 0
    ? Effect.succeed(null)
    : Effect.map(readInOrder({ from: null, before: null, after: null }, 1), ({ records }) =>
        records.length > 0 ? null : noRecords(given.value("tenant")),
      )

const resultOf = (path: string, { fitting, written }: Written, warning: string | null): CommandResult => {
  const without = fitting - written
  return {
    ok: true,
    error: warning,
    data: { file: path, records: written, without },
    lines: [
      `${path}: ${plural(written, "record")}`,
      ...(without === 0 ? [] : [`${plural(without, "record")} left out: the format has no place for what is in them`]),
    ],
  }
}

const fill = async (
  given: Given,
  path: string,
  partial: string,
  open: OpenWriter,
  query: ListQuery,
  progress: Progress,
): Promise<CommandResult> => {
  const writer = await open(partial)
  try {
    const writing = Effect.flatMap(writeRecords(query, writer, reported(progress)), (so) =>
      Effect.map(warningFor(given, so), (warning) => resultOf(path, so, warning)),
    )
    const result = await reading(given, writing, (written) => written)
    if ("usage" in result || !result.ok) throw new Unwritten(result)
    const problem = await writer.end()
    if (problem !== null) throw new Unwritten(failed(`cannot export: ${problem}`))
    return result
  } finally {
    await writer.close()
  }
}

/** Writes a file that is whole, or none: an export that was interrupted leaves nothing. */
const exported = (
  given: Given,
  path: string,
  open: OpenWriter,
  query: ListQuery,
  progress: Progress,
): Promise<CommandResult> =>
  writeWhole(path, (partial) => fill(given, path, partial, open, query, progress)).catch((error: unknown) =>
    error instanceof Unwritten ? error.result : failed(`cannot export: ${reasonOf(error)}`),
  )

/** What the configuration says for standard forms; the other formats need none. */
const disclosureFor = async (
  given: Given,
  format: ExportFormat,
): Promise<Either.Either<PartialDisclosure, CommandResult>> => {
  if (!isStandardForm(format)) return Either.right({ controller: null, processing: {} })
  const settings = await settingsOf(given)
  if (Either.isLeft(settings)) return Either.left(misconfigured(settings.left.issues))
  const { evidence } = settings.right
  return Either.right({ controller: evidence?.controller ?? null, processing: evidence?.processing ?? {} })
}

/** What is wrong with the name of the file. */
const fileProblem = (given: Given): string | null => {
  const path = given.value("out") ?? ""
  if (path === "") return "--out names the file to write, for example --out consents.csv"
  if (path === "-") return "--out needs a file: it has its name once it is whole, which standard output cannot have"
  return null
}

const queryIn = (given: Given): Either.Either<ListQuery, string> =>
  Either.mapLeft(
    decodeListQuery({
      from: given.value("from"),
      to: given.value("to"),
      domain: given.value("domain"),
      type: given.value("type"),
      country: given.value("country"),
      action: given.value("action"),
      after: null,
      limit: null,
    }),
    (issues) => issues.map(({ message, path }) => `--${path} ${message}`).join("; "),
  )

const run = async (
  given: Given,
  path: string,
  format: ExportFormat,
  query: ListQuery,
  progress: Progress,
): Promise<CommandResult> => {
  const disclosure = await disclosureFor(given, format)
  if (Either.isLeft(disclosure)) return disclosure.left
  keepHeapSmall()
  const open = await writerOf(format, disclosure.right)
  return Either.isLeft(open) ? failed(open.left) : exported(given, path, open.right, query, progress)
}

/** The command. */
export const exportCommand: Command = {
  name: "export",
  synopsis:
    "export --format csv|ndjson|parquet|iso27560|kantara --out FILE [--from TIME] [--to TIME] [--domain DOMAIN] [--type TYPE] [--country CODE] [--action ACTION] [--config FILE] [--force] --database URL [--tenant TENANT] [--table-prefix PREFIX] [--json]",
  summary: "write records to a file",
  options: {
    format: { type: "string", help: exportFormats.join(", ") },
    out: { type: "string", help: "the file to write, readable by its owner only" },
    from: { type: "string", help: "only acts of this ISO 8601 date or time, or later" },
    to: { type: "string", help: "only acts until this ISO 8601 date or time; a date includes the whole day" },
    domain: { type: "string", help: "only acts on this domain" },
    type: { type: "string", help: "only records of this type" },
    country: { type: "string", help: "only visitors from this country: ISO 3166-1" },
    action: { type: "string", help: "only accept_all, reject_all, opt_out or custom" },
    config: {
      type: "string",
      help: "for iso27560 and kantara: the configuration with evidence.controller and evidence.processing; default: consent.config.{ts,mjs,js,json,yaml}",
    },
    force: { type: "boolean", help: "replace an existing file" },
    ...tenantOptions,
  },
  run: (given, progress) => {
    if (given.positionals.length > 0) return usageError("expected no argument: the file is named by --out")
    const format = given.value("format") ?? ""
    if (!isExportFormat(format)) return usageError(`--format must be one of ${exportFormats.join(", ")}`)
    const wrong = fileProblem(given)
    if (wrong !== null) return usageError(wrong)
    const path = given.value("out") ?? ""
    const query = queryIn(given)
    if (Either.isLeft(query)) return usageError(query.left)
    const problem = newFileProblem({ path, force: given.flags.has("force"), protectedFiles: [] })
    return problem === null ? run(given, path, format, query.right, progress) : failed(`cannot export: ${problem}`)
  },
}
