/**
 * `consent-service restore --check`: whether a backup can be relied on, without touching it.
 *
 * @module
 */
import { DatabaseUrl, parseDatabaseUrl } from "@consent-service/adapter-sql/DatabaseUrl"
import { type CountedTable, type Damage, type DamagedRow, mostListed } from "@consent-service/adapter-sql/Verification"
import { tablePrefixProblem, defaultTablePrefix } from "@consent-service/adapter-sql/Tables"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import { type CheckedCopy, checkServer, checkSqlite } from "../backup/CheckCopy.js"
import { fileProblem } from "../backup/FileProblem.js"
import { count, instant, plural } from "./Amounts.js"
import { type Command, type CommandResult, type Given, type Progress, usageError } from "./Command.js"

const inWords: Readonly<Record<Damage, string>> = {
  "id-differs": "its id is not derived from its content",
  "content-differs": "its content does not have its digest",
  unreadable: "it cannot be read",
  "subject-missing": "its subject is missing",
  "decision-missing": "its policy decision is missing",
  "document-missing": "its legal document is missing",
  "manifest-missing": "its manifest is missing from the archive",
  "texts-missing": "its texts are missing from the archive",
}

const damageLine = ({ damage, id, table, tenant }: DamagedRow): string =>
  `damaged: ${table} ${id}${tenant === null ? "" : ` of tenant ${tenant}`}: ${damage.map((one) => inWords[one]).join(", ")}`

const verdict = ({ damagedRows }: CheckedCopy): string =>
  damagedRows === 0 ? "ok: every id and digest matches its content" : `${plural(damagedRows, "damaged row")} found`

const linesOf = (checked: CheckedCopy): ReadonlyArray<string> => {
  const { damaged, damagedRows, newestRecordAt, pending, tables, underWay } = checked
  return [
    pending.length === 0 ? "migrations: none pending" : `migrations: ${pending.join(", ")} pending; they ran on a copy`,
    ...tables.map(({ rows, table }) => `${table}: ${plural(rows, "row")}`),
    `newest record: ${instant(newestRecordAt) ?? "none, there are no records"}`,
    ...(underWay === 0
      ? []
      : [`${plural(underWay, "decision")} without archived texts: the saves were not acknowledged yet`]),
    ...damaged.map(damageLine),
    ...(damagedRows > mostListed ? [`and ${count(damagedRows - mostListed)} more`] : []),
    verdict(checked),
  ]
}

const resultOf = (checked: Either.Either<CheckedCopy, string>): CommandResult =>
  Either.match(checked, {
    onLeft: (error) => ({ ok: false, data: { error }, lines: [], error: `the copy cannot be used: ${error}` }),
    onRight: (copy) => ({
      ok: copy.damagedRows === 0,
      data: { ...copy, newestRecordAt: instant(copy.newestRecordAt), error: null },
      lines: linesOf(copy),
    }),
  })

/** How often progress is reported, in milliseconds. */
const everyMs = 5_000

const reporting = (notice: Progress): ((table: CountedTable) => void) => {
  let reported = Date.now()
  return ({ rows, table }) => {
    if (Date.now() - reported < everyMs) return
    reported = Date.now()
    notice(`${table}: ${plural(rows, "row")} checked`)
  }
}

const ofFile = (path: string, tablePrefix: string, notice: Progress): CommandResult | Promise<CommandResult> => {
  const problem = fileProblem(path)
  return problem === null
    ? checkSqlite(path, { tablePrefix, onProgress: reporting(notice) }).then(resultOf)
    : usageError(problem)
}

const isUrl = (text: string): boolean => /^(sqlite:|[a-z]+:\/\/)/i.test(text)

const run = (given: Given, _: Progress, notice: Progress): CommandResult | Promise<CommandResult> => {
  const [source, ...others] = given.positionals
  if (!given.flags.has("check")) {
    return usageError(
      "expected --check: this command only checks a backup; restore it with the tools of the database, see docs/operate/backup.md",
    )
  }
  if (source === undefined || others.length > 0)
    return usageError("expected one backup: a file, or the URL of a database")
  const tablePrefix = given.value("table-prefix") ?? defaultTablePrefix
  const problem = tablePrefixProblem(tablePrefix)
  if (problem !== null) return usageError(`--table-prefix ${problem}`)
  if (!isUrl(source)) return ofFile(source, tablePrefix, notice)
  const ofServer = (url: Redacted.Redacted) =>
    checkServer(Redacted.value(url), { tablePrefix, onProgress: reporting(notice) }).then(resultOf)
  return Either.match(parseDatabaseUrl(source), {
    onLeft: usageError,
    onRight: DatabaseUrl.$match({
      Sqlite: ({ filename }) => ofFile(filename, tablePrefix, notice),
      Postgres: ({ url }) => ofServer(url),
      Mysql: ({ url }) => ofServer(url),
    }),
  })
}

/** The command. It never writes to what it checks. */
export const restore: Command = {
  name: "restore",
  synopsis: "restore --check FILE|URL [--table-prefix PREFIX] [--json]",
  summary: "check a backup or a restored database: migrations, counts, every id and digest",
  options: {
    check: { type: "boolean", help: "check the backup and change nothing; an SQLite file is copied first" },
    "table-prefix": { type: "string", help: `prefix of the table names; default: ${defaultTablePrefix}` },
  },
  run,
}
