/**
 * `consent-service evidence`: everything that proves one record, for audits and disputes.
 *
 * @module
 */
import { type Notice, reconstructNotice } from "@consent-service/core/consent"
import { type StoreError, Tenant } from "@consent-service/core/ports"
import { clientFromUrl } from "@consent-service/adapter-sql/ClientFromUrl"
import { parseDatabaseUrl } from "@consent-service/adapter-sql/DatabaseUrl"
import * as SqlStores from "@consent-service/adapter-sql/SqlStores"
import { tenantProblem } from "@consent-service/adapter-sql/SqlConsentStore"
import type { DatabaseUnusable } from "@consent-service/adapter-sql/DatabaseUnusable"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { existsSync } from "node:fs"
import { type Command, type CommandResult, type Given, usageError } from "./Command.js"
import { databaseOptions, namedDatabase } from "./DatabaseOption.js"

const iso = (epochMs: number): string => new Date(epochMs).toISOString()

const decisionLines = ({ decision, record }: Notice): ReadonlyArray<string> =>
  decision === null
    ? ["policy: none in force"]
    : [
        `policy: rule '${decision.policyId}' by ${decision.matchedBy}, model ${decision.model}, source ${record.decisionSource}`,
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
    missing.length === 0 ? "complete; --json shows the full texts and manifest" : `missing: ${missing.join(", ")}`,
  ]
}

const failed = (error: string): CommandResult => ({ ok: false, data: { error }, error, lines: [] })

/** What is wrong and what to do; nothing of a driver's own words, which may hold the URL. */
const problemOf = (error: DatabaseUnusable | StoreError): string => {
  switch (error._tag) {
    case "SchemaMismatch":
      return `cannot read the database: ${error.message}`
    case "DatabaseUnusable":
      return `the database cannot be opened: ${error.message}`
    case "StoreUnreachable":
      return "the database cannot be reached; check --database, and that the server accepts connections"
    case "StoreFailed":
      return "the database cannot answer; check that --database names a database that consent-service migrate has run on"
  }
}

/** The path of an SQLite file that is not there; null for a file that is, and for every other database. */
const missingFile = (url: string): string | null => {
  const database = Either.getOrNull(parseDatabaseUrl(url))
  if (database?._tag !== "Sqlite" || database.filename === ":memory:") return null
  return existsSync(database.filename) ? null : database.filename
}

const find = async (given: Given, consentId: string): Promise<CommandResult> => {
  const database = namedDatabase(given)
  if (Either.isLeft(database)) return usageError(database.left)
  const tenant = given.value("tenant")
  const problem = tenant === null ? null : tenantProblem(tenant)
  if (problem !== null) return usageError(`--tenant: ${problem}`)
  const { tablePrefix, url } = database.right
  const missing = missingFile(url)
  if (missing !== null) {
    return failed(`there is no file ${missing}; check --database, or create it with consent-service migrate`)
  }
  const stores = SqlStores.layer({ tablePrefix }).pipe(
    Layer.provide(Layer.merge(Tenant.layer(tenant), clientFromUrl(url, "reading"))),
  )
  const found = await Effect.runPromise(Effect.either(Effect.provide(reconstructNotice(consentId), stores)))
  if (Either.isLeft(found)) return failed(problemOf(found.left))
  return Option.match(found.right, {
    onNone: () => failed("no such record in this tenant"),
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
    tenant: { type: "string", help: "tenant of the record; default: the single-tenant scope" },
  },
  run: (given) => {
    const [consentId] = given.positionals
    return consentId === undefined || given.positionals.length > 1
      ? usageError("expected one consent id")
      : find(given, consentId)
  },
}
