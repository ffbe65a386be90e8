/**
 * `GET /manifest` and `GET /init`.
 *
 * @module
 */
import { authoredLanguages } from "@consent-service/core/translation"
import {
  type ResolvedVisitor,
  resolveVisitor,
  type SessionReport,
  type VisitorSignals,
} from "@consent-service/core/visitor"
import { Instance, ResolutionReports, Tokens } from "@consent-service/core/ports"
import { type ManifestDocument, sliceLanguage, sliceManifest } from "@consent-service/core/manifest"
import type * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Answer, inUtf8, jsonType, matchesEntityTag, notModified, prepared, type Utf8 } from "../answer/Answer.js"
import { init, manifest } from "../api/PolicyGroup.js"
import { makeInitBodies, type NumberedMember, ownText } from "../init/InitBodies.js"
import { atOnce, flatMapAtOnce, mapAtOnce } from "../kernel/AtOnce.js"
import { type Call, type Handled, type Route, route } from "../kernel/Route.js"
import { isSpeculative, readSignals } from "../request/ReadSignals.js"
import { initDelivery } from "./Sessions.js"
import { publicCaching } from "../answer/PublicCaching.js"
import type { HandlerSettings } from "./HandlerSettings.js"
import { vendorListMember, type VendorListSettings } from "./VendorLists.js"

/** What is answered from, and for how long shared caches may keep it. */
type PublishedPolicy = Pick<HandlerSettings, "manifest" | "manifestCache">

type Handler = (call: Call) => Handled<never>

const handleManifest = ({ manifest: { document }, manifestCache }: PublishedPolicy): Handler => {
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
  /** Null where no policy tokens are signed. */
  readonly tokens: Context.Tag.Service<Tokens> | null
  /** Delivers the report of a resolution; null without a receiver. */
  readonly deliver: ((call: Call, report: SessionReport) => Effect.Effect<void>) | null
  /** Null where no vendor lists are loaded. */
  readonly vendorLists: VendorListSettings | null
}

/** What the environment lends `/init`. */
export const initPlatform = (
  settings: Pick<HandlerSettings, "addresses" | "tenant">,
  vendorLists: VendorListSettings | null,
): Effect.Effect<InitPlatform, never, Instance | Tokens> =>
  Effect.gen(function* () {
    const { tokens } = yield* Instance
    return {
      clock: yield* Effect.clock,
      tokens: tokens.policySnapshot === null ? null : yield* Tokens,
      deliver: initDelivery(settings, Option.getOrNull(yield* Effect.serviceOption(ResolutionReports))),
      vendorLists,
    }
  })

const none = Effect.succeed(null)

/** The vendor list's member of a body; null for visitors who get none. */
const listing = ({ vendorLists }: InitPlatform) => {
  if (vendorLists === null) return () => none
  const memberFor = vendorListMember(vendorLists)
  return ({ wantsVendorList }: ResolvedVisitor, call: Call, { acceptLanguage }: VisitorSignals) =>
    wantsVendorList ? memberFor(call, acceptLanguage) : none
}

// A token holds nothing to escape.
const tokenMember = (token: string | null): string | null =>
  token === null ? null : `,"policySnapshotToken":"${token}"`

/** The policy token's member of a body; null for visitors who get none. */
const signing = ({ clock, tokens }: InitPlatform) => {
  if (tokens === null) return () => none
  return ({ body, report }: ResolvedVisitor, { acceptLanguage }: VisitorSignals): Effect.Effect<string | null> => {
    const { country, language: servedLanguage, region } = report
    const inputs = { country, region, language: acceptLanguage, servedLanguage }
    return mapAtOnce(tokens.signPolicy(body.policyResolution, inputs, clock.unsafeCurrentTimeMillis()), tokenMember)
  }
}

/** Nothing is waited for unless a vendor list has to be fetched or the tokens are signed elsewhere. */
const handleInit = (settings: PublishedPolicy, platform: InitPlatform): Handler => {
  const bodies = makeInitBodies()
  const [listed, signed] = [listing(platform), signing(platform)]
  return (call) => {
    const { exchange, query } = call
    const signals = readSignals(query, exchange.header)
    const visitor = resolveVisitor(settings.manifest, signals)
    const { body, report } = visitor
    const reports = exchange.method !== "HEAD" && !isSpeculative(exchange.header)
    if (reports && platform.deliver !== null) call.detach(platform.deliver(call, report))
    const answer = (written: Utf8) => prepared(written, initHeaders, reports ? { session: report } : {})
    const own = ownText(body)
    const write = (list: NumberedMember | null, token: string | null): Answer<never> => {
      if (token === null) return answer(list === null ? bodies.usual(body, own) : bodies.listed(body, own, list))
      return answer(bodies.longer(body, own, list === null ? [token] : [list.bytes, token]))
    }
    const list = listed(visitor, call, signals)
    const token = signed(visitor, signals)
    return atOnce(flatMapAtOnce(list, (member) => mapAtOnce(token, (signature) => write(member, signature))))
  }
}

/** The routes of `api/PolicyGroup` that answer with a policy. */
export const policyRoutes = (settings: PublishedPolicy, platform: InitPlatform): ReadonlyArray<Route> => [
  route(manifest, handleManifest(settings)),
  route(init, handleInit(settings, platform), { cors: "any-origin" }),
]
