/**
 * The routes of visitors' own records: `POST /subjects`, `GET` and `PATCH /subjects/:id`.
 *
 * @module
 */
import { type Consents, type SaveOutcome } from "@consent-service/core/consent/Consents"
import type { ConsentRecord } from "@consent-service/core/consent/ConsentRecord"
import { type SubmissionBody, toSubmission } from "@consent-service/core/consent/Submission"
import type { ConsentObservation } from "@consent-service/core/observation/Observation"
import { readJourney } from "@consent-service/core/session/Journey"
import { isSubjectId } from "@consent-service/core/subject/SubjectId"
import { LinkResult, type Subjects } from "@consent-service/core/subject/Subjects"
import { readPlace } from "@consent-service/core/visitor/VisitorSignals"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import { type Answer, json } from "../answer/Answer.js"
import type { Problem } from "../answer/Problem.js"
import { consentReceipt, subjectState } from "../answer/SubjectView.js"
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
import { networkPrefix } from "../request/ClientAddress.js"
import { addressOf, type InstanceSetting, isAuthenticated } from "./Setting.js"

type ConsentUseCases = Context.Tag.Service<Consents>
type SubjectUseCases = Context.Tag.Service<Subjects>

/** Who writes, and about whom. */
interface Writer {
  readonly authenticated: boolean
  readonly subject: string
}

/** Runs a write when the rate limit and the load allow it; a site's own backend has no rate limit. */
const admitted =
  (setting: InstanceSetting) =>
  <A>(
    call: Received,
    { authenticated, subject }: Writer,
    write: Effect.Effect<A, Problem>,
  ): Effect.Effect<A, Problem> => {
    const { admission, networkHeaders, rateLimit } = setting
    if (rateLimit === null || authenticated) return admission.run(call.arrivedAt, write)
    const network = networkPrefix(networkHeaders, call.exchange.header, call.exchange.peer)
    // Within what is admitted: who is refused because there is too much to do has not used up anything.
    const limited = Effect.flatMap(
      rateLimit.check({ network, subject: isSubjectId(subject) ? subject : null }),
      (verdict) => (verdict._tag === "Allowed" ? write : Effect.fail<Problem>(verdict)),
    )
    return admission.run(call.arrivedAt, limited)
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

const answerSave =
  (call: Call) =>
  (outcome: SaveOutcome): Effect.Effect<Answer<ConsentReceipt>, Problem> => {
    switch (outcome._tag) {
      case "Recorded": {
        const { created, identity, record, subjectVendorChoice } = outcome
        const journeyId = readJourney(call.query)?.id ?? null
        return Effect.succeed(
          json(consentReceipt(record, subjectVendorChoice), { consent: observe(record, created), identity, journeyId }),
        )
      }
      case "Refused":
        return Effect.fail(outcome.refusal)
      case "ActDiffers":
      case "SubjectHeldElsewhere":
        return Effect.fail(outcome)
    }
  }

const handleSave = (setting: InstanceSetting, consents: ConsentUseCases) => {
  const admit = admitted(setting)
  return (call: Received, body: SubmissionBody): Handled<ConsentReceipt> => {
    const context = {
      manifest: setting.manifest,
      tokens: setting.tokens,
      tenant: setting.tenant,
      place: readPlace(call.query, call.exchange.header),
      ipAddress: addressOf(setting, call),
      userAgent: call.exchange.header("user-agent"),
      authenticated: isAuthenticated(setting, call),
    }
    const save = Effect.flatMap(consents.record(toSubmission(body), context), answerSave(call))
    return admit(call, { authenticated: context.authenticated, subject: body.subjectId }, save)
  }
}

const subjectUnknown: Problem = { _tag: "SubjectUnknown" }

const handleRead =
  (consents: ConsentUseCases) =>
  (call: Call, path: { readonly id: string }): Handled<SubjectState> =>
    Effect.flatMap(
      consents.read(path.id),
      Option.match({
        onNone: () => Effect.fail(subjectUnknown),
        onSome: (reading) => Effect.succeed(json(subjectState(reading, call.query("type")))),
      }),
    )

const answerLink = (id: string): ((result: LinkResult) => Effect.Effect<Answer<LinkedSubject>, Problem>) =>
  LinkResult.$match({
    Linked: ({ identity, link: { externalId, identityProvider } }) =>
      Effect.succeed(json({ subject: { id, externalId, identityProvider } }, { identity })),
    TokenInvalid: () => Effect.fail<Problem>({ _tag: "IdentityTokenInvalid" }),
    HeldByVerified: () => Effect.fail<Problem>({ _tag: "HeldByVerified" }),
    SubjectUnknown: () => Effect.fail(subjectUnknown),
  })

const handleLink = (setting: InstanceSetting, subjects: SubjectUseCases) => {
  const admit = admitted(setting)
  return (call: Received, { id }: { readonly id: string }, body: LinkRequest): Handled<LinkedSubject> => {
    const request = {
      externalId: body.externalId,
      identityProvider: body.identityProvider,
      identityToken: body.identityToken,
      authenticated: isAuthenticated(setting, call),
      tokens: setting.tokens,
    }
    const link = Effect.flatMap(subjects.link(id, request), answerLink(id))
    return admit(call, { authenticated: request.authenticated, subject: id }, link)
  }
}

const hasExternalId = (body: unknown): boolean => Predicate.hasProperty(body, "externalId") && Boolean(body.externalId)

/** Without an external id there is nothing to look at (wire.md 1.7); text that cannot be kept is told as such. */
const refuseLink: Refuse = (issues, body) =>
  hasExternalId(body) || (body === undefined && issues.some(({ path }) => path !== "body"))
    ? { _tag: "InputInvalid", issues }
    : { _tag: "ExternalIdRequired" }

/** The routes of `api/ConsentGroup`. */
export const consentRoutes = (
  setting: InstanceSetting,
  consents: ConsentUseCases,
  subjects: SubjectUseCases,
): ReadonlyArray<Route> => [
  routeWithPayload(saveConsent, handleSave(setting, consents)),
  routeWithPath(readSubject, handleRead(consents)),
  routeWithPathAndPayload(linkSubject, handleLink(setting, subjects), { refuse: refuseLink }),
]
