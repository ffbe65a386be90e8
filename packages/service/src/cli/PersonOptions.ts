/**
 * The options that name a person.
 *
 * @module
 */
import type { Person } from "@consent-service/core/erasure"
import type { Given } from "./Command.js"

/** `--subject` and `--external-id`. */
export const personOptions = {
  subject: { type: "string", help: "one subject's id: sub_…" },
  "external-id": { type: "string", help: "instead: every subject with a verified link to this account" },
} as const

/** The person that a command is about; null unless exactly one option names them. */
export const personIn = (given: Given): Person | null => {
  const [subjectId, externalId] = [given.value("subject"), given.value("external-id")]
  if ((subjectId === null) === (externalId === null)) return null
  return subjectId === null ? { externalId: externalId ?? "" } : { subjectId }
}
