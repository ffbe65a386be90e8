/**
 * The routes that hand out what is on record about a person, and what proves it. All need an API key.
 *
 * @module
 */
import { EvidencePackBody } from "@consent-service/core/evidence-pack"
import { described } from "@consent-service/core/primitives"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { documented, requiredHeader } from "./Annotations.js"
import { apiKeyRequired } from "./ApiKey.js"
import { errorAnswer } from "./ErrorAnswer.js"
import { givenAtIso, subjectId } from "./Examples.js"
import { sniffless, uncached } from "./Headers.js"
import { storeAway, storeFailed, text } from "./Parts.js"
import { RecordItem, recordExample } from "./RecordGroup.js"

const Text = Schema.NullOr(Schema.String)

const Category = Schema.Struct({ title: Schema.String, description: Schema.String })

const ShownTexts = Schema.Struct({
  language: Schema.String,
  title: Schema.String,
  description: Schema.String,
  categories: Schema.Record({ key: Schema.String, value: Category }),
}).annotations({
  identifier: "ShownTexts",
  ...described({
    description: "What the banner said, from the archive",
    fields: {
      language: "The language of the texts: BCP 47",
      title: "The title of the banner",
      description: "The text of the banner",
      categories: "The categories by their names",
    },
  }),
})

const ShownDocument = Schema.Struct({ type: Schema.String, version: Schema.String, hash: Schema.String })

const ReportedRecord = Schema.Struct({
  record: RecordItem,
  shown: Schema.NullOr(ShownTexts),
  document: Schema.NullOr(ShownDocument),
  missing: Schema.Array(Schema.String),
}).annotations({
  identifier: "ReportedRecord",
  ...described({
    description: "A record, and what was shown for it",
    fields: {
      record: "The record",
      shown: "What the banner said; null where no texts are archived for it",
      document: "The version of the legal document that the record is about",
      "document.type": "The type of the document",
      "document.version": "Its version",
      "document.hash": "The digest of its text",
      missing: "What could not be found: `decision`, `manifest`, `texts`, `document`",
    },
  }),
})

/** The body of `GET /person`. */
export const PersonReport = Schema.Struct({
  format: Schema.Literal("consent-service/person/v1"),
  createdAt: Schema.String.annotations({ jsonSchema: { type: "string", format: "date-time" } }),
  subjects: Schema.Array(Schema.Struct({ id: Schema.String, externalId: Text, records: Schema.Array(ReportedRecord) })),
}).annotations({
  identifier: "PersonReport",
  ...described({
    description: "Everything on record about a person",
    fields: {
      format: "How to read the other members",
      createdAt: "When this was read",
      subjects: "The person's browsers",
      "subjects.id": "The id of the subject",
      "subjects.externalId": "The account that it is linked to",
      "subjects.records": "All of its records, the newest first",
    },
  }),
})
export type PersonReport = typeof PersonReport.Type

const person = Schema.Struct({
  subjectId: text("One subject; or else externalId"),
  externalId: text("Every subject with a verified link to this account"),
})

const exampleReport: PersonReport = {
  format: "consent-service/person/v1",
  createdAt: givenAtIso,
  subjects: [
    {
      id: subjectId,
      externalId: "user-42",
      records: [
        {
          record: recordExample,
          shown: {
            language: "de",
            title: "Cookies und Ihre Privatsphäre",
            description: "Wir verwenden Cookies …",
            categories: { marketing: { title: "Marketing", description: "…" } },
          },
          document: null,
          missing: [],
        },
      ],
    },
  ],
}

/** `GET /person`: everything on record about a person. */
export const readPerson = HttpApiEndpoint.get("readPerson", "/person")
  .setUrlParams(person)
  .addSuccess(PersonReport)
  .addError(errorAnswer("Unauthorized"))
  .addError(errorAnswer("InputInvalid"))
  .addError(errorAnswer("PersonUnknown"))
  .addError(storeFailed)
  .addError(storeAway)
  .annotateContext(
    documented({
      summary: "Read everything on record about a person",
      description:
        "All records of one subject, or of every subject with a verified link to an account, with what was shown for " +
        "each. Nothing is left out, however many records there are.",
      parameters: { externalId: "user-42" },
      answerHeaders: { 200: uncached },
      answers: { 200: { account: { value: exampleReport } } },
    }),
  )
  .annotateContext(apiKeyRequired)

/** `GET /person.html`: the same as a page for the person. */
export const readPersonPage = HttpApiEndpoint.get("readPersonPage", "/person.html")
  .setUrlParams(person)
  .addSuccess(HttpApiSchema.Text({ contentType: "text/html" }))
  .addError(errorAnswer("Unauthorized"))
  .addError(errorAnswer("InputInvalid"))
  .addError(errorAnswer("PersonUnknown"))
  .addError(storeFailed)
  .addError(storeAway)
  .annotateContext(
    documented({
      summary: "Read everything on record about a person, as a page",
      description:
        "One page that needs no network, to send to the person. Its labels are in the language that they were addressed " +
        "in last, where there are labels in it (English, French, German, Spanish), else in English.",
      parameters: { externalId: "user-42" },
      answerHeaders: {
        200: {
          ...uncached,
          ...sniffless,
          "content-security-policy": requiredHeader("The page runs and loads nothing"),
        },
      },
    }),
  )
  .annotateContext(apiKeyRequired)

/** `POST /evidence-packs`: everything that proves some records, as a zip file. */
export const issuePack = HttpApiEndpoint.post("issueEvidencePack", "/evidence-packs")
  .setPayload(EvidencePackBody)
  .addSuccess(HttpApiSchema.Uint8Array({ contentType: "application/zip" }))
  .addSuccess(
    HttpApiSchema.Empty(202).annotations({ description: "No checkpoint covers the pack yet; send the request again" }),
  )
  .addError(errorAnswer("Unauthorized"))
  .addError(errorAnswer("InputInvalid", "BodyIncomplete"))
  .addError(errorAnswer("PersonUnknown", "RecordsUnknown"))
  .addError(errorAnswer("BodyTooLarge"))
  .addError(errorAnswer("StoreFailed", "LogInconsistent", "Unexpected"))
  .addError(storeAway)
  .annotateContext(
    documented({
      summary: "Make an evidence pack",
      description:
        "One zip file for an authority: the records, what their visitors were shown, the receipt of each, and a page that " +
        "verifies all of it offline. The evidence log gets an entry with the digest of the pack, whose checkpoint the " +
        "answer waits for: about a second. Where nothing is signed, the pack says so.",
      answerHeaders: {
        200: {
          ...uncached,
          "content-disposition": requiredHeader("Names the file", 'attachment; filename="evidence-pack.zip"'),
        },
        202: { ...uncached, "retry-after": requiredHeader("When to ask again, in seconds", "1") },
      },
      requests: {
        account: { value: { externalId: "user-42" } },
        records: { value: { consentIds: [recordExample.id], withhold: ["trace"] } },
      },
    }),
  )
  .annotateContext(apiKeyRequired)

export const disclosureGroup = HttpApiGroup.make("disclosures", { topLevel: true })
  .annotate(OpenApi.Description, "What is on record about a person, and what proves it; an API key is required")
  .add(readPerson)
  .add(readPersonPage)
  .add(issuePack)
