/**
 * `GET /manifest` and `GET /init`.
 *
 * @module
 */
import { type ManifestDocument, sliceLanguage, sliceManifest } from "@consent-service/core/manifest/ManifestDocument"
import { TokenMac } from "@consent-service/core/ports/TokenMac"
import { isSpeculative } from "@consent-service/core/session/Sessions"
import type { SessionReport } from "@consent-service/core/session/SessionReport"
import { makeSnapshotSigner, snapshotClaims } from "@consent-service/core/token/PolicySnapshot"
import { authoredLanguages } from "@consent-service/core/translation/MessageProfiles"
import { ownText } from "@consent-service/core/visitor/InitText"
import { type ResolvedVisitor, resolveVisitor } from "@consent-service/core/visitor/ResolveVisitor"
import { readSignals, type VisitorSignals } from "@consent-service/core/visitor/VisitorSignals"
import type * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { jsonType, notModified, prepared } from "../answer/Answer.js"
import { matchesEntityTag } from "../answer/EntityTag.js"
import { inUtf8, type Utf8 } from "../answer/Utf8.js"
import { init, manifest } from "../api/PolicyGroup.js"
import { atOnce, mapAtOnce } from "../kernel/AtOnce.js"
import { type Call, type Handled, type Route, route } from "../kernel/Route.js"
import { makeInitBodies } from "./InitBodies.js"
import { type InstanceSetting, publicCaching } from "./Setting.js"
import { vendorListMember, type VendorListSetting } from "./VendorLists.js"

type Handler = (call: Call) => Handled<never>

const handleManifest = ({ manifest: { document }, manifestCache }: InstanceSetting): Handler => {
  const etag = `"${document.revision}"`
  const headers = { etag, ...publicCaching(manifestCache) }
  const answer = (whole: ManifestDocument) => prepared(inUtf8(JSON.stringify(whole)), { ...jsonType, ...headers })
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

const initHeaders = { ...jsonType, "cache-control": "no-store", vary: "Origin, x-cs-policy-contract, x-cs-vendors" }

/** What the platform lends `/init`. */
export interface InitPlatform {
  readonly clock: Clock.Clock
  readonly mac: Context.Tag.Service<TokenMac>
  /** Delivers the report of a resolution; null where nobody wants it. */
  readonly deliver: ((call: Call, report: SessionReport) => Effect.Effect<void>) | null
  /** Null where no vendor lists are loaded. */
  readonly vendorLists: VendorListSetting | null
}

/** The claims of the visitor's snapshot; null where none is signed. */
const claimsOf = (setting: InstanceSetting, clock: Clock.Clock) => {
  const { policySnapshot } = setting.tokens
  if (policySnapshot === null) return () => null
  return ({ body, report }: ResolvedVisitor, { acceptLanguage }: VisitorSignals) => {
    const inputs = {
      country: report.country,
      region: report.region,
      language: acceptLanguage,
      servedLanguage: report.language,
    }
    const now = clock.unsafeCurrentTimeMillis()
    return snapshotClaims(policySnapshot, setting.tenant, body.policyResolution, inputs, now)
  }
}

/** The vendor list's member of a body; null for visitors who get none. */
const listing = ({ vendorLists }: InitPlatform) => {
  if (vendorLists === null) return () => null
  const memberFor = vendorListMember(vendorLists)
  return ({ wantsVendorList }: ResolvedVisitor, call: Call, { acceptLanguage }: VisitorSignals) =>
    wantsVendorList ? memberFor(call, acceptLanguage) : null
}

/** The signed snapshot's member of a body; null for visitors who get none. */
const signing = (setting: InstanceSetting, { clock, mac }: InitPlatform) => {
  const { policySnapshot } = setting.tokens
  if (policySnapshot === null) return () => null
  const sign = makeSnapshotSigner(policySnapshot)
  const claimsFor = claimsOf(setting, clock)
  return (visitor: ResolvedVisitor, signals: VisitorSignals) => {
    const claims = claimsFor(visitor, signals)
    if (claims === null) return null
    // A token holds nothing to escape.
    return Effect.map(sign(claims), (token) => `,"policySnapshotToken":"${token}"`).pipe(
      Effect.provideService(TokenMac, mac),
    )
  }
}

/** Without a signing key and a vendor list nothing is waited for. */
const handleInit = (setting: InstanceSetting, platform: InitPlatform): Handler => {
  const bodies = makeInitBodies()
  const [listed, signed] = [listing(platform), signing(setting, platform)]
  return (call) => {
    const { exchange, query } = call
    const signals = readSignals(query, exchange.header)
    const visitor = resolveVisitor(setting.manifest, signals)
    const { body, report } = visitor
    const reports = exchange.method !== "HEAD" && !isSpeculative(exchange.header)
    if (reports && platform.deliver !== null) call.detach(platform.deliver(call, report))
    const answer = (written: Utf8) => prepared(written, initHeaders, reports ? { session: report } : {})
    const own = ownText(body)
    const [list, snapshot] = [listed(visitor, call, signals), signed(visitor, signals)]
    const longer = (...members: ReadonlyArray<string | Utf8>) => answer(bodies.longer(body, own, members))
    if (list === null) return snapshot === null ? answer(bodies.usual(body, own)) : Effect.map(snapshot, longer)
    if (snapshot !== null) return Effect.zipWith(list, snapshot, ({ bytes }, token) => longer(bytes, token))
    return atOnce(mapAtOnce(list, (member) => answer(bodies.listed(body, own, member))))
  }
}

/** The routes of `api/PolicyGroup` that answer with a policy. */
export const policyRoutes = (setting: InstanceSetting, platform: InitPlatform): ReadonlyArray<Route> => [
  route(manifest, handleManifest(setting)),
  route(init, handleInit(setting, platform), { cors: "any-origin" }),
]
