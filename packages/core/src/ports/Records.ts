/**
 * The port that reads the records of a tenant in their order, for lists, exports and retention.
 *
 * An implementation is scoped to one tenant when it is made, and never sees another's records. Its law is part of the
 * suite `EvidenceLogLaws` of `@consent-service/testkit`.
 *
 * @module
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { IdRange } from "../digest/TimedIdRanges.js"
import type { ConsentFacts } from "../evidence/Statement.js"
import type { TenantScoped } from "../tenant/Tenant.js"
import type { StoreError } from "./StoreError.js"

/** How it was decided which policy applies: of the stored decision. */
export interface RecordPolicy {
  /** The rule. */
  readonly policyId: string
  readonly country: string | null
  readonly region: string | null
  /** The `Accept-Language` that selected the texts. */
  readonly language: string
}

/** A record as it is stored. */
export interface StoredRecord {
  readonly facts: ConsentFacts
  /** Null for records without a decision. */
  readonly policy: RecordPolicy | null
}

/**
 * Reads records of one tenant.
 *
 * @example
 * ```ts
 * import { Records } from "@consent-service/core/ports"
 * import * as Effect from "effect/Effect"
 *
 * const first = Effect.flatMap(Records, ({ read }) => read({ from: "cns_", to: "cns_z" }, 100))
 * ```
 */
export class Records extends Context.Tag("@consent-service/core/ports/Records")<
  Records,
  TenantScoped & {
    /** The first records of a range, in the order of the code units of their ids. */
    readonly read: (range: IdRange, limit: number) => Effect.Effect<ReadonlyArray<StoredRecord>, StoreError>
  }
>() {}
