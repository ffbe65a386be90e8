/**
 * Resolves one visitor: all of `/init` as a pure function of the manifest and the visitor's signals, so that the same
 * visitor gets the same answer on a server, at the edge and in an audit.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { JsonObject } from "../schema/Json.js"
import { Jurisdiction, jurisdictionOf } from "../location/Jurisdiction.js"
import type { CompiledManifest } from "../manifest/CompiledManifest.js"
import { BrandingName, HostingName, type ManifestDocument } from "../manifest/ManifestDocument.js"
import { PolicyResolution } from "../policy/PolicyResolution.js"
import { failed, policyOf } from "../policy/MatchRule.js"
import type { ResolvedPolicy } from "../policy/ResolvedPolicy.js"
import { reportedJourney, reportedPolicy, type SessionReport } from "../session/SessionReport.js"
import { SelectedTranslation } from "../translation/SelectedTranslation.js"
import { CustomVendor, DeclaredVendor } from "../vendor/DeclaredVendor.js"
import type { VisitorSignals } from "./VisitorSignals.js"
import { optional } from "../schema/Member.js"
import { described } from "../schema/Documentation.js"

/** Where a visitor is, as the request said it; nulls when unknown. */
export const VisitorLocation = Schema.Struct({
  countryCode: Schema.NullOr(Schema.String),
  regionCode: Schema.NullOr(Schema.String),
}).annotations({
  identifier: "VisitorLocation",
  ...described({
    description: "Where a request says its visitor is",
    fields: { countryCode: "Null when unknown", regionCode: "Null when unknown" },
  }),
})

/** A Global Vendor List as IAB publishes it; of its many members only those are named that a client must find. */
export const ServedVendorList = Schema.Struct(
  { vendorListVersion: Schema.Int, vendors: JsonObject },
  JsonObject,
).annotations({
  identifier: "ServedVendorList",
  ...described({
    description: "A Global Vendor List with the members IAB publishes, limited to the requested vendors",
    fields: {
      vendorListVersion: "Which list it is",
      vendors: "The vendors, by their ids",
    },
  }),
})

/** Where a vendor list is, instead of the list: an address that always stands for the same one. */
export const VendorListReference = Schema.Struct({
  /** Below the service's own address. */
  path: Schema.String,
  vendorListVersion: Schema.Int,
  language: Schema.String,
}).annotations({
  identifier: "VendorListReference",
  ...described({
    description: "A permanent address of one immutable vendor list, cacheable indefinitely",
    fields: {
      path: "Relative to the service's base URL",
      vendorListVersion: "Which list it is",
      language: "The language of its texts",
    },
  }),
})
export type VendorListReference = typeof VendorListReference.Type

/** The body of `GET /init`; for an unsupported contract it has no optional member but `appName`. */
export const InitBody = Schema.Struct({
  branding: BrandingName,
  hosting: HostingName,
  appName: optional(Schema.String),
  translations: SelectedTranslation,
  policyResolution: PolicyResolution,
  /** Those declared, as they were; an empty list when none are. */
  vendors: optional(Schema.Array(DeclaredVendor)),
  vendorListVersion: optional(Schema.String),
  cmpId: optional(Schema.Number),
  customVendors: optional(Schema.Array(CustomVendor)),
  /** Where IAB applies and lists are loaded: the list, or null while it is unavailable. */
  gvl: optional(Schema.NullOr(ServedVendorList)),
  /** In place of `gvl`, where lists are delivered by reference. */
  gvlReference: optional(Schema.NullOr(VendorListReference)),
  /** Signed for a matched policy, where a signing key is configured. */
  policySnapshotToken: optional(Schema.String),
  jurisdiction: Jurisdiction,
  location: VisitorLocation,
}).annotations({
  identifier: "InitBody",
  ...described({
    description:
      "Everything a banner needs for one visitor. For an unsupported contract it has no optional member but `appName`",
    fields: {
      branding: "The branding that the banner shows",
      hosting: "The operator of the service; not signed, so no proof",
      appName: "The site's name",
      translations: "The texts that the visitor reads",
      "translations.language": "Their language",
      vendors: "The vendors that the site declares; an empty list for none",
      vendorListVersion: "What the site calls the list, for display",
      cmpId: "The CMP's id with IAB Europe, where IAB applies",
      customVendors: "Vendors not registered with IAB, where IAB applies",
      gvl: "The Global Vendor List, where IAB applies and lists are loaded; null while it is unavailable",
      gvlReference: "Where to load the list, in its place, when lists are delivered by reference",
      policySnapshotToken:
        "The policy and its inputs, signed; present where a policy matched and a signing key is configured",
    },
  }),
})
export type InitBody = typeof InitBody.Type

/** What was decided for one visitor. */
export interface ResolvedVisitor {
  /** The matched rule or why there is none, whatever contract the client speaks. */
  readonly resolution: PolicyResolution
  /** The answer to the client. */
  readonly body: InitBody
  /** A summary of the answer, for counting resolutions. */
  readonly report: SessionReport
  /** Whether the answer is to have a Global Vendor List, where lists are loaded; the body has none yet. */
  readonly wantsVendorList: boolean
}

/** A location, as far as the manifest lets it be used, and the law that applies there. */
export interface PlaceUnderManifest {
  readonly country: string | null
  readonly region: string | null
  readonly jurisdiction: Jurisdiction
}

/**
 * The visitor's location and its jurisdiction. Under a manifest that ignores locations there is no location, and the
 * jurisdiction is `GDPR`.
 *
 * @example
 * ```ts
 * import { placeUnder } from "@consent-service/core/visitor"
 *
 * placeUnder({ geolocation: true }, { country: "US", region: "CA" }).jurisdiction // "CCPA"
 * placeUnder({ geolocation: false }, { country: "US", region: "CA" }) // { country: null, region: null, jurisdiction: "GDPR" }
 * ```
 */
export const placeUnder = (
  manifest: Pick<CompiledManifest, "geolocation">,
  place: { readonly country: string | null; readonly region: string | null },
): PlaceUnderManifest =>
  manifest.geolocation
    ? { country: place.country, region: place.region, jurisdiction: jurisdictionOf(place.country, place.region) }
    : { country: null, region: null, jurisdiction: "GDPR" }

/** Whether the IAB payload applies: a matched `iab` rule, or IAB enabled and no rules configured. */
const iabApplies = ({ iab }: ManifestDocument, resolution: PolicyResolution): boolean =>
  iab !== undefined && (policyOf(resolution)?.model === "iab" || resolution.status === "unconfigured")

/**
 * The messages served to a visitor of a policy, by their raw `Accept-Language`.
 *
 * @param policy - null where none matched
 * @param iab - whether the IAB texts are among them; by default what the policy's model says
 *
 * @example
 * ```ts
 * import { compileManifest } from "@consent-service/core/manifest"
 * import { textsFor } from "@consent-service/core/visitor"
 *
 * const manifest = compileManifest({}, { hosting: "self-hosted", geolocation: true })
 * textsFor(manifest, null, "de-AT, en;q=0.8").language // "de"
 * ```
 */
export const textsFor = (
  manifest: CompiledManifest,
  policy: ResolvedPolicy | null,
  acceptLanguage: string,
  iab = policy?.model === "iab",
): SelectedTranslation => {
  const { language: ruleLanguage, messageProfile } = policy?.i18n ?? {}
  return manifest.translate({ acceptLanguage, ruleLanguage, messageProfile, iab })
}

// This runs for every page view: objects are put together by `Object.assign`, because an object literal that spreads
// others takes Node ten times as long.

type VendorPart = Pick<InitBody, "vendors" | "vendorListVersion" | "cmpId" | "customVendors">

const vendorPart = (document: ManifestDocument, iab: boolean): VendorPart => {
  const { cmpId, vendorListVersion, vendors = [] } = document
  const customVendors = document.iab?.customVendors
  return Object.assign(
    { vendors },
    vendorListVersion === undefined ? null : { vendorListVersion },
    iab && cmpId !== undefined ? { cmpId } : null,
    iab && customVendors !== undefined ? { customVendors } : null,
  )
}

const unsupportedContract = failed("unsupported-contract")

const reportOf = (
  manifest: CompiledManifest,
  signals: VisitorSignals,
  place: PlaceUnderManifest,
  { policyResolution, translations }: InitBody,
): SessionReport => {
  const { experiment, gpc, journey, pageHost } = signals
  const { country, jurisdiction, region } = place
  return Object.assign(
    {
      source: "init" as const,
      revision: manifest.document.revision,
      resolution: policyResolution.status,
      policy: reportedPolicy(policyResolution),
      country,
      region,
      jurisdiction,
      language: translations.language,
      gpc,
    },
    experiment === null ? null : { experiment },
    reportedJourney(journey, policyResolution, pageHost),
  )
}

/**
 * Decides which policy, jurisdiction, texts and vendors are a visitor's.
 *
 * Equal signals give equal results. `body.policyResolution` and `body.translations` are objects that all visitors of
 * one rule and language share.
 *
 * @example
 * ```ts
 * import { compileManifest } from "@consent-service/core/manifest"
 * import { recommendedPolicyRules } from "@consent-service/core/policy"
 * import { resolveVisitor, unknownVisitor } from "@consent-service/core/visitor"
 *
 * const config = { policyRules: recommendedPolicyRules() }
 * const manifest = compileManifest(config, { hosting: "self-hosted", geolocation: true })
 * const { body } = resolveVisitor(manifest, { ...unknownVisitor, country: "DE", acceptLanguage: "de" })
 * body.jurisdiction // "GDPR"
 * body.policyResolution.status // "matched"
 * body.translations.language // "de"
 * ```
 */
export const resolveVisitor = (manifest: CompiledManifest, signals: VisitorSignals): ResolvedVisitor => {
  const { document, resolve } = manifest
  const { appName, branding, hosting } = document
  const place = placeUnder(manifest, signals)
  const resolution = resolve(place)
  const iab = iabApplies(document, resolution)
  const supported = signals.contractSupported
  const body: InitBody = Object.assign(
    {
      branding,
      hosting,
      appName,
      translations: textsFor(manifest, policyOf(resolution), signals.acceptLanguage, iab && supported),
      policyResolution: supported ? resolution : unsupportedContract,
    },
    supported ? vendorPart(document, iab) : null,
    { jurisdiction: place.jurisdiction, location: { countryCode: place.country, regionCode: place.region } },
  )
  return { resolution, body, report: reportOf(manifest, signals, place, body), wantsVendorList: iab && supported }
}
