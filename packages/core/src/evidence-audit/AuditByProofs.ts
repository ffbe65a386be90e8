/**
 * Audits a log whose entries are not public, by proofs of consistency alone: that what is signed now continues what was
 * signed before, and what others hold.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { decodeBase64 } from "../digest/Base64.js"
import { equalBytes } from "../digest/Hmac.js"
import { type Hash, isConsistent } from "../evidence/MerkleTree.js"
import { areTexts, isObject, parsedJson } from "../evidence/ReadJson.js"
import { type MirrorCheckpoint, MirrorUnusable, type ReadLogFile } from "../evidence-log/Mirror.js"
import { type AuditVerdict, beginAudit, findForked, type PublishedAudit } from "./AuditPublished.js"
import type { Finding } from "./Finding.js"
import type { KnownCheckpoint } from "./Outside.js"

const hashesIn = (bytes: Uint8Array): ReadonlyArray<Hash> | null => {
  const answer = parsedJson(new TextDecoder().decode(bytes))
  const proof = isObject(answer) ? answer["proof"] : null
  if (!areTexts(proof)) return null
  const hashes = proof.map(decodeBase64).filter((hash) => hash !== null)
  return hashes.length === proof.length ? hashes : null
}

/** What is found of a checkpoint that the newest one has to continue; null when it does. */
const compare = (read: ReadLogFile, known: KnownCheckpoint, newest: MirrorCheckpoint) =>
  Effect.gen(function* () {
    if (known.size === newest.size) return equalBytes(known.root, newest.root) ? null : findForked(known, newest)
    const bytes = yield* read(`consistency?from=${known.size}&to=${newest.size}`)
    const proof = Option.isNone(bytes) ? null : hashesIn(bytes.value)
    if (proof === null) return yield* new MirrorUnusable({ reason: "it answers no proof of consistency" })
    return isConsistent(known, newest, proof) ? null : findForked(known, newest)
  })

/**
 * Audits a log by the proofs that its address answers.
 *
 * @returns fails with `MirrorUnusable` when it cannot be read, or its checkpoint is not signed by a trusted key
 * @example
 * ```ts
 * import { auditByProofs, type PublishedAudit } from "@consent-service/core/evidence-log"
 * import * as Effect from "effect/Effect"
 *
 * const sizeOf = (audit: PublishedAudit) => Effect.map(auditByProofs(audit), ({ size }) => size)
 * ```
 */
export const auditByProofs = (audit: PublishedAudit): Effect.Effect<AuditVerdict, MirrorUnusable> =>
  Effect.gen(function* () {
    const { onFinding, read } = audit
    const { cosigned, findings: begun, held, newest } = yield* beginAudit(audit)
    const older = held.filter(({ size }) => size <= newest.size)
    const compared = yield* Effect.forEach(older, (one) => compare(read, one, newest))
    const findings: ReadonlyArray<Finding> = [...begun, ...compared.filter((finding) => finding !== null)]
    yield* Effect.forEach(findings, onFinding, { discard: true })
    return {
      origin: newest.origin,
      size: newest.size,
      from: newest.size,
      witnesses: cosigned,
      timestamps: 0,
      memory: findings.length === 0 ? { checkpoint: newest.note, bundles: null, lastTime: 0 } : null,
    }
  })
