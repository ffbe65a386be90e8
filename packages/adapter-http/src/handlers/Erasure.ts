/**
 * The routes of erasures and legal holds.
 *
 * @module
 */
import {
  CertificateOutcome,
  type ErasureBody,
  EraseOutcome,
  erasePerson,
  type ErasureRequest,
  type HoldBody,
  issueCertificate,
  personOf,
  placeHold,
  previewErasure,
  releaseHold,
  scopeOf,
  tracePart,
} from "@consent-service/core/erasure"
import { writeCertificate } from "@consent-service/core/evidence"
import {
  CheckpointSigner,
  Erasures,
  type EvidenceReader,
  type LegalHold,
  PlaceOutcome,
  type StoredErasure,
} from "@consent-service/core/ports"
import { hasAtMost, isRecordable } from "@consent-service/core/primitives"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { type Answer, jsonText, pending } from "../answer/Answer.js"
import type { Problem } from "../answer/Problem.js"
import * as Endpoints from "../api/ErasureGroup.js"
import type { Hold } from "../api/ErasureSchemas.js"
import {
  type Call,
  type Handled,
  type Route,
  route,
  routeWithPath,
  routeWithPathAndPayload,
  routeWithPayload,
} from "../kernel/Route.js"

/** What erasures need. */
export interface ErasureSettings {
  readonly ports: Context.Context<Erasures | EvidenceReader | CheckpointSigner>
  /** Returns a new salt at each call. */
  readonly salts: () => string
}

type Answered = Effect.Effect<Answer<never>, Problem>

const answerJson = (body: unknown): Answered => Effect.succeed(jsonText(JSON.stringify(body)))

const answerPending = (requestId: string, state: "waiting" | "erased"): Answered =>
  Effect.succeed(pending(1, JSON.stringify({ requestId, state })))

const fail = (problem: Problem): Answered => Effect.fail(problem)

const answerCertificate = (id: string) =>
  Effect.flatMap(CheckpointSigner, ({ keys }) => issueCertificate(id, keys.length > 0)).pipe(
    Effect.flatMap(
      CertificateOutcome.$match({
        Issued: ({ certificate }) => answerJson(writeCertificate(certificate)),
        Pending: () => answerPending(id, "erased"),
        NotFound: () => fail({ _tag: "ErasureUnknown" }),
      }),
    ),
  )

const answerPreview = ({ deleted, leaves, parts }: StoredErasure): Answered =>
  answerJson({ dryRun: true, parts, deleted, entries: leaves.length })

/** A request without a name gets one, so that its certificate can be read again. */
const requestOf = (body: ErasureBody, salts: () => string): ErasureRequest => ({
  person: personOf(body),
  reason: body.reason,
  part: body.parts == null ? null : tracePart,
  requestId: body.requestId ?? `erasure_${salts()}`,
  salts,
})

const handleErase =
  ({ ports, salts }: ErasureSettings) =>
  (_: Call, body: ErasureBody): Handled<never> => {
    const request = requestOf(body, salts)
    const isDry = body.dryRun === true
    return Effect.flatMap(
      isDry ? previewErasure(request) : erasePerson(request),
      EraseOutcome.$match({
        Erased: ({ erasure }) => (isDry ? answerPreview(erasure) : answerCertificate(request.requestId)),
        Held: ({ hold }) => fail({ _tag: "Held", holdId: hold.id }),
        StillQueued: () => answerPending(request.requestId, "waiting"),
        NothingThere: () => fail({ _tag: "PersonUnknown" }),
      }),
    ).pipe(Effect.provide(ports))
  }

const isoOf = (time: number): string => new Date(time).toISOString()

const holdBody = ({ id, placedAt, reason, releasedAt, scope }: LegalHold): Hold => {
  const { from, to, ...others } = scope
  const times = { ...(from === undefined ? {} : { from: isoOf(from) }), ...(to === undefined ? {} : { to: isoOf(to) }) }
  return {
    id,
    scope: { ...others, ...times },
    reason,
    placedAt: isoOf(placedAt),
    releasedAt: releasedAt === null ? null : isoOf(releasedAt),
  }
}

const answerHold = (hold: LegalHold) => answerJson(holdBody(hold))

/** The name of a hold is a key of the database. */
const nameProblem = (id: string): Problem | null =>
  id.length > 0 && hasAtMost(id, 255) && isRecordable(id)
    ? null
    : { _tag: "InputInvalid", issues: [{ path: "id", message: "must have 1 to 255 characters, and no U+0000" }] }

const handlePlace =
  ({ ports, salts }: ErasureSettings) =>
  (_: Call, { id }: { readonly id: string }, body: HoldBody): Handled<never> | Problem => {
    const problem = nameProblem(id)
    if (problem !== null) return problem
    const scope = scopeOf(body.scope)
    if (Either.isLeft(scope)) return { _tag: "InputInvalid", issues: scope.left }
    return Effect.flatMap(
      placeHold({ id, reason: body.reason, scope: scope.right }, salts),
      PlaceOutcome.$match({
        Placed: ({ hold }) => answerHold(hold),
        Unchanged: ({ hold }) => answerHold(hold),
        Differs: () => fail({ _tag: "HoldDiffers" }),
      }),
    ).pipe(Effect.provide(ports))
  }

const handleRelease =
  ({ ports, salts }: ErasureSettings) =>
  (_: Call, { id }: { readonly id: string }): Handled<never> | Problem =>
    nameProblem(id) ??
    Effect.flatMap(
      releaseHold(id, salts),
      Option.match({ onNone: () => fail({ _tag: "HoldUnknown" }), onSome: answerHold }),
    ).pipe(Effect.provide(ports))

const handleRead =
  ({ ports }: ErasureSettings) =>
  (_: Call, { id }: { readonly id: string }): Handled<never> | Problem =>
    nameProblem(id) ?? Effect.provide(answerCertificate(id), ports)

const handleList = ({ ports }: ErasureSettings): Handled<never> =>
  Effect.flatMap(Erasures, ({ legalHolds }) => legalHolds).pipe(
    Effect.flatMap((holds) => answerJson({ holds: holds.map(holdBody) })),
    Effect.provide(ports),
  )

/** The routes of `api/ErasureGroup`. */
export const erasureRoutes = (settings: ErasureSettings): ReadonlyArray<Route> => [
  routeWithPayload(Endpoints.erase, handleErase(settings)),
  routeWithPath(Endpoints.readErasure, handleRead(settings)),
  routeWithPathAndPayload(Endpoints.placeHold, handlePlace(settings)),
  routeWithPath(Endpoints.releaseHold, handleRelease(settings)),
  route(Endpoints.listHolds, () => handleList(settings)),
]
