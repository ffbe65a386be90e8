/**
 * `GET /manifest` and `GET /init`.
 *
 * @module
 */
import { authoredLanguages } from "@consent-service/core/translation"
import {
  type InitBody,
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
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { type Answer, type Facts, inUtf8, jsonType, prepared, type Utf8 } from "../answer/Answer.js"
import { init, manifest } from "../api/PolicyGroup.js"
import { longestEnd } from "../compression/Codec.js"
import type { Compressible } from "../compression/Compressible.js"
import type { Chosen, Compression } from "../compression/Compression.js"
import { makeInitBodies, type NumberedMember, ownText } from "../init/InitBodies.js"
import { makeSignedBodies } from "../init/SignedBodies.js"
import { atOnce, flatMapAtOnce, mapAtOnce } from "@consent-service/core/primitives"
import { type Call, type Handled, type Route, route } from "../kernel/Route.js"
import { isSpeculative, readSignals } from "../request/ReadSignals.js"
import type { Lookup } from "../request/Target.js"
import { initDelivery } from "./Sessions.js"
import { publicCaching } from "../answer/PublicCaching.js"
import type { HandlerSettings } from "./HandlerSettings.js"
import { vendorListMember, type VendorListSettings } from "./VendorLists.js"

/** The source of the answers, how long shared caches may keep them, and their compression. */
type PublishedPolicy = Pick<HandlerSettings, "compression" | "manifest" | "manifestCache">

type Handler = (call: Call) => Handled<never>

const handleManifest = ({ compression, manifest: { document }, manifestCache }: PublishedPolicy): Handler => {
  const caching = { etag: `"${document.revision}"`, ...publicCaching(manifestCache) }
  const entity = (whole: ManifestDocument) =>
    compression.entity(inUtf8(JSON.stringify(whole)), { caching, content: jsonType }, "quick")
  const whole = entity(document)
  const slices = new Map(
    authoredLanguages(document.translations).map((language) => [language, entity(sliceManifest(document, language))]),
  )
  const noTexts = entity(sliceManifest(document, ""))
  return ({ exchange, query }) => {
    const language = sliceLanguage(query("language") ?? "")
    return compression.answer(exchange.header, language === "" ? whole : (slices.get(language) ?? noTexts))
  }
}

const initHeaders = { ...jsonType, "cache-control": "no-store", vary: "Origin, x-cs-policy-contract, x-cs-vendors" }

/** The platform's optional parts of `/init`. */
export interface InitPlatform {
  readonly clock: Clock.Clock
  /** Null where no policy tokens are signed. */
  readonly tokens: Context.Tag.Service<Tokens> | null
  /** Delivers the report of a resolution; null without a receiver. */
  readonly deliver: ((call: Call, report: SessionReport) => Effect.Effect<void>) | null
  /** Null where no vendor lists are loaded. */
  readonly vendorLists: VendorListSettings | null
}

/** The environment of `/init`. */
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

// A token has no characters that JSON escapes.
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

/** What to send for a body, synchronous where that is known. */
const whenChosen = <A>(
  chosen: Chosen<A> | Promise<Chosen<A>>,
  answer: (chosen: Chosen<A>) => Answer<never>,
): Effect.Effect<Answer<never>> =>
  chosen instanceof Promise
    ? Effect.map(
        Effect.promise(() => chosen),
        answer,
      )
    : Exit.succeed(answer(chosen))

/** A visitor's body, except the parts that need waiting. */
interface VisitorBody {
  readonly header: Lookup
  readonly body: InitBody
  readonly own: string
  readonly facts: Facts
}

/** Writes an answer: with a list where there is one, and with a token, which changes each second. */
const writing = (compression: Compression) => {
  const bodies = makeInitBodies(compression)
  const findSigned = makeSignedBodies()
  const headers = compression.headers(initHeaders)
  const whole = ({ facts, header }: VisitorBody, kept: Compressible<Utf8>) =>
    whenChosen(compression.choose(header, kept), ({ form, made }) => prepared(made ?? kept.bytes, headers[form], facts))
  const signed = ({ body, facts, header, own }: VisitorBody, list: NumberedMember | null, token: string) => {
    const parts = { body, own, list: list?.number ?? null }
    const write = () => bodies.longer(body, own, list === null ? [token] : [list.bytes, token])
    const plain = () => prepared(findSigned(token, parts, "identity", write), headers.identity, facts)
    if (!compression.isWanted(header) || token.length >= longestEnd) return Exit.succeed(plain())
    return whenChosen(compression.choose(header, bodies.opened(body, own, list)), ({ form, made }) =>
      made === null
        ? plain()
        : prepared(
            findSigned(token, parts, form, () => made.closedBy(inUtf8(`${token}}`))),
            headers[form],
            facts,
          ),
    )
  }
  return (visitor: VisitorBody, list: NumberedMember | null, token: string | null): Effect.Effect<Answer<never>> => {
    if (token !== null) return signed(visitor, list, token)
    const { body, own } = visitor
    return whole(visitor, list === null ? bodies.usual(body, own) : bodies.listed(body, own, list))
  }
}

/** Waits only when a vendor list must be fetched or another process signs the tokens. */
const handleInit = (settings: PublishedPolicy, platform: InitPlatform): Handler => {
  const write = writing(settings.compression)
  const [listed, signed] = [listing(platform), signing(platform)]
  return (call) => {
    const { exchange, query } = call
    const signals = readSignals(query, exchange.header)
    const visitor = resolveVisitor(settings.manifest, signals)
    const { body, report } = visitor
    const reports = exchange.method !== "HEAD" && !isSpeculative(exchange.header)
    if (reports && platform.deliver !== null) call.detach(platform.deliver(call, report))
    const facts = reports ? { session: report } : {}
    const own = { header: exchange.header, body, own: ownText(body), facts }
    const list = listed(visitor, call, signals)
    const token = signed(visitor, signals)
    return atOnce(flatMapAtOnce(list, (member) => flatMapAtOnce(token, (signature) => write(own, member, signature))))
  }
}

/** The routes of `api/PolicyGroup` that answer with a policy. */
export const policyRoutes = (settings: PublishedPolicy, platform: InitPlatform): ReadonlyArray<Route> => [
  route(manifest, handleManifest(settings)),
  route(init, handleInit(settings, platform), { cors: "any-origin" }),
]
