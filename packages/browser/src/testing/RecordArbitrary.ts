/** Random records. */
import { vendorIdPattern } from "@consent-service/core/vendor"
import * as fc from "effect/FastCheck"
import type { ConsentRecords, Receipt } from "../consent/Records.js"

/** Few times, so that some are equal. */
export const anyTime = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 1_800_000_000_000 }))

const text = fc.fullUnicodeString({ minLength: 1, maxLength: 8 })

/** Fingerprints are hexadecimal. */
const name = fc.hexaString({ minLength: 1, maxLength: 8 })

const anyReceipt: fc.Arbitrary<Receipt> = fc.record({
  value: fc.boolean(),
  confirmedAt: anyTime,
  basis: fc.oneof(
    fc.record({ kind: fc.constant("choice-v1" as const), fingerprint: name }),
    fc.record({ kind: fc.constant("legacy-v2" as const), materialFingerprint: name }, { requiredKeys: ["kind"] }),
  ),
})

const optionalKeys = { requiredKeys: [], noNullPrototype: true } satisfies object

/** Any records that can be written. */
export const anyRecords: fc.Arbitrary<ConsentRecords> = fc.record({
  subject: fc.record(
    { subjectId: fc.constantFrom("sub_1a", "sub_1b", "sub_1c"), externalId: text, identityProvider: text },
    optionalKeys,
  ),
  categories: fc.record(
    { experience: anyReceipt, functionality: anyReceipt, marketing: anyReceipt, measurement: anyReceipt },
    optionalKeys,
  ),
  vendors: fc.option(
    fc.record({ confirmedAt: anyTime, denied: fc.uniqueArray(fc.stringMatching(vendorIdPattern), { maxLength: 3 }) }),
  ),
})
