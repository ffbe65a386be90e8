/** Verifications of what is stored in memory. */
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import type { Finding } from "../evidence-audit/Finding.js"
import { type LogVerification, verifyLog } from "../evidence-audit/VerifyLog.js"
import { keyOf, keys, start, verifyEd25519 } from "./EvidenceVectors.js"
import { type StoredLog, storedWith } from "./StoredLog.js"

/** Long after all was logged. */
export const later = start + 3_600_000

/** Verifies a log by the key of the vectors: what was found, and what it came to. */
export const verifying = (log: StoredLog, { now = later, ...more }: Partial<LogVerification> & { now?: number } = {}) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(now)
    const findings: Array<Finding> = []
    const onFinding = (finding: Finding) => Effect.sync(() => void findings.push(finding))
    const verdict = yield* verifyLog({ keys: [keyOf(keys.log)], verify: verifyEd25519, onFinding, ...more })
    return { findings, verdict }
  }).pipe(Effect.provide(storedWith(log)))
