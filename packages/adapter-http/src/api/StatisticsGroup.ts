/**
 * The route of statistics, which needs an API key.
 *
 * @module
 */
import { described } from "@consent-service/core/primitives"
import { dimensions } from "@consent-service/core/statistics"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { documented } from "./Annotations.js"
import { apiKeyRequired } from "./ApiKey.js"
import { errorAnswer } from "./ErrorAnswer.js"
import { uncached } from "./Headers.js"
import { storeAway, storeFailed, text } from "./Parts.js"

const Count = Schema.Number.annotations({ jsonSchema: { type: "integer", minimum: 0 } })

const CategoryRate = Schema.Struct({ granted: Count, refused: Count, rate: Schema.NullOr(Schema.Number) }).annotations({
  identifier: "CategoryRate",
  ...described({
    description: "How often a category was decided on",
    fields: {
      granted: "Records that grant it",
      refused: "Records that refuse it",
      rate: "The share of `granted`, to four digits; null when no record decides on it",
    },
  }),
})

const numbers = {
  records: Count,
  accepted: Count,
  refused: Count,
  customized: Count,
  shown: Schema.NullOr(Count),
  ignored: Schema.NullOr(Count),
  categories: Schema.Struct({
    experience: CategoryRate,
    functionality: CategoryRate,
    marketing: CategoryRate,
    measurement: CategoryRate,
  }),
}

const numberFields = {
  records: "All records, those of legal documents included",
  accepted: "Acts that accept everything",
  refused: "Acts that refuse everything, or opt out",
  customized: "Acts that choose categories",
  shown: "Prompts that were due; null where the service counts none",
  ignored: "`shown` without the acts before, at least 0; null where the service counts no prompts",
  categories: "The optional categories",
  experience: "Of the category `experience`",
  functionality: "Of the category `functionality`",
  marketing: "Of the category `marketing`",
  measurement: "Of the category `measurement`",
}

/** The counts of some visitors. */
export const StatisticsNumbers = Schema.Struct(numbers).annotations({
  identifier: "StatisticsNumbers",
  ...described({ description: "What visitors decided", fields: numberFields }),
})

/** The counts of one group. */
export const StatisticsGroup = Schema.Struct({
  group: Schema.NullOr(Schema.String),
  rest: Schema.Boolean,
  ...numbers,
}).annotations({
  identifier: "StatisticsGroup",
  ...described({
    description: "What the visitors of one group decided",
    fields: {
      group:
        "The day, country, rule, action or language; of an experiment `<id>=<arm>`, each URI-encoded. Null for records without one, and for the rest",
      rest: "Whether it holds all groups that came after the first 1,000 of their kind",
      ...numberFields,
    },
  }),
})

/** The body of `GET /statistics`. */
export const StatisticsReport = Schema.Struct({
  from: Schema.String,
  to: Schema.String,
  groupBy: Schema.Literal(...dimensions),
  groups: Schema.Array(StatisticsGroup),
  total: StatisticsNumbers,
  pending: Count,
  backfilled: Schema.Boolean,
}).annotations({
  identifier: "StatisticsReport",
  ...described({
    description: "What visitors decided on some days",
    fields: {
      from: "The first day, in UTC",
      to: "The last day",
      groupBy: "What the groups are",
      groups: "Days in their order, other groups by their records. Groups without a count are left out",
      total: "All groups together",
      pending: "Entries of the evidence log that are not counted yet; a record is counted after about a second",
      backfilled: "Whether all records from before the evidence log are counted, too",
    },
  }),
})
export type StatisticsReport = typeof StatisticsReport.Type

const counted = (granted: number, refused: number, rate: number) => ({ granted, refused, rate })

const example = {
  records: 200,
  accepted: 96,
  refused: 84,
  customized: 20,
  shown: 260,
  ignored: 60,
  categories: {
    experience: counted(104, 96, 0.52),
    functionality: counted(110, 90, 0.55),
    marketing: counted(97, 103, 0.485),
    measurement: counted(112, 88, 0.56),
  },
}

/** A report as an example. */
export const statisticsExample = {
  from: "2026-11-01",
  to: "2026-11-30",
  groupBy: "country",
  groups: [{ group: "DE", rest: false, ...example }],
  total: example,
  pending: 0,
  backfilled: true,
} as const

const csvExample =
  "country,rest,records,accepted,refused,customized,shown,ignored,experienceGranted,experienceRefused,experienceRate," +
  "functionalityGranted,functionalityRefused,functionalityRate,marketingGranted,marketingRefused,marketingRate," +
  "measurementGranted,measurementRefused,measurementRate\r\n" +
  "DE,false,200,96,84,20,260,60,104,96,0.52,110,90,0.55,97,103,0.485,112,88,0.56\r\n"

/** `GET /statistics`: counts of records by group. */
export const readStatistics = HttpApiEndpoint.get("readStatistics", "/statistics")
  .setUrlParams(
    Schema.Struct({
      from: text("The first day, in UTC: 2026-01-31. 29 days before `to` when absent"),
      to: text("The last day, at most 3,660 days from the first. Today when absent"),
      groupBy: text("day, country, rule, action, language or experiment; day when absent"),
      format: text("`json`, the default, or `csv`"),
    }),
  )
  .addSuccess(StatisticsReport)
  .addError(errorAnswer("Unauthorized"))
  .addError(errorAnswer("InputInvalid"))
  .addError(errorAnswer("StatisticsOff"))
  .addError(storeFailed)
  .addError(storeAway)
  .annotateContext(
    documented({
      summary: "Count decisions",
      description:
        "How many visitors accepted, refused and customized, by day, country, rule, action, language or experiment. An act " +
        "counts on the day on which the visitor acted. Counts are kept with the evidence log, so an answer takes " +
        "milliseconds however many records there are. They stay when records are erased, and name no person.",
      parameters: { from: "2026-11-01", to: "2026-11-30", groupBy: "country", format: "json" },
      answerHeaders: { 200: uncached },
      answers: { 200: { countries: { value: statisticsExample } } },
      texts: { 200: { "text/csv": { countries: { value: csvExample } } } },
    }),
  )
  .annotateContext(apiKeyRequired)

export const statisticsGroup = HttpApiGroup.make("statistics", { topLevel: true })
  .annotate(OpenApi.Description, "Counts of decisions; an API key is required")
  .add(readStatistics)
