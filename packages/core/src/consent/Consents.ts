/**
 * The use cases of consent records: record one, read a subject's.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { anchorDocument, checkDocumentToken, type DocumentClaim, documentClaim } from "./plan/AnchorDocument.js"
import { isLegalDocumentType, type LegalDocument } from "../legal-document/LegalDocument.js"
import { flatMapAtOnce, mapAtOnce } from "../concurrency/AtOnce.js"
import { versionsOf } from "./DocumentVersions.js"
import { Instance } from "../instance/Instance.js"
import { AppendOutcome, ConsentStore } from "../ports/ConsentStore.js"
import { LateReads } from "../ports/LateReads.js"
import { DocumentStore } from "../ports/DocumentStore.js"
import { Archive } from "../ports/Archive.js"
import type { StoreError } from "../ports/StoreError.js"
import { Salts } from "../ports/Salts.js"
import { Tokens } from "../ports/Tokens.js"
import { isSubjectId } from "../subject/SubjectId.js"
import { foldVendors, vendorFold } from "./record/SubjectVendorChoice.js"
import type { VendorChoice } from "../vendor/VendorChoice.js"
import { type IdentityProof, proveIdentity } from "../token/IdentityToken.js"
import type { LegalDocumentVerdict } from "../token/DocumentToken.js"
import { PolicyToken } from "../token/PolicyToken.js"
import { Tenant } from "../tenant/Tenant.js"
import { readBound, saveBound } from "./record/ActBound.js"
import { makeArchivist } from "./ArchiveDecision.js"
import { inPieces } from "./InPieces.js"
import type { ConsentDraft, ConsentRecord, HistoryRecord, SubjectHistory } from "./record/ConsentRecord.js"
import { draftEntries } from "./plan/LogEntries.js"
import { checkGivenAt, claimedIdentity, planSave, type SaveContext } from "./plan/PlanSave.js"
import type { Refusal } from "./record/Refusal.js"
import { makeFindRepeated } from "./Retry.js"
import type { Submission } from "./record/Submission.js"

/** The outcome of a save. */
export type SaveOutcome = Data.TaggedEnum<{
  /** The act is on record: `created` is whether this save created it, or an earlier, equal one. */
  Recorded: {
    readonly record: ConsentRecord
    readonly created: boolean
    /** Whether its subject is new. */
    readonly newSubject: boolean
    /** How the user account in the save was verified; null when it names none. It never makes a save fail. */
    readonly identity: IdentityProof | null
    /** The current choice for each vendor, from all the subject's acts; null for a save about no vendor. */
    readonly subjectVendorChoice: VendorChoice | null
  }
  /** The act is on record with other content. The record is unchanged. */
  ActDiffers: {}
  /** Another tenant holds the subject's id. */
  SubjectHeldElsewhere: {}
  /** The subject has reached its limit of acts; nothing was written. */
  SubjectFull: {}
  /** The save is refused; nothing was written. */
  Refused: { readonly refusal: Refusal }
}>

export const SaveOutcome = Data.taggedEnum<SaveOutcome>()

type Recorded = Extract<SaveOutcome, { readonly _tag: "Recorded" }>

/** The inputs of a save in addition to its body, from its request. */
export interface SaveRequest extends Pick<SaveContext, "place" | "ipAddress" | "userAgent"> {
  /** Whether the request carries an API key. */
  readonly authenticated: boolean
}

/** A stored vendor map that cannot be read might have any content, so no retry can be proven to repeat it. */
const repeats = (stored: ConsentRecord, { record }: ConsentDraft): boolean =>
  stored.contentDigest === record.contentDigest && stored.vendorChoice !== "unreadable"

/** The record to store, and the verification of its account. */
interface Planned {
  readonly draft: ConsentDraft
  readonly identity: IdentityProof | null
}

const settle = ({ draft, identity }: Planned, outcome: AppendOutcome): SaveOutcome =>
  AppendOutcome.$match(outcome, {
    Inserted: ({ newSubject }) =>
      SaveOutcome.Recorded({ record: draft.record, created: true, newSubject, identity, subjectVendorChoice: null }),
    Existing: ({ record }) =>
      repeats(record, draft)
        ? SaveOutcome.Recorded({ record, created: false, newSubject: false, identity, subjectVendorChoice: null })
        : SaveOutcome.ActDiffers(),
    HeldElsewhere: () => SaveOutcome.SubjectHeldElsewhere(),
    SubjectFull: () => SaveOutcome.SubjectFull(),
  })

type Anchored = Either.Either<LegalDocument | null, Refusal>

const withoutDocument: Effect.Effect<Anchored> = Effect.succeed(Either.right(null))

/** The legal document of a save. */
interface DocumentWord {
  readonly claim: DocumentClaim
  /** Null where snapshots are not verified. */
  readonly verdict: LegalDocumentVerdict | null
}

const asMuch = (bytes: number): number => bytes

const noIdentity = Effect.succeed(null)
const noWord = Effect.succeed(null)
const absent = Effect.succeed(PolicyToken.Absent())

const make = Effect.gen(function* () {
  const tenant = yield* Tenant
  const { manifest, maxActsPerSubject, tokens: settings } = yield* Instance
  const tokens = yield* Tokens
  const store = yield* ConsentStore
  const documents = yield* DocumentStore
  const salts = yield* Salts
  const archive = makeArchivist(yield* Archive, manifest, salts)
  const findRepeated = makeFindRepeated(store, tenant)
  const { policySnapshot } = settings
  const [mostSaved, mostRead] = [saveBound(maxActsPerSubject), readBound(maxActsPerSubject)]
  const verifiesDocuments = settings.legalDocumentSnapshot?.verifyOnSave === true

  const documentWord = (submission: Submission, now: number): Effect.Effect<DocumentWord | null> => {
    if (!isLegalDocumentType(submission.type)) return noWord
    if (!verifiesDocuments) return Effect.succeed({ claim: documentClaim(submission, null), verdict: null })
    return Effect.map(tokens.verifyDocument(submission.documentSnapshotToken, now), (verdict) => ({
      claim: documentClaim(submission, verdict),
      verdict,
    }))
  }

  const anchor = ({ claim, verdict }: DocumentWord): Effect.Effect<Anchored, StoreError> =>
    Effect.map(documents.versions([claim.type]), (versions) => {
      const anchored = anchorDocument(claim, versions)
      return verdict === null || Either.isLeft(anchored) ? anchored : checkDocumentToken(anchored.right, verdict)
    })

  const prove = (submission: Submission, { authenticated }: SaveRequest, now: number) => {
    const identity = claimedIdentity(submission)
    return identity === null
      ? noIdentity
      : proveIdentity(tokens.verifyIdentity, { authenticated, token: submission.identityToken, identity, now })
  }

  const policyTokenOf = ({ policySnapshotToken }: Submission, now: number): Effect.Effect<PolicyToken> =>
    policySnapshotToken === undefined ? absent : tokens.verifyPolicy(policySnapshotToken, now)

  /** Decides what to store, in order: the first reason to refuse is the answer. */
  const plan = (
    submission: Submission,
    request: SaveRequest,
    word: DocumentWord | null,
    now: number,
  ): Effect.Effect<Either.Either<Planned, Refusal>, StoreError> => {
    const early = checkGivenAt(submission, now)
    if (early !== null) return Effect.succeed(Either.left(early))
    return flatMapAtOnce(policyTokenOf(submission, now), (policyToken) =>
      flatMapAtOnce(word === null ? withoutDocument : anchor(word), (document) => {
        if (Either.isLeft(document)) return Effect.succeed(Either.left(document.left))
        return mapAtOnce(prove(submission, request, now), (identity) => {
          const context = {
            manifest,
            tenant,
            now,
            policyToken,
            policySnapshot,
            document: document.right,
            identityConfirmed: identity?.verified === true,
            ...request,
          }
          const bound = request.authenticated ? mostRead : mostSaved
          return Either.map(
            planSave(submission, context),
            (draft): Planned => ({ draft: { bound, ...draft }, identity }),
          )
        })
      }),
    )
  }

  const foldHistory = Effect.fnUntraced(function* (recorded: Recorded) {
    const history = yield* store.history(recorded.record.subjectId, mostRead)
    const records = Option.match(history, {
      onNone: (): ReadonlyArray<HistoryRecord> => [recorded.record],
      onSome: (found) => found.records,
    })
    const fold = vendorFold()
    yield* inPieces(foldVendors(records, fold), asMuch)
    return SaveOutcome.Recorded({ ...recorded, subjectVendorChoice: fold.result() })
  }, Effect.scoped)

  /** The current vendor choice depends on earlier acts, too; only saves about vendors read them. */
  const withSubjectVendorChoice = (recorded: Recorded): Effect.Effect<Recorded, StoreError> =>
    recorded.record.vendorChoice === null ? Effect.succeed(recorded) : foldHistory(recorded)

  /** A refused save, or its record if it repeats one. Only refused saves need the lookup. */
  const refused = Effect.fnUntraced(function* (
    refusal: Refusal,
    submission: Submission,
    request: SaveRequest,
    word: DocumentWord | null,
  ) {
    const repeated = yield* findRepeated({ submission, refusal, claim: word?.claim ?? null })
    if (Option.isNone(repeated)) return SaveOutcome.Refused({ refusal })
    const identity = yield* prove(submission, request, yield* Clock.currentTimeMillis)
    const recorded = {
      record: repeated.value,
      created: false,
      newSubject: false,
      identity,
      subjectVendorChoice: null,
    }
    return yield* withSubjectVendorChoice(SaveOutcome.Recorded(recorded))
  })

  /** Stores a record, and after it what its notice is shown again by. */
  const append = (planned: Planned): Effect.Effect<SaveOutcome, StoreError> => {
    const { draft } = planned
    const logged = salts === null ? draft : { entries: draftEntries(draft, salts), ...draft }
    return Effect.flatMap(store.append(logged), (appended): Effect.Effect<SaveOutcome, StoreError> => {
      const outcome = settle(planned, appended)
      if (outcome._tag !== "Recorded") return Effect.succeed(outcome)
      // After the record, because a refused save writes nothing, and before its acknowledgement, so that the notice of an acknowledged
      // record can be shown again. A client that gets no answer sends the save again.
      const { decision } = draft
      const archived = decision !== null && decision.id === outcome.record.decisionId ? archive(decision) : Effect.void
      return flatMapAtOnce(archived, () => withSubjectVendorChoice(outcome))
    })
  }

  // Without generators and, where nothing is waited for, without a step of the fiber: this is what a save consists of.
  const record = (submission: Submission, request: SaveRequest): Effect.Effect<SaveOutcome, StoreError> =>
    Effect.clockWith((clock) => {
      const now = clock.unsafeCurrentTimeMillis()
      return flatMapAtOnce(documentWord(submission, now), (word) =>
        flatMapAtOnce(plan(submission, request, word, now), (planned) =>
          Either.isLeft(planned) ? refused(planned.left, submission, request, word) : append(planned.right),
        ),
      )
    })

  return {
    record,
    read: Effect.fnUntraced(function* (subjectId: string) {
      if (!isSubjectId(subjectId)) return Option.none()
      const history = yield* Effect.provideService(store.history(subjectId, mostRead), LateReads, true)
      if (Option.isNone(history)) return Option.none()
      const versions = yield* versionsOf(documents, history.value.records)
      return Option.some({ history: history.value, documents: versions })
    }),
  }
})

/** A subject's history, and the versions of the legal documents it references. */
export interface SubjectReading {
  readonly history: SubjectHistory
  /** Every version of each type that a record is about. */
  readonly documents: ReadonlyArray<LegalDocument>
}

/**
 * The use cases of consent records: record an act, read a subject's records.
 *
 * @example
 * ```ts
 * import { Consents } from "@consent-service/core/consent"
 * import * as Effect from "effect/Effect"
 * import * as Option from "effect/Option"
 *
 * const acts = Effect.gen(function* () {
 *   const consents = yield* Consents
 *   const reading = yield* consents.read("sub_23456789ABCDEFGHJKLMNPQRSTUVWXYZ")
 *   return Option.match(reading, { onNone: () => 0, onSome: ({ history }) => history.records.length })
 * }).pipe(Effect.scoped)
 * ```
 */
export class Consents extends Context.Tag("@consent-service/core/consent/Consents")<
  Consents,
  {
    /**
     * Records an act once: a retry returns the first record, even when it would now be refused for its
     * policy, its token or its document's version. The clock is the server's.
     */
    readonly record: (submission: Submission, request: SaveRequest) => Effect.Effect<SaveOutcome, StoreError>

    /**
     * A subject with its records; none for an id that is unknown, another tenant's, or invalid. For a
     * subject with more than ten times the bound, the newest records within that. Close the scope once they are no
     * longer in use.
     */
    readonly read: (subjectId: string) => Effect.Effect<Option.Option<SubjectReading>, StoreError, Scope.Scope>
  }
>() {
  /** The use cases over the ports in context, for the `Tenant` and the `Instance` in context. */
  static readonly layer: Layer.Layer<Consents, never, ConsentStore | DocumentStore | Archive | Tokens | Instance> =
    Layer.effect(Consents, make)
}
