/**
 * `consent-service export`: the records of a span of time as a file.
 *
 * @module
 */
import {
  csvHeader,
  csvLine,
  decodeListQuery,
  fitsFilter,
  type ListQuery,
  type RecordItem,
  recordItem,
  type RecordPage,
  readInOrder,
} from "@consent-service/core/records"
import type { Records, StoreError } from "@consent-service/core/ports"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { appendFile } from "node:fs/promises"
import { newFileProblem, writeWhole } from "../backup/WholeFile.js"
import { reasonOf } from "../thrown/Thrown.js"
import { count } from "./Amounts.js"
import { type Command, type CommandResult, type Given, type Progress, usageError } from "./Command.js"
import { failed, reading, tenantOptions } from "./TenantStores.js"

/** How records become text. */
interface ExportFormat {
  readonly header: string
  readonly line: (item: RecordItem) => string
}

const formats: ReadonlyMap<string, ExportFormat> = new Map([
  ["csv", { header: csvHeader, line: csvLine }],
  ["ndjson", { header: "", line: (item) => `${JSON.stringify(item)}\n` }],
])

/** How many records are read together, and how many are between two lines of progress. */
const [pageSize, progressEvery] = [250, 50_000]

/** The database could not be read to the end: no file is left. */
class Unwritten extends Error {
  constructor(readonly result: CommandResult) {
    super("nothing was exported")
  }
}

const write = (path: string, text: string): Effect.Effect<void> => Effect.promise(() => appendFile(path, text))

/** Writes the records of a query to a file, a page after another; returns how many. */
const writeRecords = (
  path: string,
  { header, line }: ExportFormat,
  { filter, limit: _, ...span }: ListQuery,
  progress: Progress,
): Effect.Effect<number, StoreError, Records> =>
  Effect.gen(function* () {
    yield* write(path, header)
    let [after, looked, written] = [span.after, 0, 0]
    while (true) {
      const page: RecordPage = yield* readInOrder({ ...span, after }, pageSize)
      if (page.next === null) return written
      const fitting = page.records.filter((record) => fitsFilter(filter, record))
      yield* write(path, fitting.map((record) => line(recordItem(record))).join(""))
      written += fitting.length
      if (Math.floor((looked + pageSize) / progressEvery) > Math.floor(looked / progressEvery)) {
        progress(`${count(looked + pageSize)} records looked at, ${count(written)} written`)
      }
      looked += pageSize
      after = page.next
    }
  })

/** Writes a file that is whole, or none: an export that was interrupted leaves nothing. */
const exported = (
  given: Given,
  path: string,
  format: ExportFormat,
  query: ListQuery,
  progress: Progress,
): Promise<CommandResult> =>
  writeWhole(path, (partial) =>
    reading(given, writeRecords(partial, format, query, progress), (records) => ({
      ok: true,
      data: { file: path, records },
      lines: [`${path}: ${count(records)} records`],
    })).then((result) => {
      if ("usage" in result || !result.ok) throw new Unwritten(result)
      return result
    }),
  ).catch((error: unknown) => {
    if (error instanceof Unwritten) return error.result
    return failed(`cannot export: ${reasonOf(error)}`)
  })

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

/** The command. */
export const exportCommand: Command = {
  name: "export",
  synopsis:
    "export --format csv|ndjson --out FILE [--from TIME] [--to TIME] [--domain DOMAIN] [--type TYPE] [--country CODE] [--action ACTION] [--force] --database URL [--tenant TENANT] [--table-prefix PREFIX] [--json]",
  summary: "write records to a file",
  options: {
    format: { type: "string", help: "csv or ndjson" },
    out: { type: "string", help: "the file to write, readable by its owner only" },
    from: { type: "string", help: "only acts of this ISO 8601 date or time, or later" },
    to: { type: "string", help: "only acts until this ISO 8601 date or time; a date includes the whole day" },
    domain: { type: "string", help: "only acts on this domain" },
    type: { type: "string", help: "only records of this type" },
    country: { type: "string", help: "only visitors from this country: ISO 3166-1" },
    action: { type: "string", help: "only accept_all, reject_all, opt_out or custom" },
    force: { type: "boolean", help: "replace an existing file" },
    ...tenantOptions,
  },
  run: (given, progress) => {
    if (given.positionals.length > 0) return usageError("expected no argument: the file is named by --out")
    const format = formats.get(given.value("format") ?? "")
    if (format === undefined) return usageError("--format must be csv or ndjson")
    const path = given.value("out") ?? ""
    if (path === "") return usageError("--out names the file to write, for example --out consents.csv")
    const query = queryIn(given)
    if (Either.isLeft(query)) return usageError(query.left)
    const problem = newFileProblem({ path, force: given.flags.has("force"), protectedFiles: [] })
    return problem === null ? exported(given, path, format, query.right, progress) : failed(`cannot export: ${problem}`)
  },
}
