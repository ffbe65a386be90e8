/** Audits of a published log in memory. */
import * as Effect from "effect/Effect"
import type { AuditMemory } from "../evidence-audit/AuditMemory.js"
import { auditByProofs } from "../evidence-audit/AuditByProofs.js"
import { auditPublished, type AuditVerdict, type PublishedAudit } from "../evidence-audit/AuditPublished.js"
import type { Finding } from "../evidence-audit/Finding.js"
import type { MirrorUnusable } from "../evidence-log/Mirror.js"
import { keyOf, keys, verifyEd25519 } from "./EvidenceVectors.js"
import { altered, filesOf, leavesOf, type LogFiles, readFrom } from "./PublishedLog.js"

/** The name of the log of the vectors. */
export const origin = "evidence.example/shop"

const auditing =
  (way: (audit: PublishedAudit) => Effect.Effect<AuditVerdict, MirrorUnusable>) =>
  (files: LogFiles, more: Partial<PublishedAudit> = {}) =>
    Effect.gen(function* () {
      const findings: Array<Finding> = []
      const verdict = yield* way({
        read: readFrom(files),
        keys: [keyOf(keys.log)],
        witnesses: [],
        quorum: 0,
        verify: verifyEd25519,
        memory: null,
        known: [],
        onFinding: (finding) => Effect.sync(() => void findings.push(finding)),
        ...more,
      })
      return { findings, verdict, said: findings.map(({ finding, from, to }) => [finding, from, to]) }
    })

/** Audits files: what was found, what the audit came to, and the findings in short. */
export const audit = auditing(auditPublished)

/** The same, by proofs alone. */
export const auditProofs = auditing(auditByProofs)

/** What an audit of the first entries of the log remembers. */
export const memoryOf = (size: number): Effect.Effect<AuditMemory, unknown> =>
  Effect.flatMap(audit(filesOf(leavesOf(size))), ({ verdict: { memory } }) => Effect.fromNullable(memory))

/** A history that leaves that of the log at this position. */
export const branching = (at: number, size: number) => altered(leavesOf(size), at)
