/**
 * `consent-service evidence`: everything that proves one record, for audits and disputes.
 *
 * @module
 */
import { type Notice, reconstructNotice } from "@consent-service/core/consent"
import * as Option from "effect/Option"
import { type Command, type CommandResult, type Given, usageError } from "./Command.js"
import { notFound, reading, tenantOptions } from "./TenantStores.js"

const iso = (epochMs: number): string => new Date(epochMs).toISOString()

/** Why a record has no decision to show. */
const withoutDecision = ({ decisionId, type }: Notice["record"]): string => {
  if (decisionId !== null) return `policy: the recorded decision ${decisionId} cannot be found or read`
  return type === "cookie_banner"
    ? "policy: none recorded; no rule matched the visitor, or the save did not name one"
    : `policy: none recorded; policy rules do not apply to records of type ${type}`
}

const decisionLines = ({ decision, record }: Notice): ReadonlyArray<string> =>
  decision === null
    ? [withoutDecision(record)]
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
    missing.length === 0
      ? "complete: nothing is missing; --json prints the full texts and the manifest"
      : `missing, cannot be found or read: ${missing.join(", ")}`,
  ]
}

const find = (given: Given, consentId: string): Promise<CommandResult> =>
  reading(
    given,
    reconstructNotice(consentId),
    Option.match({
      onNone: () => notFound(given, "no record has this id"),
      onSome: (notice) => ({ ok: notice.missing.length === 0, data: notice, lines: noticeLines(notice) }),
    }),
  )

/** The command. */
export const evidence: Command = {
  name: "evidence",
  synopsis: "evidence CONSENT_ID --database URL [--tenant TENANT] [--table-prefix PREFIX] [--json]",
  summary: "show a record with the rule, texts and manifest its visitor was shown",
  options: tenantOptions,
  run: (given) => {
    const [consentId] = given.positionals
    return consentId === undefined || given.positionals.length > 1
      ? usageError("expected one consent id")
      : find(given, consentId)
  },
}
