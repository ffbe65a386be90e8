/**
 * `consent-service retention`: applies the retention schedule of a configuration, or shows what it would do.
 *
 * @module
 */
import { applyRetention, type RetentionOptions, type RetentionResult } from "@consent-service/core/erasure"
import { Tenant } from "@consent-service/core/ports"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { instanceStores } from "../composition/InstanceStores.js"
import { makeRandomSalts } from "../evidence/RandomSalts.js"
import { databaseUrl } from "../options/DatabaseOptions.js"
import { type RetentionRuleResolved, RetentionOption, scheduleOf } from "../options/RetentionOption.js"
import { recommendedRetention } from "../options/RetentionPresets.js"
import type { ServiceSettings } from "../options/Settings.js"
import { plural } from "./Amounts.js"
import { type Command, type CommandResult, usageError } from "./Command.js"
import { misconfigured } from "./Misconfigured.js"
import { serverOptions, settingsOf } from "./ServerOptions.js"
import { failed, missingFile, problemOf } from "./TenantStores.js"

/** How many records are looked at between two lines of progress. */
const progressEvery = 50_000

const linesOf = ({ erased, first, kept, records, traces }: RetentionResult, dryRun: boolean): ReadonlyArray<string> => [
  `${plural(records, "record")} old enough for a retention rule`,
  `${dryRun ? "would erase" : "erased"} ${plural(erased, "record")}; ${dryRun ? "would drop" : "dropped"} address, browser, language and metadata of ${plural(traces, "record")}`,
  ...(kept === 0 ? [] : [`${plural(kept, "record")} kept beyond the period, as the latest decision of a person`]),
  ...(first.length === 0 ? [] : [`the first ids: ${first.join(", ")}`]),
]

const missingIn = ({ database }: ServiceSettings): string | null => {
  const url = database === null ? null : databaseUrl(database)
  return url === null ? null : missingFile(url)
}

const apply = async (settings: ServiceSettings, options: RetentionOptions): Promise<CommandResult> => {
  const missing = missingIn(settings)
  if (missing !== null) {
    return failed(`there is no file ${missing}; check database, or create it with consent-service migrate`)
  }
  const run = applyRetention(options).pipe(
    Effect.provide(instanceStores(settings)),
    Effect.provide(Tenant.layer(settings.tenantId)),
  )
  const result = await Effect.runPromise(Effect.either(run))
  if (Either.isLeft(result)) return failed(problemOf(result.left))
  const { dryRun } = options
  return { ok: true, data: { dryRun, ...result.right }, lines: linesOf(result.right, dryRun) }
}

/** The rules of the configuration; where it has none and the recommended ones are asked for, these. */
const rulesFor = ({ retention }: ServiceSettings, isRecommended: boolean): ReadonlyArray<RetentionRuleResolved> =>
  retention.length === 0 && isRecommended ? Schema.decodeSync(RetentionOption)(recommendedRetention()) : retention

const noRules =
  "the option retention has no rules: every record is kept; --recommended applies those of recommendedRetention()"

/** The command. */
export const retentionCommand: Command = {
  name: "retention",
  synopsis: "retention [--dry-run] [--recommended] [--config FILE] [--database URL] [--json]",
  summary: "erase what the option retention no longer keeps",
  options: {
    "dry-run": { type: "boolean", help: "only print what would be erased" },
    recommended: {
      type: "boolean",
      help: "where the configuration has no rules: recommendedRetention(), which drops address and browser of records from Europe and Quebec after 180 days",
    },
    config: serverOptions.config,
    database: serverOptions.database,
  },
  run: async (given, progress) => {
    if (given.positionals.length > 0) return usageError("expected no argument: the configuration is named by --config")
    const settings = await settingsOf(given)
    if (Either.isLeft(settings)) return misconfigured(settings.left.issues)
    const schedule = scheduleOf(rulesFor(settings.right, given.flags.has("recommended")))
    if (schedule.length === 0) return failed(noRules)
    let printed = 0
    const onPage = ({ erased, records, traces }: RetentionResult): Effect.Effect<void> =>
      Effect.sync(() => {
        if (records - printed < progressEvery) return
        printed = records
        progress(`${plural(records, "record")} checked, ${erased + traces} to erase or shorten`)
      })
    const { salts } = makeRandomSalts()
    return apply(settings.right, { schedule, salts, dryRun: given.flags.has("dry-run"), onPage })
  },
}
