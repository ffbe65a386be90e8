/**
 * What each declared route does: read the request, call a decision or a use case, answer.
 *
 * @module
 */
import { Consents, type SaveOutcome, type TokenSettings } from "@consent-service/core/consent/Consents"
import type { ConsentRecord } from "@consent-service/core/consent/ConsentRecord"
import type { ConsentObservation } from "@consent-service/core/observation/Observation"
import { type SubmissionBody, toSubmission } from "@consent-service/core/consent/Submission"
import type { CompiledManifest } from "@consent-service/core/manifest/CompiledManifest"
import { type ManifestDocument, sliceLanguage, sliceManifest } from "@consent-service/core/manifest/ManifestDocument"
import { ConsentLedger } from "@consent-service/core/ports/ConsentLedger"
import { TokenMac } from "@consent-service/core/ports/TokenMac"
import { makeSnapshotSigner, snapshotClaims } from "@consent-service/core/token/PolicySnapshot"
import { authoredLanguages } from "@consent-service/core/translation/AuthoredTranslations"
import { makeInitText } from "@consent-service/core/visitor/InitText"
import { resolveVisitor } from "@consent-service/core/visitor/ResolveVisitor"
import { readPlace, readSignals } from "@consent-service/core/visitor/VisitorSignals"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { init, manifest, readSubject, saveConsent, status } from "./Api.js"
import { type Answer, json, notModified, prepared } from "./answer/Answer.js"
import { matchesEntityTag } from "./answer/EntityTag.js"
import type { Problem } from "./answer/Problem.js"
import { consentReceipt, subjectState } from "./answer/SubjectView.js"
import type { ConsentReceipt, Status, SubjectState } from "./api/Schemas.js"
import { type Call, type Handled, type Route, route, routeWithPath, routeWithPayload } from "./kernel/Route.js"
import { type AddressPolicy, clientAddress } from "./request/ClientAddress.js"

/** How long shared caches may keep public answers, in whole seconds. */
export interface ManifestCache {
  readonly sMaxAge: number
  readonly staleWhileRevalidate: number
}

/** What the handlers know of the instance they run in. */
export interface InstanceSetting {
  readonly version: string
  readonly tenant: string | null
  readonly manifest: CompiledManifest
  readonly manifestCache: ManifestCache
  readonly addresses: AddressPolicy
  readonly tokens: TokenSettings
}

/** What the platform lends the handlers. */
interface Platform {
  readonly clock: Clock.Clock
  readonly mac: Context.Tag.Service<TokenMac>
}

type ConsentUseCases = Effect.Effect.Success<typeof Consents>
type Ledger = Effect.Effect.Success<typeof ConsentLedger>
type Handler = (call: Call) => Handled<never>

const addressOf = ({ addresses }: InstanceSetting, { exchange }: Call): string | null =>
  clientAddress(addresses, exchange.header, exchange.peer)

const handleStatus = (setting: InstanceSetting, ledger: Ledger) => {
  const reachable = Effect.mapError(ledger.ping, (cause): Problem => ({ _tag: "StoreUnhealthy", cause }))
  return (call: Call): Handled<Status> => {
    const { header } = call.exchange
    const { country, region } = readPlace(call.query, header)
    const client = {
      ip: addressOf(setting, call),
      acceptLanguage: header("accept-language") ?? "en",
      userAgent: header("user-agent"),
      region: { countryCode: country, regionCode: region },
    }
    return Effect.map(Effect.zipRight(reachable, Clock.currentTimeMillis), (now) =>
      json({ version: setting.version, timestamp: new Date(now).toISOString(), client }),
    )
  }
}

const handleManifest = ({ manifest: { document }, manifestCache }: InstanceSetting): Handler => {
  const etag = `"${document.revision}"`
  const cacheControl = `public, s-maxage=${manifestCache.sMaxAge}, stale-while-revalidate=${manifestCache.staleWhileRevalidate}`
  const headers = { etag, "cache-control": cacheControl, "cdn-cache-control": cacheControl }
  const answer = (whole: ManifestDocument) => prepared(JSON.stringify(whole), headers)
  const whole = answer(document)
  const slices = new Map(
    authoredLanguages(document.translations).map((language) => [language, answer(sliceManifest(document, language))]),
  )
  const noTexts = answer(sliceManifest(document, ""))
  const unchanged = notModified(headers)
  return ({ exchange, query }) => {
    if (matchesEntityTag(exchange.header("if-none-match"), etag)) return unchanged
    const language = sliceLanguage(query("language") ?? "")
    return language === "" ? whole : (slices.get(language) ?? noTexts)
  }
}

/** The member that a signed snapshot is, written behind a body's last one; a token holds nothing to escape. */
const withSnapshot = (text: string, token: string): string => `${text.slice(0, -1)},"policySnapshotToken":"${token}"}`

const initHeaders = { "cache-control": "no-store", vary: "Origin, x-cs-policy-contract, x-cs-vendors" }

/** Without a signing key nothing is waited for. */
const handleInit = (setting: InstanceSetting, { clock, mac }: Platform): Handler => {
  const initText = makeInitText()
  const { policySnapshot } = setting.tokens
  const sign = policySnapshot === null ? null : makeSnapshotSigner(policySnapshot)
  return ({ exchange, query }) => {
    const signals = readSignals(query, exchange.header)
    const visitor = resolveVisitor(setting.manifest, signals)
    const text = initText(visitor.body)
    if (policySnapshot === null || sign === null) return prepared(text, initHeaders)
    const inputs = {
      country: visitor.report.country,
      region: visitor.report.region,
      language: signals.acceptLanguage,
      servedLanguage: visitor.report.language,
    }
    const now = clock.unsafeCurrentTimeMillis()
    const claims = snapshotClaims(policySnapshot, setting.tenant, visitor.body.policyResolution, inputs, now)
    if (claims === null) return prepared(text, initHeaders)
    return sign(claims).pipe(
      Effect.map((token) => prepared(withSnapshot(text, token), initHeaders)),
      Effect.provideService(TokenMac, mac),
    )
  }
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

const answerSave = (outcome: SaveOutcome): Effect.Effect<Answer<ConsentReceipt>, Problem> => {
  switch (outcome._tag) {
    case "Recorded":
      return Effect.succeed(json(consentReceipt(outcome.record), observe(outcome.record, outcome.created)))
    case "Refused":
      return Effect.fail(outcome.refusal)
    case "ActDiffers":
    case "SubjectHeldElsewhere":
      return Effect.fail(outcome)
  }
}

const handleSave =
  (setting: InstanceSetting, consents: ConsentUseCases) =>
  (call: Call, body: SubmissionBody): Handled<ConsentReceipt> => {
    const context = {
      manifest: setting.manifest,
      tokens: setting.tokens,
      tenant: setting.tenant,
      place: readPlace(call.query, call.exchange.header),
      ipAddress: addressOf(setting, call),
      userAgent: call.exchange.header("user-agent"),
    }
    return Effect.flatMap(consents.record(toSubmission(body), context), answerSave)
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

/** Every declared route with its handler, over the use cases of the environment. */
export const makeRoutes = (
  setting: InstanceSetting,
): Effect.Effect<ReadonlyArray<Route>, never, Consents | ConsentLedger | TokenMac> =>
  Effect.gen(function* () {
    const consents = yield* Consents
    const ledger = yield* ConsentLedger
    const platform = { clock: yield* Effect.clock, mac: yield* TokenMac }
    return [
      route(status, handleStatus(setting, ledger)),
      route(manifest, handleManifest(setting)),
      route(init, handleInit(setting, platform), "any-origin"),
      routeWithPayload(saveConsent, handleSave(setting, consents)),
      routeWithPath(readSubject, handleRead(consents)),
    ]
  })
