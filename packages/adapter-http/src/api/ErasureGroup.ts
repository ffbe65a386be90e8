/**
 * The routes that erase what is on record about a person, and keep the legal holds that forbid it. All need an API key.
 *
 * @module
 */
import { ErasureBody, HoldBody } from "@consent-service/core/erasure"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { documented, requiredHeader } from "./Annotations.js"
import { apiKeyRequired } from "./ApiKey.js"
import { ErasurePending, ErasurePreview, ErasureProof, Hold, HoldList } from "./ErasureSchemas.js"
import { errorAnswer } from "./ErrorAnswer.js"
import { checkpoint } from "./EvidenceExamples.js"
import { givenAt, subjectId } from "./Examples.js"
import { uncached } from "./Headers.js"
import { required, storeAway } from "./Parts.js"

const unauthorized = errorAnswer("Unauthorized")

const failed = errorAnswer("StoreFailed", "LogInconsistent", "Unexpected")

const pendingHeaders = { ...uncached, "retry-after": requiredHeader("When to ask again, in seconds", "1") }

const answerHeaders = { 200: uncached, 202: pendingHeaders }

const certificate = {
  format: "consent-service/erasure/v1",
  origin: "evidence.example/shop",
  requestId: "ticket-4711",
  erasedAt: givenAt,
  reason: "art. 17",
  parts: null,
  deleted: { consent: 1, subject: 1, log_statement: 0 },
  leaves: [
    {
      index: 1,
      leaf: "AQEAAAGiLuawADsIpuRyl4IEejy3a1yrSt2vvsPYA1aNc+a578R5g0ct",
      proof: "gvrzCyf7Qcn7AftROmBBuUcsJNAtQ40KGGNOjB0eX9Q=",
    },
  ],
  entry: { format: "consent-service/receipt/v1", origin: "evidence.example/shop", index: 2 },
  checkpoint,
  limits: "This proves what the log's operator erased from the database. …",
}

const pending = { requestId: "ticket-4711", state: "erased" }

/** `POST /erasures`: erases what is on record about a person. */
export const erase = HttpApiEndpoint.post("erase", "/erasures")
  .setPayload(ErasureBody)
  .addSuccess(Schema.Union(ErasureProof, ErasurePreview))
  .addSuccess(ErasurePending)
  .addError(unauthorized)
  .addError(errorAnswer("InputInvalid", "BodyIncomplete"))
  .addError(errorAnswer("PersonUnknown"))
  .addError(errorAnswer("Held"))
  .addError(errorAnswer("BodyTooLarge"))
  .addError(failed)
  .addError(storeAway)
  .annotateContext(
    documented({
      summary: "Erase what is on record about a person",
      description:
        "All of it or nothing, in one step: records, account links and the subject itself, or one part of the records. " +
        "The evidence log keeps its leaves, which say nothing about a person, and gets an entry that names their " +
        "positions; every other receipt stays valid. While an entry still waits for the log the answer is 202 and " +
        "nothing was erased; send the request again after a second.",
      answerHeaders,
      requests: {
        account: { value: { externalId: "user-42", reason: "art. 17", requestId: "ticket-4711" } },
        address: { value: { subjectId, reason: "retention", parts: ["trace"] } },
      },
      answers: {
        200: {
          erased: { value: certificate },
          dryRun: {
            value: {
              dryRun: true,
              parts: null,
              deleted: { consent: 1, subject: 1, log_statement: 0 },
              entries: 1,
            },
          },
        },
        202: { pending: { value: pending } },
      },
    }),
  )
  .annotateContext(apiKeyRequired)

/** `GET /erasures/:id`: the certificate of an erasure. */
export const readErasure = HttpApiEndpoint.get("readErasure", "/erasures/:id")
  .setPath(Schema.Struct({ id: required("The name of the request") }))
  .addSuccess(ErasureProof)
  .addSuccess(ErasurePending)
  .addError(unauthorized)
  .addError(errorAnswer("InputInvalid"))
  .addError(errorAnswer("ErasureUnknown"))
  .addError(failed)
  .addError(storeAway)
  .annotateContext(
    documented({
      summary: "Read the certificate of an erasure",
      parameters: { id: "ticket-4711" },
      answerHeaders,
      answers: { 200: { erased: { value: certificate } }, 202: { pending: { value: pending } } },
    }),
  )
  .annotateContext(apiKeyRequired)

const hold = {
  id: "case-17",
  scope: { externalId: "user-42", from: "2026-01-01T00:00:00.000Z" },
  reason: "claim of 2 November 2026",
  placedAt: "2026-11-02T09:00:00.000Z",
  releasedAt: null,
}

const holdId = required("The name of the hold, 1 to 255 characters. It is in the log: name no person in it")

/** `PUT /holds/:id`: places a legal hold. */
export const placeHold = HttpApiEndpoint.put("placeHold", "/holds/:id")
  .setPath(Schema.Struct({ id: holdId }))
  .setPayload(HoldBody)
  .addSuccess(Hold)
  .addError(unauthorized)
  .addError(errorAnswer("InputInvalid", "BodyIncomplete"))
  .addError(errorAnswer("HoldDiffers"))
  .addError(errorAnswer("BodyTooLarge"))
  .addError(errorAnswer("StoreFailed", "Unexpected"))
  .addError(storeAway)
  .annotateContext(
    documented({
      summary: "Place a legal hold",
      description:
        "What it covers cannot be erased, by request or by retention, until it is released. Placing it again changes " +
        "nothing; one with another scope or reason needs another name. The evidence log says that it was placed.",
      parameters: { id: "case-17" },
      answerHeaders: { 200: uncached },
      requests: { account: { value: { scope: { externalId: "user-42", from: "2026-01-01" }, reason: hold.reason } } },
      answers: { 200: { placed: { value: hold } } },
    }),
  )
  .annotateContext(apiKeyRequired)

/** `DELETE /holds/:id`: releases a legal hold. */
export const releaseHold = HttpApiEndpoint.del("releaseHold", "/holds/:id")
  .setPath(Schema.Struct({ id: required("The name of the hold") }))
  .addSuccess(Hold)
  .addError(unauthorized)
  .addError(errorAnswer("InputInvalid"))
  .addError(errorAnswer("HoldUnknown"))
  .addError(errorAnswer("StoreFailed", "Unexpected"))
  .addError(storeAway)
  .annotateContext(
    documented({
      summary: "Release a legal hold",
      description: "The hold stays in the list, with the time of its release. Releasing it again changes nothing.",
      parameters: { id: "case-17" },
      answerHeaders: { 200: uncached },
      answers: { 200: { released: { value: { ...hold, releasedAt: "2027-03-01T09:00:00.000Z" } } } },
    }),
  )
  .annotateContext(apiKeyRequired)

/** `GET /holds`: every legal hold. */
export const listHolds = HttpApiEndpoint.get("listHolds", "/holds")
  .addSuccess(HoldList)
  .addError(unauthorized)
  .addError(errorAnswer("StoreFailed", "Unexpected"))
  .addError(storeAway)
  .annotateContext(
    documented({
      summary: "List the legal holds",
      answerHeaders: { 200: uncached },
      answers: { 200: { one: { value: { holds: [hold] } }, none: { value: { holds: [] } } } },
    }),
  )
  .annotateContext(apiKeyRequired)

export const erasureGroup = HttpApiGroup.make("erasures", { topLevel: true })
  .annotate(OpenApi.Description, "Erasure of what is on record about a person, and legal holds; an API key is required")
  .add(erase)
  .add(readErasure)
  .add(placeHold)
  .add(releaseHold)
  .add(listHolds)
