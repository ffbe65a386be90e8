/**
 * The use cases around subjects and user accounts: link one to an account, and read by an account what the subjects
 * verifiably linked to it decided (service.md, "Identity link of a subject"; wire.md 1.7 to 1.9).
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { isRecordable } from "../consent/BoundedText.js"
import type { SubjectReading, TokenSettings } from "../consent/Consents.js"
import { isLatestVersion, versionsOf } from "../legal-document/LatestVersion.js"
import type { LegalDocument } from "../legal-document/LegalDocument.js"
import { ConsentLedger, type RecordedAct } from "../ports/ConsentLedger.js"
import { DocumentRegistry } from "../ports/DocumentRegistry.js"
import { IdentityLinks, LinkOutcome } from "../ports/IdentityLinks.js"
import type { StoreError } from "../ports/StoreError.js"
import { TokenMac } from "../ports/TokenMac.js"
import { type ClaimedIdentity, claimIdentity, type IdentityProof, proveIdentity } from "../token/IdentityToken.js"
import { isSubjectId } from "./SubjectId.js"

/** A link as somebody asks for it. */
export interface LinkRequest {
  readonly externalId: string
  /** Undefined, or empty, for the provider `external`. */
  readonly identityProvider: string | undefined
  /** Undefined where none was sent; one that is there but empty is a wrong one (contract decision 41). */
  readonly identityToken: string | undefined
  /** Whether the request carries an API key. */
  readonly authenticated: boolean
  readonly tokens: Pick<TokenSettings, "identityToken">
}

/** What came of a link. */
export type LinkResult = Data.TaggedEnum<{
  /** The link is in force, by this request or an earlier one. */
  Linked: { readonly link: ClaimedIdentity; readonly identity: IdentityProof }
  /** The token proves nothing of the kind; whether there is such a subject is not told. */
  TokenInvalid: {}
  /** No such subject here. */
  SubjectUnknown: {}
  /** The request is not verified, and a verified link of another identity stands. */
  HeldByVerified: {}
}>

export const LinkResult = Data.taggedEnum<LinkResult>()

/** What is on record of one type. */
export interface TypeStanding {
  /** Whether there is a record, whatever it says. */
  readonly hasConsent: boolean
  /** Whether there is one about the version in force. */
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
  const ledger = yield* ConsentLedger
  const links = yield* IdentityLinks
  const documents = yield* DocumentRegistry
  const mac = yield* TokenMac

  return {
    link: Effect.fnUntraced(
      function* (subjectId: string, { authenticated, externalId, identityProvider, ...offer }: LinkRequest) {
        const identity = claimIdentity(externalId, identityProvider)
        const now = yield* Clock.currentTimeMillis
        const claim = { authenticated, token: offer.identityToken, identity, now }
        const proof = yield* proveIdentity(offer.tokens.identityToken, claim)
        if (!proof.verified && proof.reason === "invalid") return LinkResult.TokenInvalid()
        if (!isSubjectId(subjectId)) return LinkResult.SubjectUnknown()
        return settle(yield* links.link(subjectId, { ...identity, verified: proof.verified }), identity, proof)
      },
      Effect.provideService(TokenMac, mac),
    ),
    linkedTo: Effect.fnUntraced(function* (externalId: string) {
      if (!isRecordable(externalId)) return []
      const histories = yield* ledger.linkedHistories(externalId)
      const versions = yield* versionsOf(
        documents,
        histories.flatMap(({ records }) => records),
      )
      return histories.map((history): SubjectReading => ({ history, documents: versions }))
    }),
    check: Effect.fnUntraced(function* (externalId: string, types: ReadonlyArray<string>) {
      const asked = isRecordable(externalId) ? Array.from(new Set(types)).filter(isRecordable) : []
      const acts = asked.length === 0 ? [] : yield* ledger.linkedActs(externalId, asked)
      const versions = yield* versionsOf(documents, acts)
      return new Map(types.map((type) => [type, standingOf(type, acts, versions)]))
    }),
  }
})

export class Subjects extends Context.Tag("@consent-service/core/subject/Subjects")<
  Subjects,
  {
    /** Links a subject to a user account. The clock is the server's. */
    readonly link: (subjectId: string, request: LinkRequest) => Effect.Effect<LinkResult, StoreError>

    /** Every subject with a verified link to an account, by id, with his records. */
    readonly linkedTo: (externalId: string) => Effect.Effect<ReadonlyArray<SubjectReading>, StoreError>

    /**
     * What of these types is on record of all subjects with a verified link to an account. Each type asked for is in
     * the answer, known or not.
     */
    readonly check: (
      externalId: string,
      types: ReadonlyArray<string>,
    ) => Effect.Effect<ReadonlyMap<string, TypeStanding>, StoreError>
  }
>() {
  /** The use cases over the ports of the environment. */
  static readonly layer: Layer.Layer<Subjects, never, ConsentLedger | DocumentRegistry | IdentityLinks | TokenMac> =
    Layer.effect(Subjects, make)
}
