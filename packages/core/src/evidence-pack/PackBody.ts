/**
 * The body that requests an evidence pack.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import type { PackSelection } from "../evidence/PackManifest.js"
import { described } from "../schema/Documentation.js"
import { omissible } from "../schema/Member.js"
import { atMost } from "../schema/Text.js"
import { packLanguages } from "./PackTexts.js"

/** How many records a pack may be requested for by their ids. */
export const mostRecords = 1_000

const Name = atMost(255).pipe(Schema.nonEmptyString({ message: () => "must not be empty" }))

/** The parts of a record that a pack can do without. */
export const withholdable = ["subject", "trace"] as const

/** A part that is withheld. */
export const WithheldPart = Schema.Literal(...withholdable)
export type WithheldPart = typeof WithheldPart.Type

const withNull = { type: "null" }

/** Exactly one of them; null counts as absent. */
const oneSelection = {
  anyOf: [
    {
      required: ["subjectId"],
      properties: { subjectId: { type: "string" }, externalId: withNull, consentIds: withNull },
    },
    {
      required: ["externalId"],
      properties: { externalId: { type: "string" }, subjectId: withNull, consentIds: withNull },
    },
    {
      required: ["consentIds"],
      properties: { consentIds: { type: "array" }, subjectId: withNull, externalId: withNull },
    },
  ],
}

/** The body of `POST /evidence-packs`. */
export const EvidencePackBody = Schema.Struct({
  subjectId: omissible(Name),
  externalId: omissible(Name),
  consentIds: omissible(
    Schema.Array(Name).pipe(
      Schema.minItems(1, { message: () => "must name a record" }),
      Schema.maxItems(mostRecords, { message: () => `must name at most ${mostRecords} records` }),
    ),
  ),
  withhold: omissible(Schema.Array(WithheldPart)),
  language: omissible(Schema.Literal(...packLanguages)),
})
  .pipe(
    Schema.filter(({ consentIds, externalId, subjectId }) =>
      [consentIds, externalId, subjectId].filter((given) => given != null).length === 1
        ? undefined
        : { path: ["subjectId"], message: "must be given, or else externalId or consentIds; only one of them" },
    ),
  )
  .annotations({
    identifier: "EvidencePackRequest",
    ...described({
      description: "Whose records are packed",
      keywords: oneSelection,
      fields: {
        subjectId: "Every record of this subject",
        externalId: "Instead: of every subject with a verified link to this account",
        consentIds: "Instead: these records",
        withhold:
          "Parts that are left out, which the receipts then only commit to: `trace` is address, browser, language and metadata; `subject` the ids of record and subject",
        language:
          "The language of README.html. Without it that of the newest notice, where the page is written in it, else English",
      },
    }),
  })
export type EvidencePackBody = typeof EvidencePackBody.Type

/**
 * Which records a body means.
 *
 * @example
 * ```ts
 * import { type EvidencePackBody, selectionOf } from "@consent-service/core/evidence-pack"
 *
 * const selection = (body: EvidencePackBody) => selectionOf(body)
 * ```
 */
export const selectionOf = ({ consentIds, externalId, subjectId }: EvidencePackBody): PackSelection => {
  if (consentIds != null) return { consentIds: Array.from(new Set(consentIds)) }
  // Stryker disable next-line StringLiteral: the body has one of them.
  return subjectId == null ? { externalId: externalId ?? "" } : { subjectId }
}
