/**
 * What an integrator writes under `manifest` (service.md, "Manifest options").
 *
 * @module
 */
import * as Schema from "effect/Schema"
import type { PolicyRule } from "../policy/PolicyRule.js"
import { type AuthoredI18n, type AuthoredLanguages, AuthoredTranslations } from "../translation/AuthoredTranslations.js"
import { CustomVendor, DeclaredVendor } from "../vendor/DeclaredVendor.js"

/** The brand a banner shows; `consent` is the older name of `hosted`. */
export const brandings = ["cs", "hosted", "consent", "none"] as const
export type Branding = (typeof brandings)[number]

/** Who runs the service. */
export const hostings = ["self-hosted", "hosted"] as const
export type Hosting = (typeof hostings)[number]

/** How the IAB TCF is used. */
export const IabConfig = Schema.Struct({
  /** Must be `true` for anything of IAB to apply; without it an `iab` rule is an error. */
  enabled: Schema.optional(Schema.Boolean),
  /** The CMP's id, as IAB Europe registered it. */
  cmpId: Schema.optional(Schema.Int.pipe(Schema.nonNegative())),
  /** Vendors that are not registered with IAB. */
  customVendors: Schema.optional(Schema.Array(CustomVendor)),
  /** Where browsers and hosts find the vendor list. Default: the official one. */
  endpoint: Schema.optional(Schema.String),
})
export type IabConfig = typeof IabConfig.Type

/** The shape of an authored manifest; the rules and the texts inside are checked on their own. */
export const ManifestShape = Schema.Struct({
  // Wrong rules never stop the service: they are told to every visitor and in the log instead.
  policyRules: Schema.optional(Schema.Unknown),
  appName: Schema.optional(
    Schema.String.pipe(
      Schema.filter((name) => name.trim() !== "", { message: () => "must be a string that is not blank" }),
    ),
  ),
  branding: Schema.optional(
    Schema.Literal(...brandings).annotations({
      message: () => ({ message: `must be one of ${brandings.join(", ")}`, override: true }),
    }),
  ),
  customTranslations: Schema.optional(AuthoredTranslations.fields.customTranslations.from),
  i18n: Schema.optional(AuthoredTranslations.fields.i18n.from),
  iab: Schema.optional(IabConfig),
  vendors: Schema.optional(Schema.Array(DeclaredVendor)),
  vendorListVersion: Schema.optional(Schema.String),
})

/** The authored manifest: everything that decides what a visitor is shown. */
export interface ManifestConfig {
  /** Ordered rules; the first that matches a visitor is theirs. Absent: no policy is configured at all. */
  readonly policyRules?: ReadonlyArray<PolicyRule> | undefined
  /** The application's name; `cs` when absent. */
  readonly appName?: string | undefined
  readonly branding?: Branding | undefined
  /** Texts over the built-in ones, by language; not read where `i18n.messages` has any. */
  readonly customTranslations?: AuthoredLanguages | undefined
  /** Texts over the built-in ones as named profiles, from which rules choose. */
  readonly i18n?: AuthoredI18n | undefined
  readonly iab?: IabConfig | undefined
  /** Vendors offered for vendor-level consent outside the IAB TCF. */
  readonly vendors?: ReadonlyArray<DeclaredVendor> | undefined
  /** A label for the vendors, shown and nothing more: changing it asks nobody again. */
  readonly vendorListVersion?: string | undefined
}

/** An authored manifest whose rules nobody has checked yet; what compiles it tells what is wrong with them. */
export interface UncheckedManifest extends Omit<ManifestConfig, "policyRules"> {
  readonly policyRules?: unknown
}
