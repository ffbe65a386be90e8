/**
 * The response bodies of erasures and legal holds.
 *
 * @module
 */
import { described } from "@consent-service/core/primitives"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as Schema from "effect/Schema"

const Count = Schema.Int.pipe(Schema.nonNegative())

const Counts = Schema.Record({ key: Schema.String, value: Count })

/** The proof that records were erased. */
export const ErasureProof = Schema.Struct({
  format: Schema.Literal("consent-service/erasure/v1"),
  origin: Schema.NullOr(Schema.String),
  requestId: Schema.String,
  erasedAt: Count,
  reason: Schema.String,
  parts: Schema.NullOr(Schema.Array(Schema.String)),
  deleted: Counts,
  leaves: Schema.Array(Schema.Struct({ index: Count, leaf: Schema.String, proof: Schema.NullOr(Schema.String) })),
  entry: Schema.NullOr(Schema.Unknown),
  checkpoint: Schema.NullOr(Schema.String),
  limits: Schema.String,
}).annotations({
  identifier: "ErasureCertificate",
  ...described({
    description: "What was erased and when, with the proofs that the evidence log says so. It names no person",
    fields: {
      format: "How to read the other members",
      origin: "The name of the log; null where nothing is signed",
      requestId: "The name of the request",
      erasedAt: "When it was erased, in epoch milliseconds",
      reason: "As it was given",
      parts: "The parts that were dropped; null when everything was erased",
      deleted: "How many rows of each table were deleted; of a dropped part, how many values of each column",
      leaves: "The entries of the log that were about what was erased",
      "leaves.index": "The position of the entry",
      "leaves.leaf": "The 42 bytes of the entry, as Base64: they say nothing about a person",
      "leaves.proof":
        "The hashes from the leaf upwards, 32 bytes each, joined, as Base64; null where nothing is signed",
      entry: "The receipt of the entry that names those positions as erased; null where nothing is signed",
      checkpoint: "The signed note of the tree, verbatim; null where nothing is signed",
      limits: "What the certificate cannot prove",
    },
  }),
})
export type ErasureProof = typeof ErasureProof.Type

/** What an erasure would do. */
export const ErasurePreview = Schema.Struct({
  dryRun: Schema.Literal(true),
  parts: Schema.NullOr(Schema.Array(Schema.String)),
  deleted: Counts,
  entries: Count,
}).annotations({
  identifier: "ErasurePreview",
  ...described({
    description: "What would be erased: nothing was",
    fields: {
      dryRun: "Always true",
      parts: "The parts that would be dropped; null for everything",
      deleted: "How many rows of each table would be deleted; of a part, how many values of each column",
      entries: "How many entries of the evidence log would lose what opens them",
    },
  }),
})

/** An erasure without a certificate yet. */
export const ErasurePending = Schema.Struct({
  requestId: Schema.String,
  state: Schema.Literal("waiting", "erased"),
})
  .pipe((schema) => schema.annotations(HttpApiSchema.annotations({ status: 202 })))
  .annotations({
    identifier: "ErasurePending",
    ...described({
      description: "The erasure, or its certificate, is not ready: send the request again with this `requestId`",
      fields: {
        requestId: "The name of the request",
        state:
          "`waiting`: nothing was erased, because an entry still waits for the evidence log. `erased`: it was; the " +
          "certificate follows with the next checkpoint",
      },
    }),
  })

/** A legal hold. */
export const Hold = Schema.Struct({
  id: Schema.String,
  scope: Schema.Struct({
    subjectId: Schema.optionalWith(Schema.String, { exact: true }),
    externalId: Schema.optionalWith(Schema.String, { exact: true }),
    type: Schema.optionalWith(Schema.String, { exact: true }),
    from: Schema.optionalWith(Schema.String, { exact: true }),
    to: Schema.optionalWith(Schema.String, { exact: true }),
  }),
  reason: Schema.String,
  placedAt: Schema.String,
  releasedAt: Schema.NullOr(Schema.String),
}).annotations({
  identifier: "LegalHold",
  ...described({
    description: "A legal hold: what it covers cannot be erased until it is released",
    fields: {
      id: "Its name",
      scope: "Records that all given members are true of",
      "scope.subjectId": "Of this subject",
      "scope.externalId": "Of subjects that are linked to this account",
      "scope.type": "Of this type",
      "scope.from": "Created at this time or later",
      "scope.to": "Created before this time",
      reason: "Why it was placed",
      placedAt: "When it was placed",
      releasedAt: "When it was released; null while it holds",
    },
  }),
})
export type Hold = typeof Hold.Type

/** Every legal hold. */
export const HoldList = Schema.Struct({ holds: Schema.Array(Hold) }).annotations({
  identifier: "LegalHoldList",
  ...described({
    description: "Every legal hold, those that were released included",
    fields: { holds: "In the order of their names" },
  }),
})
