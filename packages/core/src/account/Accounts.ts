/**
 * The use cases of subjects and user accounts: link a subject to an account, and read the decisions of the subjects
 * with a verified link to an account. `docs/reference/consents.md` lists which links count.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { linkEntry } from "../consent/plan/LogEntries.js"
import { readBound } from "../consent/record/ActBound.js"
import { isRecordable } from "../schema/Text.js"
import type { SubjectReading } from "../consent/Consents.js"
import { versionsOf } from "../consent/DocumentVersions.js"
import { isLatestVersion, type LegalDocument } from "../legal-document/LegalDocument.js"
import { ConsentStore, LinkOutcome, type RecordedAct } from "../ports/ConsentStore.js"
import { DocumentStore } from "../ports/DocumentStore.js"
import { LateReads } from "../ports/LateReads.js"
import type { StoreError } from "../ports/StoreError.js"
import { Instance } from "../instance/Instance.js"
import { Salts } from "../ports/Salts.js"
import { Tokens } from "../ports/Tokens.js"
import { type ClaimedIdentity, claimIdentity, type IdentityProof, proveIdentity } from "../token/IdentityToken.js"
import { isSubjectId } from "../subject/SubjectId.js"

/** A link, as requested. */
export interface LinkRequest {
  readonly externalId: string
  /** Undefined, or empty, for the provider `external`. */
  readonly identityProvider: string | undefined
  /** Undefined if none was sent. An empty token is an invalid token. */
  readonly identityToken: string | undefined
  /** Whether the request carries an API key. */
  readonly authenticated: boolean
}

/** The outcome of a link. */
export type LinkResult = Data.TaggedEnum<{
  /** The link is in force, by this request or an earlier one. */
  Linked: { readonly link: ClaimedIdentity; readonly identity: IdentityProof }
  /** The token does not prove the identity; whether the subject exists is not revealed. */
  TokenInvalid: {}
  /** The subject does not exist here. */
  SubjectUnknown: {}
  /** The request is not verified, and the subject has a verified link to another identity. */
  HeldByVerified: {}
}>

export const LinkResult = Data.taggedEnum<LinkResult>()

/** The records of one type. */
export interface TypeStanding {
  /** Whether there is a record, whatever its decision. */
  readonly hasConsent: boolean
  /** Whether there is a record of the version in force. */
  readonly isLatestPolicy: boolean
}

const settle = (outcome: LinkOutcome, link: ClaimedIdentity, identity: IdentityProof): LinkResult =>
  LinkOutcome.$match(outcome, {
    Linked: () => LinkResult.Linked({ link, identity }),
    Unchanged: () => LinkResult.Linked({ link, identity }),
    HeldByVerified: () => LinkResult.HeldByVerified(),
    UnknownSubject: () => LinkResult.SubjectUnknown(),
  })

const standingOf = (
  type: string,
  acts: ReadonlyArray<RecordedAct>,
  versions: ReadonlyArray<LegalDocument>,
): TypeStanding => {
  const ofType = acts.filter((act) => act.type === type)
  return { hasConsent: ofType.length > 0, isLatestPolicy: ofType.some((act) => isLatestVersion(act, versions)) }
}

const make = Effect.gen(function* () {
  const store = yield* ConsentStore
  const documents = yield* DocumentStore
  const tokens = yield* Tokens
  const salts = yield* Salts
  const mostRead = readBound((yield* Instance).maxActsPerSubject)

  return {
    link: Effect.fnUntraced(function* (subjectId: string, request: LinkRequest) {
      const { authenticated, externalId, identityProvider, identityToken: token } = request
      const identity = claimIdentity(externalId, identityProvider)
      const now = yield* Clock.currentTimeMillis
      const proof = yield* proveIdentity(tokens.verifyIdentity, { authenticated, token, identity, now })
      if (!proof.verified && proof.reason === "invalid") return LinkResult.TokenInvalid()
      if (!isSubjectId(subjectId)) return LinkResult.SubjectUnknown()
      const link = { ...identity, verified: proof.verified }
      const entry = salts === null ? undefined : linkEntry(subjectId, link, now, salts)
      return settle(yield* store.link(subjectId, link, entry), identity, proof)
    }),
    linkedTo: Effect.fnUntraced(function* (externalId: string) {
      if (!isRecordable(externalId)) return []
      const histories = yield* Effect.provideService(store.linkedHistories(externalId, mostRead), LateReads, true)
      const versions = yield* versionsOf(
        documents,
        histories.flatMap(({ records }) => records),
      )
      return histories.map((history): SubjectReading => ({ history, documents: versions }))
    }),
    check: Effect.fnUntraced(function* (externalId: string, types: ReadonlyArray<string>) {
      const asked = isRecordable(externalId) ? Array.from(new Set(types)).filter(isRecordable) : []
      // Stryker disable next-line ArrayDeclaration: what has no type counts for none
      const acts = asked.length === 0 ? [] : yield* store.linkedActs(externalId, asked)
      const versions = yield* versionsOf(documents, acts)
      return new Map(types.map((type) => [type, standingOf(type, acts, versions)]))
    }),
  }
})

/**
 * The use cases of subjects and the user accounts they are linked to.
 *
 * @example
 * ```ts
 * import { Subjects } from "@consent-service/core/subject"
 * import * as Effect from "effect/Effect"
 *
 * const standing = Effect.gen(function* () {
 *   const subjects = yield* Subjects
 *   return yield* subjects.check("user-42", ["privacy_policy"])
 * })
 * ```
 */
export class Subjects extends Context.Tag("@consent-service/core/account/Accounts")<
  Subjects,
  {
    /** Links a subject to a user account. The clock is the server's. */
    readonly link: (subjectId: string, request: LinkRequest) => Effect.Effect<LinkResult, StoreError>

    /**
     * Every subject with a verified link to an account, by id, with their records, limited to ten times the bound of one
     * subject for all of them together. Close the scope once they are no longer in use.
     */
    readonly linkedTo: (externalId: string) => Effect.Effect<ReadonlyArray<SubjectReading>, StoreError, Scope.Scope>

    /**
     * The records of these types of all subjects with a verified link to an account. Each requested type is in
     * the answer, known or not.
     */
    readonly check: (
      externalId: string,
      types: ReadonlyArray<string>,
    ) => Effect.Effect<ReadonlyMap<string, TypeStanding>, StoreError>
  }
>() {
  /** The use cases over the ports of the environment. */
  static readonly layer: Layer.Layer<Subjects, never, ConsentStore | DocumentStore | Tokens | Instance> = Layer.effect(
    Subjects,
    make,
  )
}
