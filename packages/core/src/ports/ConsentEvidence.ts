/**
 * The port that finds a record together with what it was made under, for whoever has to prove it.
 *
 * An implementation is scoped to one tenant when it is made and reads what the `ConsentLedger` of the same tenant
 * wrote: every record that was acknowledged is found, exactly as it was stored, and no other tenant's.
 *
 * @module
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { ConsentRecord, PolicyDecision, Stored } from "../consent/ConsentRecord.js"
import type { StoreError } from "./StoreError.js"

/** A record and the policy decision it names; null when it was made under none. */
export interface RecordedEvidence {
  readonly record: ConsentRecord
  readonly decision: Stored<PolicyDecision>
}

export class ConsentEvidence extends Context.Tag("@consent-service/core/ports/ConsentEvidence")<
  ConsentEvidence,
  {
    /** A record by its id; none for one that is unknown here. */
    readonly find: (consentId: string) => Effect.Effect<Option.Option<RecordedEvidence>, StoreError>
  }
>() {}
