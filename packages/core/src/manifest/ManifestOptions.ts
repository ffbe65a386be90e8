/**
 * The option `manifest`.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { as, type Authored, type OptionGroup, NonBlank, says, unjudged } from "../schema/Authored.js"
import type { PolicyRule } from "../policy/PolicyRule.js"
import { type AuthoredI18n, type AuthoredLanguages, AuthoredTranslations } from "../translation/AuthoredTranslations.js"
import { CustomVendor, DeclaredVendor } from "../vendor/DeclaredVendor.js"

/** The brand a banner shows; `consent` is the older name of `hosted`. */
export const brandings = ["cs", "hosted", "consent", "none"] as const
/** The name of a brand that a banner shows. */
export type Branding = (typeof brandings)[number]

/** Who runs the service. */
export const hostings = ["self-hosted", "hosted"] as const
/** Who runs the service: the site itself, or a host for it. */
export type Hosting = (typeof hostings)[number]

const iabFields = {
  /**
   * Whether the IAB TCF applies; without it an `iab` rule is an error.
   *
   * @default `false`
   */
  enabled: Schema.optional(Schema.Boolean),
  /**
   * The CMP's id, as IAB Europe registered it.
   *
   * @default none
   */
  cmpId: Schema.optional(Schema.Int.pipe(Schema.nonNegative())),
  /**
   * Vendors that are not registered with IAB.
   *
   * @default none
   */
  customVendors: Schema.optional(Schema.Array(CustomVendor)),
  /**
   * Where browsers and hosts find the vendor list.
   *
   * @default the official list
   */
  endpoint: Schema.optional(Schema.String),
}

/** How the IAB TCF is used. */
export interface IabOptions extends Authored<typeof iabFields>, OptionGroup {}

const Iab: Schema.Schema<IabOptions> = Schema.Struct(iabFields)

const fields = {
  /**
   * Ordered rules; the first that matches a visitor applies. Invalid rules never stop the service: they are logged, and
   * clients receive a `failed` resolution. Without the option no policy is configured.
   *
   * @default none
   */
  policyRules: Schema.optional(unjudged<ReadonlyArray<PolicyRule>>()),
  /**
   * The application's name.
   *
   * @default `cs`
   */
  appName: Schema.optional(NonBlank),
  /**
   * The brand a banner shows: `cs`, `hosted`, `consent` (older for `hosted`) or `none`.
   *
   * @default `cs`
   */
  branding: Schema.optional(Schema.Literal(...brandings).annotations(says(`must be one of ${brandings.join(", ")}`))),
  /**
   * Texts that replace built-in ones, by language. Not read where `i18n.messages` has any.
   *
   * @default none
   */
  customTranslations: Schema.optional(as<AuthoredLanguages>()(AuthoredTranslations.fields.customTranslations.from)),
  /**
   * Texts that replace built-in ones as named profiles, from which rules choose.
   *
   * @default none
   */
  i18n: Schema.optional(as<AuthoredI18n>()(AuthoredTranslations.fields.i18n.from)),
  /** How the IAB TCF is used. */
  iab: Schema.optional(Iab),
  /**
   * Vendors for vendor-level consent outside the IAB TCF.
   *
   * @default none
   */
  vendors: Schema.optional(Schema.Array(DeclaredVendor)),
  /**
   * A label for these vendors, for display only: a change does not show the banner again.
   *
   * @default none
   */
  vendorListVersion: Schema.optional(Schema.String),
}

/** Everything that decides which prompt a visitor gets. */
export interface ManifestOptions extends Authored<typeof fields>, OptionGroup {}

/** The rules and translations inside are checked separately. */
export const ManifestOptions: Schema.Schema<ManifestOptions> = Schema.Struct(fields)

/** An authored manifest whose rules are not checked yet; compiling it reports their errors. */
export interface UncheckedManifest extends Omit<ManifestOptions, "policyRules"> {
  readonly policyRules?: unknown
}
