/**
 * `consent-service statistics`: how visitors decided, by day, country, rule, action, language or experiment.
 *
 * @module
 */
import {
  dayOf,
  decodeStatisticsQuery,
  type Dimension,
  readStatistics,
  statisticsCsv,
  type StatisticsNumbers,
  type StatisticsReport,
} from "@consent-service/core/statistics"
import * as Either from "effect/Either"
import { count, plural } from "./Amounts.js"
import { type Command, type CommandResult, usageError } from "./Command.js"
import { reading, tenantOptions } from "./TenantStores.js"

type Format = "csv" | "json" | "table"

const formatOf = (format: string): Format | null =>
  format === "csv" || format === "json" || format === "table" ? format : null

const columns = ["records", "accepted", "refused", "customized", "shown", "ignored"] as const

const cells = (name: string, numbers: StatisticsNumbers): ReadonlyArray<string> => [
  name,
  ...columns.map((column) => {
    const value = numbers[column]
    return value === null ? "-" : count(value)
  }),
]

/** Lines of equal columns: the first to the left, numbers to the right. */
const aligned = (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? []
  const padded = (cell: string, at: number) => (at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0))
  return rows.map((row) => row.map(padded).join("  "))
}

const none: Readonly<Record<Dimension, string>> = {
  day: "(none)",
  country: "(unknown)",
  rule: "(no rule)",
  action: "(no action)",
  language: "(unknown)",
  experiment: "(none)",
}

const missing = ({ backfilled, pending }: StatisticsReport): ReadonlyArray<string> => [
  ...(pending === 0 ? [] : [`not counted yet: ${plural(pending, "entry")} of the evidence log`]),
  ...(backfilled ? [] : ["records from before the evidence log are not all counted; see consent-service log backfill"]),
]

const tableOf = (report: StatisticsReport): ReadonlyArray<string> => {
  const { from, groupBy, groups, to, total } = report
  const rows = groups.map((group) => cells(group.rest ? "(more)" : (group.group ?? none[groupBy]), group))
  return [
    `${from} to ${to}, UTC`,
    ...aligned([[groupBy, ...columns], ...rows, cells("total", total)]),
    ...missing(report),
  ]
}

const printed = (report: StatisticsReport, format: Format): CommandResult => {
  const lines = {
    table: () => tableOf(report),
    // The file's last line ends already.
    csv: () => [statisticsCsv(report).trimEnd()],
    json: () => [JSON.stringify(report, null, 2)],
  }
  return { ok: true, data: report, lines: lines[format]() }
}

/** The command. */
export const statisticsCommand: Command = {
  name: "statistics",
  synopsis:
    "statistics [--from DAY] [--to DAY] [--group-by day|country|rule|action|language|experiment] [--format table|csv|json] --database URL [--tenant TENANT] [--table-prefix PREFIX] [--json]",
  summary: "count how visitors decided",
  options: {
    from: { type: "string", help: "the first day, in UTC: 2026-01-31; default: 29 days before --to" },
    to: { type: "string", help: "the last day; default: today" },
    "group-by": { type: "string", help: "day, country, rule, action, language or experiment; default: day" },
    format: { type: "string", help: "table, csv or json; default: table" },
    ...tenantOptions,
  },
  run: (given) => {
    if (given.positionals.length > 0) return usageError("expected no argument: days are named by --from and --to")
    const format = formatOf(given.value("format") ?? "table")
    if (format === null) return usageError("--format must be table, csv or json")
    const raw = { from: given.value("from"), to: given.value("to"), groupBy: given.value("group-by") }
    const query = decodeStatisticsQuery(raw, dayOf(Date.now()))
    if (Either.isLeft(query)) {
      const optionOf = (path: string) => (path === "groupBy" ? "--group-by" : `--${path}`)
      return usageError(query.left.map(({ message, path }) => `${optionOf(path)} ${message}`).join("; "))
    }
    return reading(given, readStatistics(query.right), (report) => printed(report, format))
  },
}
