/**
 * The use cases around consent records: record one, read a subject's.
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
import { anchorDocument, checkDocumentSnapshot } from "../legal-document/AnchorDocument.js"
import { isLegalDocumentType, type LegalDocument } from "../legal-document/LegalDocument.js"
import { versionsOf } from "../legal-document/LatestVersion.js"
import type { CompiledManifest } from "../manifest/CompiledManifest.js"
import { AppendOutcome, ConsentLedger } from "../ports/ConsentLedger.js"
import { DocumentRegistry } from "../ports/DocumentRegistry.js"
import { ManifestArchive } from "../ports/ManifestArchive.js"
import type { StoreError } from "../ports/StoreError.js"
import { TokenMac } from "../ports/TokenMac.js"
import { isSubjectId } from "../subject/SubjectId.js"
import { subjectVendorChoice } from "../vendor/SubjectVendorChoice.js"
import type { VendorChoice } from "../vendor/VendorChoice.js"
import { type IdentityProof, proveIdentity } from "../token/IdentityToken.js"
import { type LegalDocumentSnapshotSetting, verifyLegalDocumentSnapshot } from "../token/LegalDocumentSnapshot.js"
import { type PolicySnapshotSetting, Snapshot, verifySnapshot } from "../token/PolicySnapshot.js"
import type { TokenSetting } from "../token/TokenScope.js"
import { makeArchivist } from "./ArchiveDecision.js"
import type { ConsentDraft, ConsentRecord, SubjectHistory } from "./ConsentRecord.js"
import { checkGivenAt, claimedIdentity, planSave, type SaveContext } from "./PlanSave.js"
import type { Refusal } from "./Refusal.js"
import type { Submission } from "./Submission.js"

/** What came of a save. */
export type SaveOutcome = Data.TaggedEnum<{
  /** The act is on record: `created` says whether by this save or by an earlier, equal one. */
  Recorded: {
    readonly record: ConsentRecord
    readonly created: boolean
    /** What proved the user account that the save names; null when it names none. It never makes a save fail. */
    readonly identity: IdentityProof | null
    /** What holds for each vendor now, all the subject's acts together; null for a save that decides about none. */
    readonly subjectVendorChoice: VendorChoice | null
  }
  /** The act is on record with other content; that record stands (contract section 3). */
  ActDiffers: {}
  /** Another tenant holds the subject's id. */
  SubjectHeldElsewhere: {}
  /** The save cannot stand; nothing was written. */
  Refused: { readonly refusal: Refusal }
}>

export const SaveOutcome = Data.taggedEnum<SaveOutcome>()

type Recorded = Extract<SaveOutcome, { readonly _tag: "Recorded" }>

/** The tokens of an instance; null where a kind is not configured. */
export interface TokenSettings {
  readonly policySnapshot: PolicySnapshotSetting | null
  /** `verifyOnSave`: whether saves must carry a valid one (contract decision 6). */
  readonly legalDocumentSnapshot: (LegalDocumentSnapshotSetting & { readonly verifyOnSave: boolean }) | null
  readonly identityToken: TokenSetting | null
}

/** No tokens of any kind. */
export const noTokens: TokenSettings = { policySnapshot: null, legalDocumentSnapshot: null, identityToken: null }

/** What a save depends on beside its body and what the use case finds out. */
export interface SaveRequest extends Pick<SaveContext, "tenant" | "place" | "ipAddress" | "userAgent"> {
  readonly manifest: CompiledManifest
  readonly tokens: TokenSettings
  /** Whether the request carries an API key. */
  readonly authenticated: boolean
}

/** A stored vendor map that cannot be read might say anything, so that no retry can be known to repeat it. */
const repeats = (stored: ConsentRecord, { record }: ConsentDraft): boolean =>
  stored.contentDigest === record.contentDigest && stored.vendorChoice !== "unreadable"

/** What is to be stored, and what is known of the account it names. */
interface Planned {
  readonly draft: ConsentDraft
  readonly identity: IdentityProof | null
}

const settle = ({ draft, identity }: Planned, outcome: AppendOutcome): SaveOutcome =>
  AppendOutcome.$match(outcome, {
    Inserted: () => SaveOutcome.Recorded({ record: draft.record, created: true, identity, subjectVendorChoice: null }),
    Existing: ({ record }) =>
      repeats(record, draft)
        ? SaveOutcome.Recorded({ record, created: false, identity, subjectVendorChoice: null })
        : SaveOutcome.ActDiffers(),
    HeldElsewhere: () => SaveOutcome.SubjectHeldElsewhere(),
  })

type Anchored = Either.Either<LegalDocument | null, Refusal>

const noDocument: Anchored = Either.right(null)
const noIdentity = Effect.succeed(null)

const make = Effect.gen(function* () {
  const ledger = yield* ConsentLedger
  const documents = yield* DocumentRegistry
  const mac = yield* TokenMac
  const archive = makeArchivist(yield* ManifestArchive)
  // Only around what looks at a token: most saves have none, and a service costs more to provide than all they need.
  const withMac = Effect.provideService(TokenMac, mac)

  const anchor = Effect.fnUntraced(function* (submission: Submission, { tenant, tokens }: SaveRequest) {
    const { documentSnapshotToken, policyHash, policyId, type } = submission
    const claim = { type, policyHash, policyId: policyId ?? undefined }
    const anchored = anchorDocument(claim, yield* documents.versions([type]))
    const setting = tokens.legalDocumentSnapshot
    if (setting?.verifyOnSave !== true || Either.isLeft(anchored)) return anchored
    const verdict = yield* withMac(verifyLegalDocumentSnapshot(setting, tenant, documentSnapshotToken))
    return checkDocumentSnapshot(anchored.right, verdict)
  })

  const prove = (submission: Submission, { authenticated, tokens }: SaveRequest, now: number) => {
    const identity = claimedIdentity(submission)
    return identity === null
      ? noIdentity
      : withMac(proveIdentity(tokens.identityToken, { authenticated, token: submission.identityToken, identity, now }))
  }

  const plan = Effect.fnUntraced(function* (submission: Submission, request: SaveRequest) {
    const now = yield* Clock.currentTimeMillis
    const early = checkGivenAt(submission, now)
    if (early !== null) return Either.left(early)
    const { policySnapshot } = request.tokens
    const token = submission.policySnapshotToken
    const snapshot =
      token === undefined
        ? Snapshot.Absent()
        : yield* withMac(verifySnapshot(policySnapshot, request.tenant, token, now))
    const document = isLegalDocumentType(submission.type) ? yield* anchor(submission, request) : noDocument
    if (Either.isLeft(document)) return Either.left(document.left)
    const identity = yield* prove(submission, request, now)
    const identityConfirmed = identity?.verified === true
    const context = { ...request, now, snapshot, policySnapshot, document: document.right, identityConfirmed }
    return Either.map(planSave(submission, context), (draft): Planned => ({ draft, identity }))
  })

  /** What holds for each vendor depends on the acts before, too; only saves that decide about vendors look at them. */
  const withVendorChoice = Effect.fnUntraced(function* (recorded: Recorded) {
    const { subjectId, vendorChoice } = recorded.record
    if (vendorChoice === null) return recorded
    const history = yield* ledger.history(subjectId)
    const records = Option.match(history, { onNone: () => [recorded.record], onSome: (found) => found.records })
    return SaveOutcome.Recorded({ ...recorded, subjectVendorChoice: subjectVendorChoice(records) })
  })

  return {
    record: Effect.fnUntraced(function* (submission: Submission, request: SaveRequest) {
      const planned = yield* plan(submission, request)
      if (Either.isLeft(planned)) return SaveOutcome.Refused({ refusal: planned.left })
      const { draft } = planned.right
      const outcome = settle(planned.right, yield* ledger.append(draft))
      if (outcome._tag !== "Recorded") return outcome
      // After the record, for a refused save writes nothing, and before its acknowledgement: who is told that his consent
      // is on record can have the notice shown again. One who is not tells it again.
      const { decision } = draft
      if (decision !== null && decision.id === outcome.record.decisionId) yield* archive(request.manifest, decision)
      return yield* withVendorChoice(outcome)
    }),
    read: Effect.fnUntraced(function* (subjectId: string) {
      if (!isSubjectId(subjectId)) return Option.none()
      const history = yield* ledger.history(subjectId)
      if (Option.isNone(history)) return Option.none()
      const versions = yield* versionsOf(documents, history.value.records)
      return Option.some({ history: history.value, documents: versions })
    }),
  }
})

/** A subject's history, and the versions of the legal documents it speaks of. */
export interface SubjectReading {
  readonly history: SubjectHistory
  /** Every version of each type that a record is about. */
  readonly documents: ReadonlyArray<LegalDocument>
}

export class Consents extends Context.Tag("@consent-service/core/consent/Consents")<
  Consents,
  {
    /** Records an act once: a retry is answered with the first record. The clock is the server's. */
    readonly record: (submission: Submission, request: SaveRequest) => Effect.Effect<SaveOutcome, StoreError>

    /** A subject and his records; none for an id that is unknown, another tenant's, or no subject id at all. */
    readonly read: (subjectId: string) => Effect.Effect<Option.Option<SubjectReading>, StoreError>
  }
>() {
  /** The use cases over the ports of the environment. */
  static readonly layer: Layer.Layer<Consents, never, ConsentLedger | DocumentRegistry | ManifestArchive | TokenMac> =
    Layer.effect(Consents, make)
}
