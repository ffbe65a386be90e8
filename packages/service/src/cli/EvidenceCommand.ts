/**
 * `consent-service evidence`: everything that can be shown of one record, for whoever has to prove a consent.
 *
 * @module
 */
import * as SqlStores from "@consent-service/adapter-sql/SqlStores"
import { tenantProblem } from "@consent-service/adapter-sql/SqlConsentLedger"
import { type Notice, reconstructNotice } from "@consent-service/core/consent/ReconstructNotice"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { clientLayer } from "../database/ClientLayer.js"
import { type Command, type CommandResult, type Given, usageError } from "./Command.js"
import { databaseOptions, namedDatabase } from "./DatabaseOption.js"

const iso = (epochMs: number): string => new Date(epochMs).toISOString()

const decisionLines = ({ decision, record }: Notice): ReadonlyArray<string> =>
  decision === null
    ? ["policy: none was in force"]
    : [
        `policy: rule '${decision.policyId}' by ${decision.matchedBy}, model ${decision.model}, known by ${record.decisionSource}`,
        `fingerprint: ${decision.fingerprint}`,
        `manifest: revision ${decision.manifestRevision}`,
        `place: ${decision.country ?? "unknown"} ${decision.region ?? ""}`.trimEnd(),
      ]

const noticeLines = (notice: Notice): ReadonlyArray<string> => {
  const { document, missing, record } = notice
  return [
    `record: ${record.id}, ${record.type}, ${record.domain}`,
    `given: ${iso(record.givenAt)}, received ${iso(record.createdAt)}`,
    `preferences: ${JSON.stringify(record.preferences)}`,
    ...decisionLines(notice),
    ...(document === null ? [] : [`document: ${document.type}, version ${document.version}, ${document.hash}`]),
    missing.length === 0 ? "complete; --json shows the texts and the manifest whole" : `missing: ${missing.join(", ")}`,
  ]
}

const failed = (error: string): CommandResult => ({ ok: false, data: { error }, error, lines: [] })

const find = async (given: Given, consentId: string): Promise<CommandResult> => {
  const database = namedDatabase(given)
  if (Either.isLeft(database)) return usageError(database.left)
  const tenant = given.value("tenant")
  const problem = tenant === null ? null : tenantProblem(tenant)
  if (problem !== null) return usageError(`--tenant: ${problem}`)
  const { tablePrefix, url } = database.right
  const stores = Layer.provide(SqlStores.layer({ tenant, tablePrefix }), clientLayer(url, "reading"))
  const found = await Effect.runPromise(Effect.either(Effect.provide(reconstructNotice(consentId), stores)))
  if (Either.isLeft(found)) return failed(`the database cannot answer: ${found.left._tag}`)
  return Option.match(found.right, {
    onNone: () => failed("no such record in this scope"),
    onSome: (notice) => ({ ok: notice.missing.length === 0, data: notice, lines: noticeLines(notice) }),
  })
}

/** The command. */
export const evidence: Command = {
  name: "evidence",
  synopsis: "evidence CONSENT_ID --database URL [--tenant TENANT] [--table-prefix PREFIX] [--json]",
  summary: "show a record with the rule, texts and manifest its visitor was shown",
  options: {
    ...databaseOptions,
    tenant: { type: "string", help: "whose record it is; without it, that of the single-tenant scope" },
  },
  run: (given) => {
    const [consentId] = given.positionals
    return consentId === undefined || given.positionals.length > 1
      ? usageError("expected one consent id")
      : find(given, consentId)
  },
}
