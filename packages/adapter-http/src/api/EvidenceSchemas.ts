/**
 * The response bodies of the evidence log.
 *
 * @module
 */
import { described } from "@consent-service/core/primitives"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as Schema from "effect/Schema"

/** The media type of a receipt as JSON. */
export const receiptType = "application/vnd.consent-service.receipt+json"

const Count = Schema.Int.pipe(Schema.nonNegative())

const Digest = Schema.String.annotations({ jsonSchema: { type: "string", pattern: "^[0-9a-f]{64}$" } })

const Part = Schema.Union(
  Schema.Struct({ key: Digest, text: Schema.String }),
  Schema.Struct({ commitment: Digest }),
).annotations({
  identifier: "ReceiptPart",
  ...described({
    description: "A part of what a record says: its text and key, or its commitment where it is withheld",
    fields: {
      key: "What the part is committed with: 64 hexadecimal digits",
      text: "Canonical JSON (RFC 8785)",
      commitment: "The commitment to the part: 64 hexadecimal digits",
    },
  }),
})

/** The body of `GET /subjects/:id/receipts/:consentId`. */
export const SignedReceipt = Schema.Struct({
  format: Schema.Literal("consent-service/receipt/v1"),
  origin: Schema.String,
  index: Count,
  entry: Schema.Struct({
    kind: Count,
    time: Count,
    parts: Schema.Struct({ act: Part, subject: Part, trace: Part }),
  }),
  proof: Schema.String,
  checkpoint: Schema.String,
})
  // Before the identifier, because other annotations remove it.
  .pipe(HttpApiSchema.withEncoding({ kind: "Json", contentType: receiptType }))
  .annotations({
    identifier: "SignedReceipt",
    ...described({
      description: "The proof that a record is in the evidence log: verified offline, with the log's keys",
      fields: {
        format: "How to read the other members",
        origin: "The name of the log",
        index: "The position of the entry, counted from 0",
        entry: "The entry",
        "entry.kind": "1 for a record that was logged when it was saved, 8 for one that was logged later",
        "entry.time": "When it was logged: epoch milliseconds, in whole seconds",
        "entry.parts": "What the record says, each part by its text and key, or by its commitment where it is withheld",
        "entry.parts.act": "What was decided, and under which policy",
        "entry.parts.subject": "The record's id and the subject's",
        "entry.parts.trace": "What the request left behind, such as the address",
        proof: "The hashes from the leaf upwards, 32 bytes each, joined, as Base64",
        checkpoint: "The signed note of the tree, verbatim",
      },
    }),
  })
export type SignedReceipt = typeof SignedReceipt.Type

/** The body of `GET /log/keys`. */
export const LogKeyList = Schema.Struct({
  origin: Schema.String,
  keys: Schema.Array(Schema.Struct({ key: Schema.String, from: Count, until: Schema.NullOr(Count) })),
}).annotations({
  identifier: "LogKeyList",
  ...described({
    description: "The keys that have signed checkpoints of the evidence log",
    fields: {
      origin: "The name of the log",
      keys: "The current key first",
      key: "The public key, in the form of C2SP signed notes",
      from: "The size of the first checkpoint that it has signed",
      until: "The size of the last one; null while it signs",
    },
  }),
})
export type LogKeyList = typeof LogKeyList.Type

/** The body of `GET /log/consistency`. */
export const LogConsistency = Schema.Struct({ from: Count, to: Count, proof: Schema.Array(Schema.String) }).annotations(
  {
    identifier: "LogConsistency",
    ...described({
      description: "The proof that an older tree of the evidence log is the beginning of a newer one",
      fields: {
        from: "The size of the older tree",
        to: "The size of the newer one",
        proof: "The hashes of RFC 9162, 2.1.4, each as Base64",
      },
    }),
  },
)
export type LogConsistency = typeof LogConsistency.Type
