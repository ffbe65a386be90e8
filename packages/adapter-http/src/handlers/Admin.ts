/**
 * The routes for a site's own backend: lists, checks, summaries, publishing.
 *
 * @module
 */
import type { Subjects } from "@consent-service/core/subject"
import { type ConsentStore, PublishOutcome } from "@consent-service/core/ports"
import { decodeSummaryQuery, summarize } from "@consent-service/core/experiment"
import {
  type DocumentRelease,
  type makePublish,
  parseEffectiveDate,
  type ReleaseBody,
} from "@consent-service/core/consent"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { type Answer, json, jsonText } from "../answer/Answer.js"
import type { Problem } from "../answer/Problem.js"
import { linkedSubjects, namesIn } from "./SubjectView.js"
import { checkConsent, experimentSummary, listSubjects, publishDocument } from "../api/AdminGroup.js"
import type { ConsentCheck, ExperimentSummary, PublishedPolicy, SubjectList } from "../api/Schemas.js"
import { observeTruncation } from "./HandlerSettings.js"
import { type Call, type Handled, type Route, route, routeWithPath, routeWithPathAndPayload } from "../kernel/Route.js"

type SubjectUseCases = Context.Tag.Service<Subjects>

const externalIdOf = ({ query }: Call): string | null => query("externalId") || null

const handleList =
  (subjects: SubjectUseCases) =>
  (call: Call): Handled<SubjectList> | Problem => {
    const externalId = externalIdOf(call)
    if (externalId === null) return { _tag: "ExternalIdRequired" }
    return Effect.scoped(
      Effect.flatMap(subjects.linkedTo(externalId), (readings) => {
        observeTruncation(call, readings)
        return Effect.map(linkedSubjects(readings), (text) => jsonText(text, { subjectsMatched: readings.length }))
      }),
    )
  }

const handleCheck =
  (subjects: SubjectUseCases) =>
  (call: Call): Handled<ConsentCheck> | Problem => {
    const externalId = externalIdOf(call)
    if (externalId === null) return { _tag: "ExternalIdRequired" }
    const types = namesIn(call.query("type"))
    if (types.length === 0) return { _tag: "TypeRequired" }
    // Built from entries, which can contain a type named `__proto__`.
    return Effect.map(subjects.check(externalId, types), (results) => json({ results: Object.fromEntries(results) }))
  }

const handleSummary =
  (experiments: Pick<Context.Tag.Service<ConsentStore>, "decisions">) =>
  (call: Call, { id }: { readonly id: string }): Handled<ExperimentSummary> | Problem => {
    const asked = { id, from: call.query("from"), to: call.query("to"), domain: call.query("domain") }
    const decoded = decodeSummaryQuery(asked)
    if (Either.isLeft(decoded)) return { _tag: "InputInvalid", issues: decoded.left }
    const { from, query, to } = decoded.right
    return Effect.map(experiments.decisions(query), (counts) =>
      json({ experimentId: id, from, to, arms: summarize(counts) }),
    )
  }

const answerPublished = ({ document }: { readonly document: DocumentRelease & { readonly id: string } }) => {
  const { effectiveDate, hash, id, type, version } = document
  const inForce = { isActive: true } as const
  const policy = { id, type, version, hash, effectiveDate: new Date(effectiveDate).toISOString(), ...inForce }
  return Effect.succeed(json({ policy }))
}

const answerPublish: (outcome: PublishOutcome) => Effect.Effect<Answer<PublishedPolicy>, Problem> =
  PublishOutcome.$match({
    Published: answerPublished,
    Unchanged: answerPublished,
    Diverged: () => Effect.fail<Problem>({ _tag: "DocumentDiverged" }),
  })

const handlePublish =
  (publish: AdminPorts["publish"]) =>
  (_: Call, { type }: { readonly type: string }, body: ReleaseBody): Handled<PublishedPolicy> | Problem => {
    const effectiveDate = parseEffectiveDate(body)
    if (effectiveDate === null) return { _tag: "EffectiveDateUnusable" }
    const release = { type, version: body.version, hash: body.hash, effectiveDate }
    return Effect.flatMap(publish(release), answerPublish)
  }

/** The dependencies of the routes. */
export interface AdminPorts {
  readonly subjects: SubjectUseCases
  readonly experiments: Pick<Context.Tag.Service<ConsentStore>, "decisions">
  readonly publish: Effect.Effect.Success<typeof makePublish>
}

/** The routes of `api/AdminGroup`. */
export const adminRoutes = (ports: AdminPorts): ReadonlyArray<Route> => [
  route(listSubjects, handleList(ports.subjects)),
  route(checkConsent, handleCheck(ports.subjects)),
  routeWithPath(experimentSummary, handleSummary(ports.experiments)),
  routeWithPathAndPayload(publishDocument, handlePublish(ports.publish)),
]
