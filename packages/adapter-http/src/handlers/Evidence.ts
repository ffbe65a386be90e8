/**
 * The routes of the evidence log: `GET /subjects/:id/receipts/:consentId`, and those below `/log`.
 *
 * @module
 */
import {
  encodeBase64,
  logCaching,
  logTypes,
  readTilePath,
  writeReceipt,
  writeTlogProof,
} from "@consent-service/core/evidence"
import {
  issueReceipt,
  makeReadKeys,
  newestCheckpoint,
  readConsistency,
  readTile,
  ReceiptOutcome,
} from "@consent-service/core/evidence-log"
import { CheckpointSigner, EvidenceReader } from "@consent-service/core/ports"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Answer, jsonType, pending, prepared } from "../answer/Answer.js"
import type { Problem } from "../answer/Problem.js"
import * as Endpoints from "../api/EvidenceGroup.js"
import { receiptType } from "../api/EvidenceSchemas.js"
import { type Call, type Handled, type Route, route, routeWithPath } from "../kernel/Route.js"
import { readLimitOf, type ReadLimitSettings } from "./HandlerSettings.js"
import { namesIn } from "./SubjectView.js"

/** The ports of the log. */
export type LogPorts = Context.Context<EvidenceReader | CheckpointSigner>

/** How an instance serves its evidence log. */
export interface EvidenceSettings extends Endpoints.EvidenceAccess {
  readonly ports: LogPorts
}

const plain = { "content-type": logTypes.checkpoint }

const octets = { "content-type": logTypes.tile }

const noSniff = { "x-content-type-options": "nosniff" }

/** The requested form of a receipt, and the parts to withhold. */
interface ReceiptQuery {
  readonly form: "json" | "proof"
  readonly withhold: ReadonlyArray<"act" | "subject" | "trace">
}

const invalid = (path: string, message: string): Problem => ({ _tag: "InputInvalid", issues: [{ path, message }] })

const formOf = (form: string | null): ReceiptQuery["form"] | null => {
  if (form === null || form === "json") return "json"
  return form === "proof" ? form : null
}

const isPart = (name: string): name is ReceiptQuery["withhold"][number] =>
  name === "act" || name === "subject" || name === "trace"

const readQuery = (query: Call["query"]): ReceiptQuery | Problem => {
  const form = formOf(query("form"))
  if (form === null) return invalid("form", "must be json or proof")
  const names = namesIn(query("withhold"))
  const withhold = names.filter(isPart)
  if (withhold.length < names.length) return invalid("withhold", "must be names of parts: act, subject, trace")
  return { form, withhold }
}

const answerReceipt = (form: ReceiptQuery["form"]) =>
  ReceiptOutcome.$match({
    Issued: ({ receipt }): Effect.Effect<Answer<never>, Problem> =>
      Effect.succeed(
        form === "json"
          ? prepared(writeReceipt(receipt), { "content-type": receiptType, "cache-control": "no-store", ...noSniff })
          : prepared(writeTlogProof(receipt), { ...plain, "cache-control": "no-store", ...noSniff }),
      ),
    Pending: () => Effect.succeed(pending(1)),
    NotFound: () => Effect.fail<Problem>({ _tag: "ReceiptUnknown" }),
    Unsigned: () => Effect.fail<Problem>({ _tag: "LogUnsigned" }),
  })

const handleReceipt =
  (settings: ReadLimitSettings, ports: LogPorts) =>
  (call: Call, { consentId, id }: { readonly id: string; readonly consentId: string }): Handled<never> | Problem => {
    const limited = readLimitOf(settings, call)
    if (limited !== null) return limited
    const query = readQuery(call.query)
    if ("_tag" in query) return query
    const request = { subjectId: id, consentId, withhold: query.withhold }
    return Effect.flatMap(issueReceipt(request), answerReceipt(query.form)).pipe(Effect.provide(ports))
  }

/** How long caches may keep a checkpoint and the keys. */
const shortly = { "cache-control": logCaching.changing, ...noSniff }

const forGood = { "cache-control": logCaching.fixed, ...noSniff }

/** Needs a key that has signed, not a configured one. */
const unsigned = Effect.flatMap(CheckpointSigner, ({ keys }) =>
  Effect.fail<Problem>(keys.length === 0 ? { _tag: "LogUnsigned" } : { _tag: "CheckpointMissing" }),
)

const handleCheckpoint = (ports: LogPorts): Handled<never> =>
  Effect.flatMap(
    newestCheckpoint,
    Option.match({
      onNone: () => unsigned,
      onSome: ({ note }) => Effect.succeed(prepared(note, { ...plain, ...shortly })),
    }),
  ).pipe(Effect.provide(ports))

const handleKeys = (ports: LogPorts): (() => Handled<never>) => {
  const readKeys = Effect.flatMap(
    makeReadKeys(),
    Option.match({
      onNone: () => unsigned,
      onSome: (found) =>
        found.keys.length === 0
          ? unsigned
          : Effect.succeed(prepared(JSON.stringify(found), { ...jsonType, ...shortly })),
    }),
  ).pipe(Effect.provide(ports))
  return () => readKeys
}

const sizePattern = /^\d{1,16}$/

const sizeOf = (text: string | null): number => (text !== null && sizePattern.test(text) ? Number(text) : Number.NaN)

const outside = invalid(
  "from, to",
  "must be sizes, at least 1, from not above to, and to not above the newest checkpoint's",
)

const handleConsistency = (ports: LogPorts, { query }: Call): Handled<never> => {
  const [from, to] = [sizeOf(query("from")), sizeOf(query("to"))]
  return Effect.flatMap(
    readConsistency(from, to),
    Option.match({
      onNone: () => Effect.fail(outside),
      onSome: (hashes) => {
        const body = { from, to, proof: hashes.map(encodeBase64) }
        return Effect.succeed(prepared(JSON.stringify(body), { ...jsonType, ...forGood }))
      },
    }),
  ).pipe(Effect.provide(ports))
}

const tileUnknown: Problem = { _tag: "TileUnknown" }

const handleTile =
  ({ ports, public: open }: EvidenceSettings) =>
  (path: string): Handled<never> | Problem => {
    const name = readTilePath(`tile/${path}`)
    if (name === null) return tileUnknown
    // Responses that needed an API key must not be in shared caches.
    const caching =
      open === "tiles" ? forGood : { ...forGood, "cache-control": logCaching.fixed.replace("public", "private") }
    return Effect.flatMap(
      readTile(name),
      Option.match({
        onNone: () => Effect.fail(tileUnknown),
        onSome: (bytes) => Effect.succeed(prepared(bytes, { ...octets, ...caching })),
      }),
    ).pipe(Effect.provide(ports))
  }

const anyOrigin = { cors: "any-origin" } as const

/** The routes of `api/EvidenceGroup`. */
export const evidenceRoutes = (settings: ReadLimitSettings, evidence: EvidenceSettings): ReadonlyArray<Route> => {
  const { ports, public: open } = evidence
  const receipts = routeWithPath(Endpoints.readReceipt, handleReceipt(settings, ports))
  if (open === false) return [receipts]
  const limited =
    <Args extends ReadonlyArray<unknown>>(handle: (call: Call, ...args: Args) => Handled<never> | Problem) =>
    (call: Call, ...args: Args): Handled<never> | Problem =>
      readLimitOf(settings, call) ?? handle(call, ...args)
  const [keys, tile] = [handleKeys(ports), handleTile(evidence)]
  const tileRoute = Endpoints.tileEndpoint(open === "tiles")
  return [
    receipts,
    route(
      Endpoints.readCheckpoint,
      limited(() => handleCheckpoint(ports)),
      anyOrigin,
    ),
    route(Endpoints.readKeys, limited(keys), anyOrigin),
    route(
      Endpoints.readConsistency,
      limited((call) => handleConsistency(ports, call)),
      anyOrigin,
    ),
    routeWithPath(
      tileRoute,
      limited((_, path: { readonly tile: string }) => tile(path.tile)),
      open === "tiles" ? anyOrigin : {},
    ),
  ]
}
