/**
 * One visitor resolved: the whole of `/init` as a pure function of the manifest and the visitor's signals, so the same
 * visitor gets the same answer on a server, at the edge and in an audit (policy.md 5.4).
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { Jurisdiction, jurisdictionOf } from "../location/Jurisdiction.js"
import { BrandingName, type CompiledManifest, HostingName } from "../manifest/CompiledManifest.js"
import { failed, PolicyResolution } from "../policy/Resolve.js"
import { TranslationBundle } from "../translation/Bundle.js"
import { negotiateLanguage, selectTranslation } from "../translation/SelectLanguage.js"
import type { VisitorSignals } from "./VisitorSignals.js"

/** Where a visitor is, as the request said it; nulls when unknown. */
export const VisitorLocation = Schema.Struct({
  countryCode: Schema.NullOr(Schema.String),
  regionCode: Schema.NullOr(Schema.String),
}).annotations({ identifier: "VisitorLocation" })

/** The body of `GET /init`; `appName` and `vendors` are absent for an unsupported contract (decision 35). */
export const InitBody = Schema.Struct({
  branding: BrandingName,
  hosting: HostingName,
  appName: Schema.optionalWith(Schema.String, { exact: true }),
  translations: Schema.Struct({ language: Schema.String, translations: TranslationBundle }),
  policyResolution: PolicyResolution,
  vendors: Schema.optionalWith(Schema.Tuple(), { exact: true }),
  jurisdiction: Jurisdiction,
  location: VisitorLocation,
}).annotations({ identifier: "InitBody" })
export type InitBody = typeof InitBody.Type

/** What was decided for one visitor. */
export interface ResolvedVisitor {
  readonly country: string | null
  readonly region: string | null
  readonly jurisdiction: Jurisdiction
  /** The matched rule or why there is none, before the client's contract is looked at. */
  readonly resolution: PolicyResolution
  /** The raw `Accept-Language` value the texts are chosen by. */
  readonly acceptLanguage: string
  readonly contractSupported: boolean
}

/** Where a visitor counts as being, under a manifest that may ignore locations (decision 11). */
export const placeUnder = (
  manifest: CompiledManifest,
  place: { readonly country: string | null; readonly region: string | null },
): Pick<ResolvedVisitor, "country" | "region" | "jurisdiction"> =>
  manifest.geolocation
    ? { country: place.country, region: place.region, jurisdiction: jurisdictionOf(place.country, place.region) }
    : { country: null, region: null, jurisdiction: "GDPR" }

/** Decides which policy, jurisdiction and texts are a visitor's. */
export const resolveVisitor = (manifest: CompiledManifest, signals: VisitorSignals): ResolvedVisitor => {
  const place = placeUnder(manifest, signals)
  return {
    ...place,
    resolution: manifest.resolve(place),
    acceptLanguage: signals.acceptLanguage,
    contractSupported: signals.contractSupported,
  }
}

const ruleLanguage = (resolution: PolicyResolution): string | undefined =>
  resolution.status === "matched" ? resolution.policy.i18n?.language : undefined

/** The language a visitor's texts are in. */
export const languageOf = (visitor: ResolvedVisitor): string =>
  negotiateLanguage(visitor.acceptLanguage, ruleLanguage(visitor.resolution))

const unsupportedContract = failed("unsupported-contract")

/** The members of the body that are the visitor's own. */
export const visitorPart = (visitor: ResolvedVisitor): Pick<InitBody, "jurisdiction" | "location"> => ({
  jurisdiction: visitor.jurisdiction,
  location: { countryCode: visitor.country, regionCode: visitor.region },
})

/** The `/init` body of a resolved visitor. */
export const initBody = (manifest: CompiledManifest, visitor: ResolvedVisitor): InitBody => {
  const { appName, branding, hosting } = manifest.document
  const translations = selectTranslation({
    acceptLanguage: visitor.acceptLanguage,
    ruleLanguage: ruleLanguage(visitor.resolution),
    iab: false,
  })
  const common = { branding, hosting, translations, ...visitorPart(visitor) }
  return visitor.contractSupported
    ? { ...common, appName, policyResolution: visitor.resolution, vendors: [] }
    : { ...common, policyResolution: unsupportedContract }
}
