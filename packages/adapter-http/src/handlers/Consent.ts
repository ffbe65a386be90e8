/**
 * The routes of visitors' own records: `POST /subjects`, `GET` and `PATCH /subjects/:id`.
 *
 * @module
 */
import { isSubjectId, LinkResult, type Subjects } from "@consent-service/core/subject"
import type { ActObservation, ConsentObservation } from "@consent-service/core/ports"
import {
  type ConsentRecord,
  type Consents,
  type SaveOutcome,
  type SubmissionBody,
  toSubmission,
} from "@consent-service/core/consent"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import { type Answer, json, jsonText } from "../answer/Answer.js"
import type { Problem } from "../answer/Problem.js"
import { consentReceipt, subjectState } from "./SubjectView.js"
import { linkSubject, readSubject, saveConsent } from "../api/ConsentGroup.js"
import type { ConsentReceipt, LinkedSubject, LinkRequest, SubjectState } from "../api/Schemas.js"
import {
  type Call,
  type Handled,
  type Received,
  type Refuse,
  type Route,
  routeWithPath,
  routeWithPathAndPayload,
  routeWithPayload,
} from "../kernel/Route.js"
import type { RateLimit, RateVerdict, Sender } from "../limit/RateLimit.js"
import { readJourney, readPlace } from "../request/ReadSignals.js"
import {
  addressOf,
  type HandlerSettings,
  isAuthenticated,
  observeTruncation,
  readLimitOf,
  senderOf,
} from "./HandlerSettings.js"

type ConsentUseCases = Context.Tag.Service<Consents>
type SubjectUseCases = Context.Tag.Service<Subjects>

/** Who writes, and for which subject. */
interface Writer {
  readonly authenticated: boolean
  readonly subject: string
}

type Limit = (limits: RateLimit, sender: Sender) => Effect.Effect<RateVerdict>

const ofActs: Limit = (limits, sender) => limits.act(sender)

const ofLinks: Limit = (limits, sender) => Effect.sync(() => limits.link(sender))

/** Runs a write when the rate limit and the load allow it; a site's own backend has no rate limit. */
const admitted =
  (settings: HandlerSettings, check: Limit) =>
  <A>(
    call: Received,
    { authenticated, subject }: Writer,
    write: Effect.Effect<A, Problem>,
  ): Effect.Effect<A, Problem> => {
    const { admission, rateLimit } = settings
    if (rateLimit === null || authenticated) return admission.run(performance.now() - call.arrivedAt, write)
    const sender = senderOf(settings, call, isSubjectId(subject) ? subject : null, call.bodyBytes)
    // Checked after admission: a client refused because of load has used none of its rate limit.
    const limited = Effect.flatMap(check(rateLimit, sender), (verdict) =>
      verdict._tag === "Allowed" ? write : Effect.fail<Problem>(verdict),
    )
    return admission.run(performance.now() - call.arrivedAt, limited)
  }

const observe = (record: ConsentRecord, created: boolean): ConsentObservation => {
  const { choice, vendorChoice } = record
  return {
    id: record.id,
    created,
    decisionId: record.decisionId,
    decisionSource: record.decisionSource,
    receipts: choice === null || choice === "unreadable" ? null : Object.keys(choice.categories),
    vendors: vendorChoice === null || vendorChoice === "unreadable" ? null : Object.keys(vendorChoice.grants).length,
  }
}

const isTrue = (granted: boolean): boolean => granted

/** The outcome of a new record: purposes that are always allowed are no grant. */
const actOf = ({ preferences, vendorChoice }: ConsentRecord, newSubject: boolean): ActObservation => {
  const { necessary: _, ...categories } = preferences === "unreadable" ? {} : (preferences ?? {})
  const vendors = vendorChoice === "unreadable" ? {} : (vendorChoice?.grants ?? {})
  const decided = [...Object.values(categories), ...Object.values(vendors)]
  return { granted: decided.length === 0 ? null : decided.some(isTrue), newSubject }
}

const answerSave =
  (call: Call) =>
  (outcome: SaveOutcome): Effect.Effect<Answer<ConsentReceipt>, Problem> => {
    switch (outcome._tag) {
      case "Recorded": {
        const { created, identity, newSubject, record, subjectVendorChoice } = outcome
        const journeyId = readJourney(call.query)?.id ?? null
        const act = created ? actOf(record, newSubject) : null
        const facts = { consent: observe(record, created), act, identity, journeyId }
        return Effect.succeed(json(consentReceipt(record, subjectVendorChoice), facts))
      }
      case "Refused":
        return Effect.fail(outcome.refusal)
      case "ActDiffers":
      case "SubjectFull":
      case "SubjectHeldElsewhere":
        return Effect.fail(outcome)
    }
  }

const handleSave = (settings: HandlerSettings, consents: ConsentUseCases) => {
  const admit = admitted(settings, ofActs)
  return (call: Received, body: SubmissionBody): Handled<ConsentReceipt> => {
    const context = {
      place: readPlace(call.query, call.exchange.header),
      ipAddress: addressOf(settings, call),
      userAgent: call.exchange.header("user-agent"),
      authenticated: isAuthenticated(settings, call),
    }
    const save = Effect.flatMap(consents.record(toSubmission(body), context), answerSave(call))
    return admit(call, { authenticated: context.authenticated, subject: body.subjectId }, save)
  }
}

const subjectUnknown: Problem = { _tag: "SubjectUnknown" }

const handleRead =
  (settings: HandlerSettings, consents: ConsentUseCases) =>
  (call: Call, path: { readonly id: string }): Handled<SubjectState> | Problem =>
    readLimitOf(settings, call) ??
    Effect.flatMap(
      consents.read(path.id),
      Option.match({
        onNone: () => Effect.fail(subjectUnknown),
        onSome: (reading) => {
          observeTruncation(call, [reading])
          return Effect.map(subjectState(reading, call.query("type")), (text) => jsonText(text))
        },
      }),
    ).pipe(Effect.scoped)

const answerLink = (id: string): ((result: LinkResult) => Effect.Effect<Answer<LinkedSubject>, Problem>) =>
  LinkResult.$match({
    Linked: ({ identity, link: { externalId, identityProvider } }) =>
      Effect.succeed(json({ subject: { id, externalId, identityProvider } }, { identity })),
    TokenInvalid: () => Effect.fail<Problem>({ _tag: "IdentityTokenInvalid" }),
    HeldByVerified: () => Effect.fail<Problem>({ _tag: "HeldByVerified" }),
    SubjectUnknown: () => Effect.fail(subjectUnknown),
  })

const handleLink = (settings: HandlerSettings, subjects: SubjectUseCases) => {
  const admit = admitted(settings, ofLinks)
  return (call: Received, { id }: { readonly id: string }, body: LinkRequest): Handled<LinkedSubject> => {
    const request = {
      externalId: body.externalId,
      identityProvider: body.identityProvider ?? undefined,
      identityToken: body.identityToken ?? undefined,
      authenticated: isAuthenticated(settings, call),
    }
    const link = Effect.flatMap(subjects.link(id, request), answerLink(id))
    return admit(call, { authenticated: request.authenticated, subject: id }, link)
  }
}

const hasExternalId = (body: unknown): boolean => Predicate.hasProperty(body, "externalId") && Boolean(body.externalId)

/** Without an external id nothing else is checked. Text that cannot be stored is reported as unstorable. */
const refuseLink: Refuse = (issues, body) =>
  hasExternalId(body) || (body === undefined && issues.some(({ path }) => path !== "body"))
    ? { _tag: "InputInvalid", issues }
    : { _tag: "ExternalIdRequired" }

/** The routes of `api/ConsentGroup`. */
export const consentRoutes = (
  settings: HandlerSettings,
  consents: ConsentUseCases,
  subjects: SubjectUseCases,
): ReadonlyArray<Route> => [
  routeWithPayload(saveConsent, handleSave(settings, consents)),
  routeWithPath(readSubject, handleRead(settings, consents)),
  routeWithPathAndPayload(linkSubject, handleLink(settings, subjects), { refuse: refuseLink }),
]
