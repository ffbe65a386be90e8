/**
 * The routes of the evidence log: receipts of records, and the public parts of the log.
 *
 * @module
 */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { documented, header, type HeaderNotes, requiredHeader, restOfPath } from "./Annotations.js"
import { apiKeyOptional, apiKeyRequired } from "./ApiKey.js"
import { errorAnswer } from "./ErrorAnswer.js"
import * as Examples from "./EvidenceExamples.js"
import { sniffless, uncached } from "./Headers.js"
import { required, storeAway, storeFailed, text } from "./Parts.js"
import { LogConsistency, LogKeyList, SignedReceipt } from "./EvidenceSchemas.js"

/** Which routes of the evidence log are public. */
export interface EvidenceAccess {
  /**
   * `checkpoint`: checkpoints, keys and proofs of consistency are open to everyone, tiles need an API key. `tiles`: tiles
   * are open, too. `false`: there is no route below `/log`. Receipts are open to those who know the subject's id in any
   * case.
   */
  readonly public: "checkpoint" | "tiles" | false
}

const logFailed = errorAnswer("StoreFailed", "LogInconsistent", "Unexpected")

const unsigned = errorAnswer("LogUnsigned", "StoreUnreachable", "SchemaMismatch")

const unsignedOrNew = errorAnswer("LogUnsigned", "CheckpointMissing", "StoreUnreachable", "SchemaMismatch")

/** `GET /subjects/:id/receipts/:consentId`: the proof that a record is in the log. */
export const readReceipt = HttpApiEndpoint.get("readReceipt", "/subjects/:id/receipts/:consentId")
  .setPath(
    Schema.Struct({
      id: required("The subject's id: `sub_…`"),
      consentId: required("The record's id: `cns_…`"),
    }),
  )
  .setUrlParams(
    Schema.Struct({
      form: text("`json`, the default, or `proof`: a C2SP tlog-proof, as text"),
      withhold: text(
        "The parts whose texts are left out, comma-separated: `act`, `subject`, `trace`. The receipt verifies without them",
      ),
    }),
  )
  .addSuccess(SignedReceipt)
  .addSuccess(HttpApiSchema.Empty(202).annotations({ description: "The record is not covered by a checkpoint yet" }))
  .addError(errorAnswer("InputInvalid"))
  .addError(errorAnswer("ReceiptUnknown"))
  .addError(errorAnswer("RateLimited"))
  .addError(logFailed)
  .addError(unsigned)
  .annotateContext(
    documented({
      summary: "Read the receipt of a record",
      description:
        "The record as it was logged, the proof that it is in the evidence log, and the signed checkpoint of the log: " +
        "those who trust the log's keys verify it offline. Anyone with the subject's id may read it. A new record " +
        "has a receipt after about a second, 202 until then. There is no rate limit with an API key.",
      parameters: { ...Examples.path, form: "json", withhold: "trace" },
      answerHeaders: {
        200: { ...uncached, ...sniffless },
        202: { ...uncached, "retry-after": requiredHeader("When to ask again, in seconds", "1") },
      },
      answers: { 200: { withoutTrace: { summary: "Without address and browser", value: Examples.receipt } } },
      texts: { 200: { "text/plain": { proof: { value: Examples.tlogProof } } } },
    }),
  )
  .annotateContext(apiKeyOptional)

const shortly: HeaderNotes = {
  "cache-control": header("Any cache may keep it for five seconds", "public, max-age=5"),
  ...sniffless,
}

const forGood: HeaderNotes = {
  "cache-control": header("Any cache may keep it for a year", "public, max-age=31536000, immutable"),
  ...sniffless,
}

/** `GET /log/checkpoint`: the latest checkpoint. */
export const readCheckpoint = HttpApiEndpoint.get("readCheckpoint", "/log/checkpoint")
  .addSuccess(HttpApiSchema.Text({ contentType: "text/plain" }))
  .addError(errorAnswer("RateLimited"))
  .addError(storeFailed)
  .addError(unsignedOrNew)
  .annotateContext(
    documented({
      summary: "Read the newest checkpoint of the evidence log",
      description:
        "A signed note (C2SP tlog-checkpoint): the log's name, the number of its entries, and the root of its tree. " +
        "It tells nothing about a person.",
      answerHeaders: { 200: shortly },
      answers: { 200: { checkpoint: { value: Examples.checkpoint } } },
    }),
  )
  .annotateContext(apiKeyOptional)

/** `GET /log/keys`: the keys that have signed checkpoints. */
export const readKeys = HttpApiEndpoint.get("readLogKeys", "/log/keys")
  .addSuccess(LogKeyList)
  .addError(errorAnswer("RateLimited"))
  .addError(storeFailed)
  .addError(unsigned)
  .annotateContext(
    documented({
      summary: "Read the keys of the evidence log",
      description:
        "The public keys that have signed checkpoints, the current one first, in the form of C2SP signed notes. Compare " +
        "them with keys from elsewhere: those who answer this request could answer with a key of their own.",
      answerHeaders: { 200: shortly },
      answers: { 200: { rotated: { value: Examples.keys } } },
    }),
  )
  .annotateContext(apiKeyOptional)

/** `GET /log/consistency`: the proof that an older tree is a prefix of a newer one. */
export const readConsistency = HttpApiEndpoint.get("readConsistency", "/log/consistency")
  .setUrlParams(
    Schema.Struct({
      from: required("The size of the older tree: at least 1"),
      to: required("The size of the newer one: at most that of the newest checkpoint"),
    }),
  )
  .addSuccess(LogConsistency)
  .addError(errorAnswer("InputInvalid"))
  .addError(errorAnswer("RateLimited"))
  .addError(logFailed)
  .addError(errorAnswer("StoreUnreachable", "SchemaMismatch"))
  .annotateContext(
    documented({
      summary: "Read a proof of consistency",
      description:
        "The hashes that show that the log of `to` entries begins with the log of `from` entries (RFC 9162, 2.1.4): that " +
        "nothing was removed, altered or inserted.",
      parameters: { from: "1", to: "3" },
      answerHeaders: { 200: forGood },
      answers: { 200: { proof: { value: Examples.consistency } } },
    }),
  )
  .annotateContext(apiKeyOptional)

/** `GET /log/tile/:tile`: hashes and entries, at the paths of C2SP tlog-tiles. */
export const readTile = HttpApiEndpoint.get("readTile", "/log/tile/:tile")
  .setPath(
    Schema.Struct({
      tile: required("`<level>/<number>` or `entries/<number>`, and `.p/<width>` behind it for one that is not full"),
    }),
  )
  .addSuccess(HttpApiSchema.Uint8Array())
  .addError(errorAnswer("TileUnknown"))
  .addError(errorAnswer("RateLimited"))
  .addError(storeFailed)
  .addError(storeAway)
  .annotateContext(
    documented({
      summary: "Read a tile or a bundle of entries of the evidence log",
      description:
        "The tree as files (C2SP tlog-tiles): up to 256 hashes of one level, or up to 256 entries of 42 bytes, each with " +
        "its length in two bytes in front. The parameter takes the rest of the path, such as `entries/x001/067.p/12`.",
      parameters: { tile: "0/000.p/3" },
      answerHeaders: { 200: forGood },
    }),
  )
  .annotateContext(apiKeyOptional)
  .annotateContext(restOfPath)

const readTileWithKey = readTile.addError(errorAnswer("Unauthorized")).annotateContext(apiKeyRequired)

/** `GET /log/tile/:tile` of an instance: public, or with an API key. */
export const tileEndpoint = (isPublic: boolean) => (isPublic ? readTile : readTileWithKey)

const receipts = HttpApiGroup.make("evidence", { topLevel: true })
  .annotate(OpenApi.Description, "The evidence log: receipts of records, and what the log publishes")
  .add(readReceipt)

const log = receipts.add(readCheckpoint).add(readKeys).add(readConsistency)

/** The routes where tiles need an API key. */
export const evidenceGroup = log.add(readTileWithKey)

const openGroup = log.add(readTile)

/** The routes of an instance. */
export const evidenceGroupOf = ({ public: open }: EvidenceAccess): HttpApiGroup.HttpApiGroup.Any =>
  open === false ? receipts : open === "tiles" ? openGroup : evidenceGroup
