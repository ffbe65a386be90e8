/**
 * The manifest on the wire: the visitor-independent policy configuration. A host that
 * has it resolves its visitors exactly as the service does.
 *
 * @module
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { canonicalJson, type Json } from "../digest/CanonicalJson.js"
import { sha256Hex } from "../digest/Sha256.js"
import { compileRules, CompiledRules } from "../policy/CompiledRule.js"
import { primarySubtag } from "../translation/AcceptLanguage.js"
import { AuthoredTranslations } from "../translation/AuthoredTranslations.js"
import { CustomVendor, DeclaredVendor, officialGvlEndpoint } from "../vendor/DeclaredVendor.js"
import { brandings, type Hosting, hostings, type UncheckedManifest } from "./ManifestOptions.js"
import { optional } from "../schema/Member.js"
import { described } from "../schema/Documentation.js"

/** Decodes the name of a brand. */
export const BrandingName = Schema.Literal(...brandings)
/** Decodes the operator of the service. */
export const HostingName = Schema.Literal(...hostings)

/** The body of `GET /manifest`. */
export const ManifestDocument = Schema.Struct({
  schemaVersion: Schema.Literal(2),
  revision: Schema.String,
  branding: BrandingName,
  hosting: HostingName,
  appName: Schema.String,
  policyPacks: optional(CompiledRules),
  policyFailure: optional(
    Schema.Struct({ reason: Schema.Literal("invalid-configuration"), errors: Schema.Array(Schema.String) }),
  ),
  translations: AuthoredTranslations,
  cmpId: optional(Schema.Number),
  iab: optional(
    Schema.Struct({
      enabled: Schema.Literal(true),
      customVendors: optional(Schema.Array(CustomVendor)),
      gvl: Schema.Struct({ url: Schema.String, version: optional(Schema.Number) }),
    }),
  ),
  vendors: optional(Schema.Array(DeclaredVendor)),
  vendorListVersion: optional(Schema.String),
  /** `disableGeoLocation`: visitors' locations count as unknown. */
  defaults: Schema.Struct({ disableGeoLocation: optional(Schema.Boolean) }),
}).annotations({
  identifier: "Manifest",
  ...described({
    description: "Visitor-independent policy configuration. A host can resolve its own visitors from it",
    fields: {
      schemaVersion: "The version of the manifest's format",
      revision: "Changes whenever anything else in the manifest changes",
      branding: "The branding that the banner shows",
      hosting: "The operator of the service; not signed, so no proof",
      appName: "The site's name",
      policyPacks: "The policies in order, with their matchers; absent when none are configured",
      match: "The visitors that the policy applies to",
      countries: "ISO 3166-1 codes",
      regions: "Regions, each with its country",
      "regions.country": "ISO 3166-1 code",
      "regions.region": "The part of its ISO 3166-2 code behind the hyphen",
      regionFallbacks: "Countries whose regions match when they have no policy of their own",
      isDefault: "Matches visitors that no other policy matches",
      fallback: "Matches visitors whose country is unknown",
      policyFailure: "Why no policy can be resolved; absent when policies are valid",
      reason: "What is wrong",
      errors: "Each mistake, for the author of the configuration",
      iab: "IAB TCF, where it is enabled",
      enabled: "Always true",
      customVendors: "Vendors not registered with IAB",
      gvl: "The Global Vendor List",
      url: "Where it is",
      "gvl.version": "The configured version",
      cmpId: "The CMP's id with IAB Europe",
      vendors: "The vendors that the site declares",
      vendorListVersion: "What the site calls the list, for display",
      defaults: "Settings that hold for every visitor",
      disableGeoLocation: "Visitors' locations count as unknown",
    },
  }),
})
export type ManifestDocument = typeof ManifestDocument.Type

/** The instance's settings that appear in the manifest. */
export interface PublishedSettings {
  readonly hosting: Hosting
  /** `false`: visitors' locations count as unknown. */
  readonly geolocation: boolean
}

const policyFields = ({
  iab,
  policyRules,
}: UncheckedManifest): Pick<ManifestDocument, "policyPacks" | "policyFailure"> =>
  policyRules === undefined
    ? {}
    : Either.match(compileRules(policyRules, { iabEnabled: iab?.enabled === true }), {
        onLeft: (errors) => ({ policyPacks: [], policyFailure: { reason: "invalid-configuration" as const, errors } }),
        onRight: (compiledRules) => ({ policyPacks: compiledRules }),
      })

const iabFields = ({ iab }: UncheckedManifest): Pick<ManifestDocument, "cmpId" | "iab"> => ({
  ...(iab?.cmpId === undefined ? {} : { cmpId: iab.cmpId }),
  ...(iab?.enabled === true
    ? {
        iab: {
          enabled: true,
          ...(iab.customVendors === undefined ? {} : { customVendors: iab.customVendors }),
          gvl: { url: iab.endpoint ?? officialGvlEndpoint },
        },
      }
    : {}),
})

/**
 * The authored texts in a manifest.
 *
 * @example
 * ```ts
 * import { authoredTranslations } from "@consent-service/core/manifest"
 *
 * const customTranslations = { de: { common: { acceptAll: "Alles klar" } } }
 * authoredTranslations({ appName: "Shop", customTranslations }) // { customTranslations: { de: { common: { acceptAll: "Alles klar" } } } }
 * ```
 */
export const authoredTranslations = ({ customTranslations, i18n }: UncheckedManifest): AuthoredTranslations => ({
  ...(customTranslations === undefined ? {} : { customTranslations }),
  ...(i18n === undefined ? {} : { i18n }),
})

/** The document's JSON, without absent members. */
const asJson = (document: object): Json => JSON.parse(JSON.stringify(document))

/**
 * The hash of a manifest's content, which changes whenever any field does.
 *
 * @param document - a manifest document of this or an earlier version; its own `revision` counts as empty
 *
 * @example
 * ```ts
 * import { manifestRevision, toManifestDocument } from "@consent-service/core/manifest"
 *
 * const document = toManifestDocument({ appName: "Shop" }, { hosting: "self-hosted", geolocation: true })
 * manifestRevision(document) === document.revision // true
 * ```
 */
export const manifestRevision = (document: object): string =>
  sha256Hex(canonicalJson(asJson({ ...document, revision: "" })))

/**
 * Writes the document of an authored manifest. Invalid rules do not fail: they are in `policyFailure`, and make every
 * resolution `failed` / `invalid-configuration`.
 *
 * @example
 * ```ts
 * import { toManifestDocument } from "@consent-service/core/manifest"
 *
 * const document = toManifestDocument({ appName: "Shop" }, { hosting: "self-hosted", geolocation: true })
 * document.appName // "Shop"
 * document.revision.length // 64
 * ```
 */
export const toManifestDocument = (config: UncheckedManifest, settings: PublishedSettings): ManifestDocument => {
  const document: ManifestDocument = {
    schemaVersion: 2,
    revision: "",
    branding: config.branding ?? "cs",
    hosting: settings.hosting,
    appName: config.appName ?? "cs",
    ...policyFields(config),
    translations: authoredTranslations(config),
    ...iabFields(config),
    ...(config.vendors === undefined ? {} : { vendors: config.vendors }),
    ...(config.vendorListVersion === undefined ? {} : { vendorListVersion: config.vendorListVersion }),
    defaults: settings.geolocation ? {} : { disableGeoLocation: true },
  }
  return { ...document, revision: manifestRevision(document) }
}

const only = <A>(languages: Readonly<Record<string, A>>, language: string): Readonly<Record<string, A>> => {
  const texts = Object.hasOwn(languages, language) ? languages[language] : undefined
  return texts === undefined ? {} : { [language]: texts }
}

const sliceTranslations = (translations: AuthoredTranslations, language: string): AuthoredTranslations => {
  const { customTranslations, i18n } = translations
  const messages = Object.entries(i18n?.messages ?? {}).map(
    ([name, profile]) => [name, { ...profile, translations: only(profile.translations, language) }] as const,
  )
  return {
    ...(customTranslations === undefined ? {} : { customTranslations: only(customTranslations, language) }),
    ...(i18n === undefined
      ? {}
      : { i18n: i18n.messages === undefined ? i18n : { ...i18n, messages: Object.fromEntries(messages) } }),
  }
}

/**
 * The language that `?language=de-DE,de;q=0.9` requests: `de`; empty when none is requested.
 *
 * @example
 * ```ts
 * import { sliceLanguage } from "@consent-service/core/manifest"
 *
 * sliceLanguage("de-DE,de;q=0.9") // "de"
 * ```
 */
export const sliceLanguage = (query: string): string => primarySubtag(query.split(/[,;]/, 1)[0] ?? "")

/**
 * The document with the authored texts of one language only; everything else, including the revision, is unchanged.
 *
 * @param language - a key of the authored texts, compared exactly
 *
 * @example
 * ```ts
 * import { sliceManifest, toManifestDocument } from "@consent-service/core/manifest"
 *
 * const customTranslations = { de: { common: { acceptAll: "Gern" } }, fr: { common: { acceptAll: "Volontiers" } } }
 * const document = toManifestDocument({ customTranslations }, { hosting: "self-hosted", geolocation: true })
 * sliceManifest(document, "fr").translations // { customTranslations: { fr: { common: { acceptAll: "Volontiers" } } } }
 * ```
 */
export const sliceManifest = (document: ManifestDocument, language: string): ManifestDocument => ({
  ...document,
  translations: sliceTranslations(document.translations, language),
})
