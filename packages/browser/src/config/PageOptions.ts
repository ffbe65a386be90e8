/**
 * The configuration of a page. Sources, later ones win: attributes of the tag, the service's prelude, queued `config`
 * calls, `init(options)`.
 *
 * @module
 */
import type { AuthoredTexts } from "@consent-service/core/translation"
import type { DeclaredVendor } from "@consent-service/core/vendor"
import type { OptionalCategory } from "@consent-service/core/policy"
import type { ManifestDocument } from "@consent-service/core/manifest"
import type { InitBody } from "@consent-service/core/visitor"
import type { CategoryFlags } from "../consent/Records.js"
import type { Condition } from "../consent/Access.js"

/** Resolved by `/init` (`hosted`), or in the page from a manifest. */
export type Mode = "hosted" | "manifest"

/** The position of the first layer. */
export type BannerPosition = "bottom" | "top" | "bottom-left" | "bottom-right" | "top-left" | "top-right" | "center"

/** The first layer. */
export interface BannerOptions {
  readonly position?: BannerPosition
  /** `bar`: at `bottom` or `top`, from edge to edge of the window. Default: `box`. */
  readonly layout?: "box" | "bar"
  /** A modal dialog that must be answered, instead of a region of the page. Always the case at `center`. */
  readonly blocking?: boolean
  /** Order of the buttons; missing required ones are added. */
  readonly actions?: ReadonlyArray<"accept" | "reject" | "customize">
}

/** The preference dialog. */
export interface DialogOptions {
  /** Whether vendors are listed below their categories. Default: true. */
  readonly vendors?: boolean
  /** `drawer`: at the end of the line of text, from top to bottom of the window. Default: `box`. */
  readonly layout?: "box" | "drawer"
  /** The order of categories. Default: functionality, measurement, experience, marketing. */
  readonly order?: ReadonlyArray<OptionalCategory>
}

/** The floating button that opens the dialog, in detail. */
export interface TriggerOptions {
  /** Default: `auto`. */
  readonly show?: boolean | "auto"
  /** Default: `bottom-left`. */
  readonly position?: "bottom-left" | "bottom-right"
  /** Whether its name is next to the icon. Default: false; then it is a tooltip. */
  readonly text?: boolean
  /** The distance from the window's lower edge, as a CSS length. */
  readonly offset?: string
}

/** The floating button that opens the dialog. */
export type TriggerOption = boolean | "auto" | "bottom-left" | "bottom-right" | TriggerOptions

/** The look of surfaces; `false` for none. */
export interface UiOptions {
  readonly banner?: BannerOptions | false
  readonly dialog?: DialogOptions
  /** `auto`, the default: shown where the page has no other way to the dialog. */
  readonly trigger?: TriggerOption
  readonly colorScheme?: "light" | "dark" | "system"
  /** Custom properties without their prefix `--cs-`, such as `{ accent: "#0a5", radius: "0" }`. */
  readonly theme?: Readonly<Record<string, string>>
  /** `false`: the surfaces name the product behind them. Default: true. */
  readonly hideBranding?: boolean
  /** The address of an image above the banner's and the dialog's title. */
  readonly logo?: string
  /** Languages among which visitors can choose, such as `["en", "de"]`. Default: no choice. */
  readonly languages?: ReadonlyArray<string>
  /** `false`: surfaces are part of the page's own tree. Default: in a shadow root. */
  readonly shadow?: boolean
  /** For the style element of browsers without constructable stylesheets. */
  readonly nonce?: string
}

/** Documents that surfaces link to. */
export interface LegalLinks {
  readonly privacyPolicy?: string
  readonly cookiePolicy?: string
  readonly termsOfService?: string
}

/** What the callbacks of a script entry receive. */
export interface ScriptInfo {
  readonly id: string
  readonly element?: HTMLScriptElement | undefined
  readonly granted: boolean
}

/** A gated script that the page configures instead of writing a tag. */
export interface ScriptEntry {
  readonly id: string
  readonly category?: Condition
  readonly vendor?: string
  readonly src?: string
  readonly textContent?: string
  /** Loads nothing; only the callbacks run. */
  readonly callbackOnly?: boolean
  /** Loaded regardless of the decision; `onConsentChange` receives decisions. */
  readonly alwaysLoad?: boolean
  /** Not removed when consent is withdrawn. */
  readonly persistAfterConsentRevoked?: boolean
  readonly target?: "head" | "body"
  readonly async?: boolean
  readonly defer?: boolean
  readonly nonce?: string
  readonly attributes?: Readonly<Record<string, string>>
  readonly onBeforeLoad?: (info: ScriptInfo) => void
  readonly onLoad?: (info: ScriptInfo) => void
  readonly onError?: (info: ScriptInfo) => void
  readonly onConsentChange?: (info: ScriptInfo) => void
  readonly onDispose?: (info: ScriptInfo) => void
}

/** A text, or texts by language, such as `{ en: "…", de: "…" }`; `*` is for all others, which otherwise get English. */
export type LocalText = string | Readonly<Record<string, string>>

/** A cookie of a service. */
export interface ServiceCookie {
  /** Exact, or the beginning of several names and `*`. */
  readonly name: string
  readonly purpose: LocalText
  /** How long it is kept, such as `1 year`. */
  readonly duration: LocalText
  /** Where it is set, if not at `/`: it is deleted there, too. */
  readonly path?: string
  /** For which domain it is set, if not for the page's host or one above it. */
  readonly domain?: string
}

/**
 * A service with its cookies: a vendor that visitors can refuse. One of a vendor that is declared elsewhere needs its `id` and `cookies`
 * only.
 */
export interface ServiceEntry extends Partial<DeclaredVendor> {
  readonly id: string
  /** Who operates it. */
  readonly provider?: LocalText
  readonly cookies?: ReadonlyArray<ServiceCookie>
}

/** Requests by the page's own scripts that need consent. */
export interface NetworkRule {
  /** A host name; its subdomains count too. */
  readonly domain: string
  readonly pathIncludes?: string
  /** Default: all. */
  readonly methods?: ReadonlyArray<string>
  readonly category?: Condition
  readonly vendor?: string
}

/** What to delete when a category is refused: exact names, or prefixes that end in `*`. */
export interface ClearRule {
  readonly cookies?: ReadonlyArray<string>
  readonly localStorage?: ReadonlyArray<string>
  readonly sessionStorage?: ReadonlyArray<string>
}

/** Google Consent Mode v2. */
export interface ConsentModeOptions {
  /** Milliseconds that Google's tags wait for the first update. Default: 500. */
  readonly waitForUpdate?: number
  readonly adsDataRedaction?: boolean
  readonly urlPassthrough?: boolean
  /** The name of the data layer. Default: `dataLayer`. */
  readonly dataLayer?: string
}

/** Where and how long records are kept. */
export interface StorageOptions {
  /** Default: `cs`. */
  readonly storageKey?: string
  /** The cookie is set for the registrable domain above the page's host. */
  readonly crossSubdomain?: boolean
  /** The cookie's `Domain`, instead of the detected one. */
  readonly defaultDomain?: string
  /** Default: 365. */
  readonly defaultExpiryDays?: number
}

/** The visitor's account. */
export interface UserIdentity {
  readonly externalId: string
  readonly identityProvider?: string
  readonly identityToken?: string
}

/** A banner experiment: arms are changes of `ui.banner`; the arm `control` changes nothing. */
export interface ExperimentOptions {
  readonly id: string
  readonly arms: Readonly<Record<string, BannerOptions>>
  /** The arm that a host's own flag selected. */
  readonly arm?: string
  /** Weights by arm, `control` included. Default: equal. */
  readonly split?: Readonly<Record<string, number>>
  readonly acknowledgeDiagnostics?: ReadonlyArray<string>
}

/** IAB TCF settings of the page. */
export interface IabOptions {
  /** Requests these vendors only from `/init`; costs a preflight. */
  readonly vendors?: ReadonlyArray<number>
  /** The country of the publisher's legislation, two letters. Default: `AA`, unspecified. */
  readonly publisherCountryCode?: string
}

/** A decision, as `onChoiceRecorded` receives it. The `consent` event has the snapshot. */
export interface ChoiceInfo {
  readonly action: "all" | "necessary" | "custom"
  readonly source: string
  readonly preferences: Readonly<Record<string, boolean>>
}

/** A policy that came with the script: what `/init` answers every visitor, and the language that its texts were requested in. */
export interface EmbeddedPolicy {
  readonly language: string
  readonly body: InitBody
}

/** The complete configuration. Every member is optional. */
export interface PageOptions {
  /** `false`: nothing is resolved, shown or sent, and nothing optional is granted. */
  readonly enabled?: boolean
  readonly backendURL?: string
  /** `request`: the service took `backendURL` from the script's request, so the tag's own address takes precedence. */
  readonly backendURLSource?: "request"
  /** The path of the second file below `backendURL`, which the service names for scripts in two files. */
  readonly surfacesPath?: string
  /** The path below `backendURL` of the file that the service names for the preference dialog and placeholders. */
  readonly restPath?: string
  /** The digest of that file, as in the `integrity` of a tag, where the page pins the script. */
  readonly restIntegrity?: string
  /** The path below `backendURL` of the file that the service names for `receipt()` and `debug()`. */
  readonly toolsPath?: string
  /** The digest of that file, as `restIntegrity`. */
  readonly toolsIntegrity?: string
  /** `keep`: the last receipt is kept in localStorage, and returned while the service cannot be reached. Default: kept nowhere. */
  readonly receipts?: "keep"
  /** The path below `backendURL` of the file that the service names for `services`. */
  readonly declarationPath?: string
  /** The digest of that file, as `restIntegrity`. */
  readonly declarationIntegrity?: string
  /** The policy that the service put into the script (`script.policy: "embedded"`). */
  readonly embedded?: EmbeddedPolicy
  readonly mode?: Mode
  readonly manifest?: ManifestDocument
  /** The manifest's address, when none is given. */
  readonly manifestURL?: string
  /** The offered categories, within the policy's scope. Default: the whole scope. */
  readonly categories?: ReadonlyArray<OptionalCategory>
  readonly country?: string
  readonly region?: string
  readonly language?: string
  readonly legalLinks?: LegalLinks
  readonly ui?: UiOptions | false
  /** Texts that override the served ones, by language, or for all languages under `*`. */
  readonly i18n?: { readonly messages?: Readonly<Record<string, AuthoredTexts>> }
  readonly vendors?: ReadonlyArray<DeclaredVendor>
  /** Services with their cookies: vendors in the dialog, the content of `[data-cs-declaration]`, and cookies to delete on refusal. */
  readonly services?: ReadonlyArray<ServiceEntry>
  readonly scripts?: ReadonlyArray<ScriptEntry>
  readonly networkBlocker?: { readonly rules: ReadonlyArray<NetworkRule> }
  /** `false`: iframes, images, links and media are not gated. `manual`: only `processIframes()` gates them. */
  readonly iframeBlocker?: boolean | "manual"
  readonly clearOnRevocation?: Readonly<Partial<Record<OptionalCategory, ClearRule>>>
  readonly googleConsentMode?: boolean | ConsentModeOptions
  /** Default: true. */
  readonly reloadOnConsentRevoked?: boolean
  /** `false`: everything is kept in memory. */
  readonly persistence?: boolean
  readonly storage?: StorageOptions
  readonly user?: UserIdentity
  /** Sent in each save's `metadata.userProperties`. */
  readonly userProperties?: Readonly<Record<string, unknown>>
  readonly experiment?: ExperimentOptions
  readonly iab?: IabOptions
  /** The page calls `init()` itself. */
  readonly manual?: boolean
  readonly onChoiceRecorded?: (choice: ChoiceInfo) => void
  readonly onPermissionsChanged?: (permissions: CategoryFlags) => void
  readonly onError?: (error: { readonly code: string; readonly message: string }) => void
  /** Runs synchronously before the page reloads. */
  readonly onBeforeConsentRevocationReload?: () => void
}
