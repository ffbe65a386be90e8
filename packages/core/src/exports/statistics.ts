/**
 * Statistics: what is counted of records, how it is added up, and how it is answered.
 *
 * @module
 */
export * from "../counting/ReadStatistics.js"
export * from "../statistics/Contribution.js"
export * from "../statistics/Counts.js"
export * from "../statistics/Day.js"
export * from "../statistics/Dimension.js"
export * from "../statistics/RollUp.js"
export * from "../statistics/StatisticsCsv.js"
export * from "../statistics/StatisticsQuery.js"
export * from "../statistics/StatisticsReport.js"
