/**
 * The port that links subjects to user accounts.
 *
 * An implementation is scoped to one tenant when it is made, and works on the subjects that the `ConsentLedger` of the
 * same tenant recorded. Its law is the suite `IdentityLinksLaws` of `@consent-service/testkit`:
 *
 * - a verified link is never replaced by an unverified one, whichever arrives first, at any concurrency;
 * - a verified link replaces whatever was there;
 * - a link that does not stand changes nothing, and no tenant can link another's subject.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type { IdentityLink } from "../consent/ConsentRecord.js"
import type { SubjectId } from "../subject/SubjectId.js"
import type { StoreError } from "./StoreError.js"

/** What came of linking. */
export type LinkOutcome = Data.TaggedEnum<{
  /** The link is in force as it was asked for, whether it was before or not. */
  Linked: {}
  /** The subject has a verified link of the same identity already; it stays verified. */
  Unchanged: {}
  /** The link asked for is unverified, and a verified one of another identity stands. */
  HeldByVerified: {}
  /** No such subject here. */
  UnknownSubject: {}
}>

export const LinkOutcome = Data.taggedEnum<LinkOutcome>()

export class IdentityLinks extends Context.Tag("@consent-service/core/ports/IdentityLinks")<
  IdentityLinks,
  {
    /** Links a subject, in one atomic, durable step. */
    readonly link: (subject: SubjectId, link: IdentityLink) => Effect.Effect<LinkOutcome, StoreError>
  }
>() {}
