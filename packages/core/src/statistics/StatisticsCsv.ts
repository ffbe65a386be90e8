/**
 * Statistics as CSV (RFC 4180), safe to open in a spreadsheet.
 *
 * @module
 */
import { optionalCategories } from "../policy/Category.js"
import { csvCell } from "../schema/CsvCell.js"
import type { StatisticsGroup, StatisticsReport } from "./StatisticsReport.js"

const numbers = ["records", "accepted", "refused", "customized", "shown", "ignored"] as const

const categoryColumns = optionalCategories.flatMap((category) => [
  `${category}Granted`,
  `${category}Refused`,
  `${category}Rate`,
])

const numberCell = (value: number | null): string => (value === null ? "" : String(value))

const lineOf = (group: StatisticsGroup): string => {
  const rates = optionalCategories.flatMap((category) => {
    const { granted, rate, refused } = group.categories[category]
    return [granted, refused, rate]
  })
  const cells = [...numbers.map((name) => group[name]), ...rates].map(numberCell)
  return [csvCell(group.group ?? ""), String(group.rest), ...cells].join(",")
}

/**
 * The groups of a report, a line each, behind a line with the names of the columns. What has no value is empty.
 *
 * @example
 * ```ts
 * import { statisticsCsv, statisticsReport } from "@consent-service/core/statistics"
 *
 * const report = statisticsReport({ from: 0, to: 0, groupBy: "day" }, [], { pending: 0, backfilled: true })
 * statisticsCsv(report).startsWith("day,rest,records,accepted,refused,customized,shown,ignored,") // true
 * ```
 */
export const statisticsCsv = ({ groupBy, groups }: StatisticsReport): string =>
  [[groupBy, "rest", ...numbers, ...categoryColumns].join(","), ...groups.map(lineOf), ""].join("\r\n")
